import type { AutomationRun, AutomationRunDetail, AutomationStats, AutomationWaiting } from "@trilho/contract";
import { advance, compileRun, DAY_MS } from "@trilho/engine";
import { LIVE_STATUSES, type RunStatus } from "@trilho/engine/contract";
import { rangeOf } from "../../platform/service/range.ts";
import type { Principal, Viewer } from "../../platform/security/principal.ts";
import { done, invalid, notFound, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import type { NewChange } from "../../areas/automations/port.ts";
import type { Store } from "../model/stores.ts";
import { because } from "../model/changes.ts";
import type { HeldRun, StoredRun } from "../model/run.ts";
import { isTestEvent } from "../model/trial.ts";
import { presentDetail, withoutSecrets, withPauses } from "./runs-present.ts";
import type { RunPlace } from "../model/record-ports.ts";

/** Who changes runs: what they may see, and the key that they use. */
export type Changing = Viewer & Pick<Principal, "keyId">;

/** Single runs of an automation, and where many of them stand. A member sees those of deals that are theirs to see. */
export interface AutomationRunService {
  read(viewer: Viewer, place: RunPlace): Promise<Outcome<AutomationRunDetail>>;
  /** Goes on at the action that failed; 409 unless it failed, or while its automation is switched off. */
  retry(by: Changing, place: RunPlace): Promise<Outcome<AutomationRun>>;
  /** The same of runs of one automation, each on its own; answers how many. */
  retryAll(by: Changing, automationId: string, runIds: readonly string[]): Promise<number>;
  /** Lets the time pass that a test waits for; 409 for other runs. */
  passTime(by: Changing, place: RunPlace): Promise<Outcome<AutomationRun>>;
  /** Stops a run; 409 when it ended otherwise. */
  cancel(by: Changing, place: RunPlace): Promise<Outcome<AutomationRun>>;
  stats(
    workspaceId: string,
    id: string,
    query: { from?: string; to?: string; ways?: boolean },
  ): Promise<Outcome<AutomationStats>>;
  waiting(workspaceId: string, id: string): Promise<Outcome<AutomationWaiting>>;
}

/** Longer waits come near to the end of the database's calendar. */
const MOST_PASSED_MS = 100 * 366 * DAY_MS;
const USUAL_DAYS = 30;
const MOST_DAYS = 366;
export const FAILED: readonly RunStatus[] = ["failed", "dead_letter"];

export function createAutomationRunService({ store, now }: { store: Store; now: () => number }): AutomationRunService {
  /** Does something to a run while nobody else can, and answers what became of it. */
  const change = (
    viewer: Viewer,
    place: RunPlace,
    act: (inside: Store, run: HeldRun) => Promise<Failure | null>,
  ): Promise<Outcome<AutomationRun>> =>
    store.transaction(async (inside) => {
      const isThere = (await inside.runRecords.read(viewer, place)) !== null;
      const run = isThere ? await inside.runs.hold(viewer.workspaceId, place.runId) : null;
      if (run === null) return refused(notFound("run"));
      const failure = await act(inside, run);
      if (failure !== null) return refused(failure);
      const after = await inside.runRecords.read(viewer, place);
      return after === null ? refused(notFound("run")) : done(await paused(inside, viewer, place, after.run));
    });

  const isThere = async (workspaceId: string, id: string): Promise<boolean> =>
    (await store.automations.get(workspaceId, id)) !== null;

  const retryOne = (by: Changing, place: RunPlace, isRecorded: boolean): Promise<Outcome<AutomationRun>> =>
    change(by, place, async (inside, run) => {
      const { status } = run.state;
      if (!FAILED.includes(status)) return conflict(`A run that is ${status} cannot be retried.`);
      if (run.isEnabled !== true) return conflict("The automation is switched off. Switch it on to retry its runs.");
      const plan = compileRun(run.definition.graphDefinition);
      const { accepted, state } = advance(plan, run.state, { type: "retried" });
      if (!accepted) return conflict("This run failed for good: its definition cannot go on from there.");
      const why = because("retried-by-hand");
      await inside.runs.save(run, { ...from(run), state, nextAttemptAt: run.now, reply: run.reply, why, by });
      if (isRecorded) await inside.automationHistory.record(changeOf(by, place, "runs-retried", 1));
      return null;
    });

  return {
    async read(viewer, place) {
      const recorded = await store.runRecords.read(viewer, place);
      if (recorded === null) return refused(notFound("run"));
      const deliveries = await store.deliveries.list(viewer.workspaceId, place.runId);
      const run = await paused(store, viewer, place, recorded.run);
      return done(presentDetail({ ...recorded, run }, deliveries));
    },

    retry: (by, place) => retryOne(by, place, true),

    async retryAll(by, automationId, runIds) {
      let retried = 0;
      for (const runId of runIds) {
        const { ok } = await retryOne(by, { automationId, runId }, false);
        if (ok) retried += 1;
      }
      if (retried > 0) await store.automationHistory.record(changeOf(by, { automationId }, "runs-retried", retried));
      return retried;
    },

    passTime: (by, place) =>
      change(by, place, async (inside, run) => {
        const { status, wakeAt } = run.state;
        if (!isTestEvent(run.event)) return conflict("Time passes by hand in tests alone: this run is none.");
        if (status !== "waiting" || wakeAt === null) return conflict(`This run waits for no time: it is ${status}.`);
        if (wakeAt - run.createdAt > MOST_PASSED_MS) return conflict("This run waits for more than a hundred years.");
        await inside.runs.passTime(run, by);
        return null;
      }),

    cancel: (by, place) =>
      change(by, place, async (inside, run) => {
        const { status } = run.state;
        if (status === "cancelled") return null;
        if (!LIVE_STATUSES.includes(status)) return conflict(`This run is over: it is ${status}.`);
        const { state } = advance(null, run.state, { type: "cancelled" });
        const why = because("cancelled-by-hand");
        await inside.runs.save(run, { ...from(run), state, nextAttemptAt: null, reply: null, why, by });
        await inside.automationHistory.record(changeOf(by, place, "runs-cancelled", 1));
        return null;
      }),

    async stats(workspaceId, id, { from, to, ways = true }) {
      const until = to ?? new Date(now()).toISOString();
      const since = from ?? daysBefore(until, USUAL_DAYS);
      const { range, problems } = rangeOf(
        { from: since, to: until },
        { names: ["from", "to"], maxDays: MOST_DAYS, isEmptyAllowed: false },
      );
      if (range === null) return refused(invalid(problems));
      if (!(await isThere(workspaceId, id))) return refused(notFound("automation"));
      const { runRecords } = store;
      const [counts, waiting] = await Promise.all([
        runRecords.stats(workspaceId, id, range, ways),
        runRecords.waiting(workspaceId, id),
      ]);
      return done({ ...counts, waiting });
    },

    async waiting(workspaceId, id) {
      if (!(await isThere(workspaceId, id))) return refused(notFound("automation"));
      const waiting = await store.runRecords.waiting(workspaceId, id);
      const numbers = [...new Set(waiting.map(({ automationVersion }) => automationVersion))];
      const versions = await store.runRecords.versions(workspaceId, id, numbers);
      return done({ waiting, versions: versions.map(withoutSecrets) });
    },
  };
}

/** One run with what pauses it. */
async function paused(store: Store, { workspaceId }: Viewer, place: RunPlace, run: StoredRun): Promise<StoredRun> {
  const [shown = run] = await withPauses(store, workspaceId, [run], () => place.automationId);
  return shown;
}

/** What the automation's history has of it. */
export const changeOf = (
  by: Changing,
  { automationId }: Pick<RunPlace, "automationId">,
  type: "runs-retried" | "runs-cancelled",
  runs: number,
): NewChange => ({ workspaceId: by.workspaceId, automationId, type, by, runs });

/** An instant that cannot be read is refused by the range. */
function daysBefore(instant: string, days: number): string {
  const at = Date.parse(instant) - days * DAY_MS;
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : instant;
}

/** No step leads there. */
const from = ({ now }: HeldRun) => ({ steps: [], effects: [], awaits: null, leaseUntil: null, at: now });

const conflict = (message: string): Failure => ({ code: "CONFLICT", message });
