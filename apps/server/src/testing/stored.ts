import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";

/** A pipeline: the first of a workspace is its default. Answers its id. */
export async function storePipeline(
  db: Kysely<Database>,
  { workspace_id, seq, name, id = randomUUID() }: { workspace_id: string; seq: number; name: string; id?: string },
): Promise<string> {
  const nothing = { description: null, exit_stage_id: null, attendance_queue_stage_id: null };
  await db
    .insertInto("pipelines")
    .values({ ...nothing, workspace_id, id, seq, position: seq, name, is_default: seq === 1, behaviors: "[]" })
    .execute();
  return id;
}

/** A stage of a pipeline, where deals are open by default. Answers its id. */
export async function storeStage(
  db: Kysely<Database>,
  pipeline: { workspace_id: string; pipeline_id: string },
  { seq, status = "open", id = randomUUID() }: { seq: number; status?: "open" | "won" | "lost"; id?: string },
): Promise<string> {
  const nothing = { description: null, required_milestone_field_id: null };
  const outcome = { is_won: status === "won", is_lost: status === "lost" };
  await db
    .insertInto("stages")
    .values({ ...nothing, ...pipeline, ...outcome, id, seq, position: seq, name: `Stage ${seq}`, color: "#6366f1" })
    .execute();
  return id;
}

type DealRow = Insertable<Database["deals"]>;
type Placed = Pick<DealRow, "workspace_id" | "seq" | "pipeline_id" | "stage_id" | "responsible_user_id">;

/** An open deal without a value, by default. Answers its id. */
export async function storeDeal(db: Kysely<Database>, deal: Placed & Partial<DealRow>): Promise<string> {
  const row = {
    id: randomUUID(),
    name: `Deal ${deal.seq}`,
    value: 0,
    currency: "BRL",
    close_probability: 0,
    source: "manual",
    status: "open",
    custom_fields: "{}",
    ...deal,
  };
  await db.insertInto("deals").values(row).execute();
  return row.id;
}

type RunRow = Insertable<Database["runs"]>;

/** A run's row, waiting by default, which began as every run does and became what it is to be. Answers its id. */
export async function storeRun(
  db: Kysely<Database>,
  row: Pick<RunRow, "workspace_id" | "automation_id"> & Partial<RunRow>,
): Promise<string> {
  const { id = randomUUID(), status = "waiting", ...rest } = row;
  const nothing = { deal_id: null, contact_id: null, last_error: null, current_node_id: null, chain_id: null };
  const start = { automation_version: 1, trigger_type: "deal_created", event_id: id };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("runs")
      .values({ ...nothing, ...start, ...rest, id, status: "queued" })
      .execute();
    await trx
      .updateTable("runs")
      .set({ status })
      .where("workspace_id", "=", row.workspace_id)
      .where("id", "=", id)
      .execute();
  });
  return id;
}
