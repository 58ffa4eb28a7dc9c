import type { Kysely } from "kysely";
import { sql } from "kysely";
import { because, type Changer } from "../model/changes.ts";
import type { HeldRun, RunChange } from "../model/run.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { insertChanges } from "./run-changes.ts";

type Instants = Pick<RunChange, "at" | "nextAttemptAt" | "leaseUntil">;

/** When that is by the clock that all runs are taken by. */
export function onServerClock(
  { clockAheadMs }: HeldRun,
  { at, nextAttemptAt, leaseUntil }: Instants,
): { at: Date; nextAttemptAt: Date | null; leaseUntil: Date | null } {
  const there = (instant: number): Date => new Date(instant - clockAheadMs);
  return {
    at: there(at),
    nextAttemptAt: nextAttemptAt === null ? null : there(nextAttemptAt),
    leaseUntil: leaseUntil === null ? null : there(leaseUntil),
  };
}

/** As `RunStore` says. Whose answer it awaits stays: one that comes before anybody takes the run still counts. */
export async function passTime(trx: Kysely<Database>, run: HeldRun, by: Changer): Promise<void> {
  const { workspaceId, id, clockAheadMs, now, state } = run;
  const until = Math.max(Math.ceil(state.wakeAt ?? now), now);
  const tick = run.tick + 1;
  await trx
    .updateTable("runs")
    .set({
      clock_ahead_ms: clockAheadMs + until - now,
      next_attempt_at: sql<Date>`now()`,
      lease_until: null,
      tick,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
  const why = because("time-passed-by-hand", { until: new Date(until).toISOString() });
  const of = { workspace_id: workspaceId, run_id: id, tick, at: new Date(now) };
  await insertChanges(trx, [{ ...of, from_status: state.status, to_status: state.status, why, by }]);
}
