import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../store/schema.ts";

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

/** A stage of a pipeline, where deals are open unless told. Answers its id. */
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
