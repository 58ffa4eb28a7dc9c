import type { Facts, JsonObject, RunStatus } from "@trilho/engine/contract";
import type { WorkspaceScenario } from "@trilho/engine/workspace";
import type { Kysely } from "kysely";
import type { Database } from "../../../platform/database/schema/database.ts";
import { readFacts } from "../../facts.ts";
import type { Store } from "../../model/stores.ts";
import type { Names } from "./names.ts";
import type { Told, ToldEvent, ToldRun } from "./story.ts";
import type { Watch } from "./watch.ts";

/** What a database says happened in a workspace that was watched, until an instant (Unix ms). */
export async function tell(
  db: Kysely<Database>,
  store: Store,
  workspaceId: string,
  { timeZone = "UTC" }: WorkspaceScenario,
  names: Names,
  watch: Watch,
  until: number,
): Promise<Told> {
  await nameLeads(db, workspaceId, names);
  const deals: Record<string, Facts> = {};
  const ids = await db.selectFrom("deals").select("id").where("workspace_id", "=", workspaceId).execute();
  for (const { id: dealId } of ids) {
    const about = { workspaceId, dealId, contactId: null, event: {}, workspace: { timeZone, locale: "pt-BR" } };
    deals[names.of(dealId)] = await readFacts(store, about, until);
  }
  const events = watch.events.map((event): ToldEvent => ({
    id: names.of(event.id),
    at: event.created_at.toISOString(),
    type: event.type,
    dealId: names.of(event.deal_id),
    contactId: event.contact_id,
    depth: event.depth,
    payload: event.payload as JsonObject,
  }));
  return { events, runs: await runsOf(db, workspaceId, names, watch), deals };
}

/** The simulator calls a deal that an automation made by the run and the node that did. */
async function nameLeads(db: Kysely<Database>, workspaceId: string, names: Names): Promise<void> {
  const made = await db
    .selectFrom("run_effects")
    .select(["run_id", "node_id", "result"])
    .where("workspace_id", "=", workspaceId)
    .where("action_type", "=", "create_lead")
    .where("is_done", "=", true)
    .execute();
  for (const { run_id, node_id, result } of made) {
    names.give((result as { dealId: string }).dealId, `${names.of(run_id)}:${node_id}`);
  }
}

async function runsOf(db: Kysely<Database>, workspaceId: string, names: Names, watch: Watch): Promise<ToldRun[]> {
  const rows = await db.selectFrom("runs").selectAll().where("workspace_id", "=", workspaceId).execute();
  const steps = await db
    .selectFrom("run_steps")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("seq")
    .execute();
  const skips = await db
    .selectFrom("run_changes")
    .select(["run_id", "why"])
    .where("workspace_id", "=", workspaceId)
    .where("to_status", "=", "skipped")
    .execute();
  const effects = await db
    .selectFrom("run_effects")
    .select(["run_id", "node_id", "attempts"])
    .where("workspace_id", "=", workspaceId)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return watch.runs.flatMap((id): ToldRun[] => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const refusal = skips.find(({ run_id }) => run_id === id)?.why;
    return [
      {
        id: names.of(id),
        automationId: row.automation_id,
        eventId: names.of(row.event_id ?? ""),
        dealId: names.of(row.deal_id),
        contactId: row.contact_id,
        depth: row.trigger_depth,
        status: row.status as RunStatus,
        endedAt: row.completed_at?.toISOString() ?? null,
        refusal: refusal && { code: refusal.code, params: refusal.params as JsonObject },
        effects: effects
          .filter(({ run_id }) => run_id === id)
          .map(({ node_id: nodeId, attempts }) => ({ nodeId, attempts })),
        steps: steps
          .filter(({ run_id }) => run_id === id)
          .map(({ seq, at, node_id: nodeId, handle, edge_id: edgeId, why }) => ({
            seq,
            at: at.toISOString(),
            nodeId,
            handle,
            edgeId,
            why,
          })),
      },
    ];
  });
}
