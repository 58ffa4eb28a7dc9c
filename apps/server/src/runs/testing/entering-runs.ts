import type { Entry } from "@trilho/engine/contract";
import { createDispatcher } from "../dispatcher.ts";
import { chain } from "./graphs.ts";
import type { RaceRuns } from "./race-runs.ts";
import { insertDeal, type CaseRows } from "./run-cases.ts";

export const TRIGGER = "task_completed";

/** A run as it came about: its minute, or why it did not start. */
export interface Came {
  eventId: string;
  dealId: string | null;
  status: string;
  /** When it began, else is to begin, Unix ms. */
  startsAt: number | null;
  why: { code: string; params: Record<string, unknown> } | null;
}

/** An automation with an entry rule, whose runs wait so many minutes. */
export async function entering(runs: RaceRuns, entry: Entry, minutes = 1): Promise<CaseRows> {
  const graph = chain({ type: "wait", config: { delaySeconds: minutes * 60 } });
  const rows = await runs.automation(graph, TRIGGER, { entry });
  // The clock of the test is behind that of the column's default.
  await runs.db
    .updateTable("automations")
    .set({ on_since: new Date(0) })
    .where("id", "=", rows.automationId)
    .execute();
  return rows;
}

export const anotherDeal = (runs: RaceRuns, { workspaceId }: CaseRows) =>
  insertDeal(runs.db, workspaceId, {}, "2026-01-05");

let events = 0;

/** Something happened to a deal, or a contact, at an instant (Unix ms). */
export async function happens(
  { db }: Pick<RaceRuns, "db">,
  { workspaceId, dealId, contactId = null }: { workspaceId: string; dealId: string | null; contactId?: string | null },
  at: number,
): Promise<string> {
  events += 1;
  const id = `event-${String(events).padStart(9, "0")}`;
  const about = { deal_id: dealId, contact_id: contactId, chain_id: null, depth: 0 };
  await db
    .insertInto("events")
    .values({ workspace_id: workspaceId, id, type: TRIGGER, ...about, payload: "{}", created_at: new Date(at) })
    .execute();
  return id;
}

export async function dispatchAll({ store }: Pick<RaceRuns, "store">): Promise<void> {
  const dispatcher = createDispatcher(store);
  while ((await dispatcher.dispatch()) > 0);
}

/** The runs of an automation, in the order of their events. */
export async function cameOf({ db }: Pick<RaceRuns, "db">, { workspaceId, automationId }: CaseRows): Promise<Came[]> {
  const rows = await db
    .selectFrom("runs")
    .leftJoin("run_changes", (join) =>
      join
        .onRef("run_changes.workspace_id", "=", "runs.workspace_id")
        .onRef("run_changes.run_id", "=", "runs.id")
        .on("run_changes.to_status", "=", "skipped"),
    )
    .where("runs.workspace_id", "=", workspaceId)
    .where("runs.automation_id", "=", automationId)
    .select(["event_id", "deal_id", "status", "started_at", "next_attempt_at", "why"])
    .orderBy("event_id")
    .execute();
  return rows.map((row) => ({
    eventId: row.event_id ?? "",
    dealId: row.deal_id,
    status: row.status,
    startsAt: (row.started_at ?? row.next_attempt_at)?.getTime() ?? null,
    why: row.why,
  }));
}
