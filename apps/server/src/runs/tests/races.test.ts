import { pickExit, type GraphDefinition } from "@trilho/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_SECRETS } from "../../areas/automations/credentials.ts";
import { createAutomationRunService } from "../records/runs-service.ts";
import type { RunClaim } from "../model/run.ts";
import { openRaceRuns, type RaceRuns } from "../testing/race-runs.ts";
import { chain, tag } from "../testing/graphs.ts";
import type { AutomationReplacement } from "../../areas/automations/model.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

const hook = { type: "action", actionType: "webhook", config: { url: "https://example.com" } } as const;
const pause = { type: "wait", config: { delaySeconds: 60 } } as const;
const stop = { type: "action", actionType: "stop_automations" } as const;
const ask = {
  type: "action",
  actionType: "send_whatsapp",
  config: { text: "?", awaitReply: true, replyTimeoutSeconds: 60 },
} as const;

/** Asks, then goes by `replied` or by `timeout`. */
const ASKING: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "ask", ...ask },
    { id: "thank", type: "end" },
    { id: "remind", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "ask" },
    { id: "b", source: "ask", target: "thank", sourceHandle: "replied" },
    { id: "c", source: "ask", target: "remind", sourceHandle: "timeout" },
  ],
};

/** What an automation is replaced with. */
const NEXT: AutomationReplacement = {
  name: "Next",
  triggerType: "deal_won",
  scope: "global",
  pipelineId: null,
  stageId: null,
  outboundChannelId: null,
  respectBusinessHours: false,
  triggerWindow: null,
  conditions: null,
  triggerConfig: null,
  graphDefinition: chain({ type: "end" }),
};

const TIMES = Array.from({ length: 12 }, (_, time) => time);

describe("of two that come at once", () => {
  it.each(TIMES)("a reply or the timeout takes the run, never both (%i)", async (time) => {
    const rows = await runs.automation(ASKING);
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [timer] = await runs.take();
    const [, answered] = await Promise.all(
      time % 2 === 0
        ? [runs.executor.tick(timer ?? job), runs.answer(rows, "yes")]
        : [late(() => runs.executor.tick(timer ?? job)), runs.answer(rows, "yes")],
    );
    await runs.settle();
    const handle = answered ? "replied" : "timeout";
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", `ask:${handle}`] });
  });

  it.each(TIMES.slice(0, 4))("one reply wakes the run, the other one nobody (%i)", async () => {
    const rows = await runs.automation(ASKING);
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    const answered = await Promise.all(["a", "b", "c"].map((text) => runs.answer(rows, text)));
    expect(answered.filter(Boolean)).toHaveLength(1);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
  });

  it("an answer goes to the next run that awaits the contact, where the time of the first is over just then", async () => {
    const rows = await runs.automation(ASKING);
    const [earlier, latest] = [await runs.start(rows), await runs.start(rows)];
    await runs.executor.tick(earlier);
    await runs.passSeconds(1);
    await runs.executor.tick(latest);
    let answered: Promise<boolean> | undefined;
    await runs.db.transaction().execute(async (trx) => {
      // As a worker's turn does, which has the run in its hands.
      const gone = { status: "completed", awaits_contact_id: null, awaits_message_id: null };
      await trx.updateTable("runs").set(gone).where("id", "=", latest.runId).execute();
      answered = runs.answer(rows, "yes");
      await expect.poll(isWaited, PATIENCE).toBe(true);
    });
    expect(await answered).toBe(true);
    await runs.settle();
    expect(await runs.run(earlier)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
  });

  it("two workers with the same job take its step once", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(hook));
    runs.outside(async ({ key }) => void keys.push(key));
    const job = await runs.start(rows);
    await Promise.all([1, 2, 3, 4].map(() => runs.executor.tick(job)));
    expect(keys).toEqual([`${job.runId}:n0`]);
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "n0:next"] });
  });

  it.each(TIMES.slice(0, 6))("a run that is due runs or is skipped when its automation is disabled (%i)", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(pause, hook));
    runs.outside(async ({ key }) => void keys.push(key));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [due = job] = await runs.take();
    await Promise.all([runs.executor.tick(due), disable(rows.automationId)]);
    const { status, path } = await runs.run(job);
    expect([status, keys.length, path.length]).toEqual(
      status === "completed"
        ? ["completed", 1, 3]
        : keys.length === 1
          ? ["skipped", 1, 3]
          : ["skipped", 0, path.length],
    );
  });

  it.each(TIMES.slice(0, 6))("a run that is due runs or is cancelled when its automation is deleted (%i)", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(pause, hook, hook));
    runs.outside(async ({ key }) => void keys.push(key));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [due = job] = await runs.take();
    const { workspaceId, automationId } = rows;
    await Promise.all([
      runs.executor.tick(due),
      runs.store.automations.delete(workspaceId, automationId, viewerOf(rows)),
    ]);
    const { status, path } = await runs.run(job);
    // Of two actions it may have done none, one or both; what it tells of was done.
    expect(path.length - 2).toBeLessThanOrEqual(keys.length);
    expect([status, path.length, keys.length]).toEqual(
      status === "completed" ? ["completed", 4, 2] : ["cancelled", path.length, keys.length],
    );
    expect(await runs.take()).toEqual([]);
  });

  it.each(TIMES.slice(0, 6))("a run that is due goes on by its own version when it is replaced (%i)", async (time) => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(pause, hook));
    runs.outside(async ({ key }) => void keys.push(key));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [due = job] = await runs.take();
    const replaced = () =>
      runs.store.automations.replace(rows.workspaceId, rows.automationId, NEXT, NO_SECRETS, null, null);
    const ticked = () => runs.executor.tick(due);
    await Promise.all(time % 2 === 0 ? [ticked(), late(replaced)] : [replaced(), late(ticked)]);
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "n0:next", "n1:next"] });
    expect(keys).toEqual([`${job.runId}:n1`]);
  });

  it.each(TIMES.slice(0, 6))("a run that is due runs or is cancelled with its deal's other runs (%i)", async () => {
    const rows = await runs.automation(chain(pause));
    const [job, other] = [await runs.start(rows), await runs.start(rows)];
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [due = job] = await runs.take();
    const cancel = () =>
      runs.store.transaction(async (inside) => {
        const held = await inside.runs.hold(other.workspaceId, other.runId);
        return held === null ? 0 : inside.runs.cancelOfDeal(held, null);
      });
    const ticked = runs.executor.tick(due);
    // Who comes while the run is in other hands is told to come again.
    const cancelled = await cancel().catch(() => ticked.then(cancel));
    await ticked;
    expect((await runs.run(job)).status).toBe(cancelled === 1 ? "cancelled" : "completed");
  });

  it.each(TIMES.slice(0, 6))("of two runs that stop each other one is stopped (%i)", async () => {
    const rows = await runs.automation(chain(stop));
    const both = [await runs.start(rows), await runs.start(rows)];
    const again: RunClaim[] = [];
    // Who would have to wait for the other is told to come again, as runners do.
    await Promise.all(both.map((job) => runs.executor.tick(job).catch(() => again.push(job))));
    for (const job of again) await runs.executor.tick(job);
    const ended = await Promise.all(both.map(async (job) => (await runs.run(job)).status));
    expect(ended.toSorted()).toEqual(["cancelled", "completed"]);
  });
});

describe("while its action is under way", () => {
  it("a run whose automation is deleted ends cancelled, and does nothing more", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(hook, hook));
    runs.outside(async ({ key }) => {
      keys.push(key);
      await runs.store.automations.delete(rows.workspaceId, rows.automationId, viewerOf(rows));
    });
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    expect(keys).toHaveLength(1);
    expect(await runs.run(job)).toMatchObject({ status: "cancelled", path: ["start:next"] });
  });

  it("a run whose automation is disabled keeps what was done, and does nothing more", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(hook, hook));
    runs.outside(async ({ key }) => {
      keys.push(key);
      await disable(rows.automationId);
    });
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    expect(keys).toHaveLength(1);
    expect(await runs.run(job)).toMatchObject({ status: "skipped", path: ["start:next", "n0:next"] });
  });

  it("an answer that is faster than the record of its message is taken", async () => {
    const rows = await runs.automation(ASKING);
    runs.outside(async () => void (await runs.answer(rows, "at once")));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
  });

  it("a worker that was too slow writes nothing once another one has taken its action over", async () => {
    const rows = await runs.automation(chain(hook, pause));
    const job = await runs.start(rows);
    const first = await begin(job);
    await runs.passSeconds(31);
    const [overdue = job] = await runs.take();
    const second = await begin(overdue);
    await first.finish();
    expect(await runs.run(job)).toMatchObject({ status: "running", path: ["start:next"] });
    await second.finish();
    expect(await runs.run(job)).toMatchObject({ status: "waiting", path: ["start:next", "n0:next"] });
  });

  it("such an answer is not lost with the worker that sent the message, nor to one that comes when it is sent again", async () => {
    const rows = await runs.automation(ASKING);
    let die: (() => void) | undefined;
    const death = new Promise<void>((resolve) => (die = resolve));
    runs.outside(async () => {
      runs.outside(async () => expect(await runs.answer(rows, "what?")).toBe(false));
      expect(await runs.answer(rows, "at once")).toBe(true);
      die?.();
      return new Promise(() => undefined);
    });
    const job = await runs.start(rows);
    void runs.executor.tick(job);
    await death;
    await runs.passSeconds(60);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
    expect((await rowOf(job)).event.message).toMatchObject({ text: "at once" });
  });
});

describe("a run that waits", () => {
  it("goes on by the version that it began with", async () => {
    const rows = await runs.automation(chain(pause, hook));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await addVersion(rows, chain({ type: "end" }));
    await runs.db.updateTable("automations").set({ version: 2 }).where("id", "=", rows.automationId).execute();
    await runs.passSeconds(60);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "n0:next", "n1:next"] });
  });

  it("is left alone by a claim of an older tick, also once its time has come", async () => {
    const rows = await runs.automation(chain(pause));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.executor.tick(job);
    expect(await runs.take()).toEqual([]);
    await runs.passSeconds(61);
    await runs.executor.tick(job);
    const [timer = job] = await runs.take();
    await runs.executor.tick(job);
    expect(await runs.run(job)).toMatchObject({ status: "waiting", path: ["start:next"] });
    await runs.executor.tick(timer);
    expect(await runs.run(job)).toMatchObject({ status: "completed" });
  });

  it.each([
    ["a wait", chain({ type: "wait", config: { delaySeconds: 1e13 } })],
    ["the longest wait there is", chain({ type: "wait", config: { delaySeconds: 1e300 } })],
    ["a reply", chain({ ...ask, config: { ...ask.config, replyTimeoutSeconds: 1e20 } })],
  ])("for %s beyond the calendar's end goes on at the end", async (_, graph) => {
    const rows = await runs.automation(graph);
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    expect(await runs.run(job)).toMatchObject({ status: "waiting", lastError: null });
    const end = (await rowOf(job)).next_attempt_at;
    expect(end?.toISOString()).toBe("9999-12-31T23:59:59.000Z");
    const { rows: clock } = await sql<{ now: Date }>`select now() as now`.execute(runs.db);
    const seconds = Math.ceil((Number(end) - Number(clock[0]?.now)) / 1000);
    await runs.passSeconds(seconds);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", lastError: null });
    await runs.passSeconds(-seconds);
  });

  it("reads the same whoever cancels it: a person, or another run of its deal", async () => {
    const rows = await runs.automation(chain(pause));
    const [byRun, byPerson, other] = [await runs.start(rows), await runs.start(rows), await runs.start(rows)];
    for (const job of [byRun, byPerson]) await runs.executor.tick(job);
    const place = { automationId: rows.automationId, runId: byPerson.runId };
    await createAutomationRunService({ store: runs.store, now: Date.now }).cancel(viewerOf(rows), place);
    await runs.store.transaction(async (inside) => {
      const held = await inside.runs.hold(other.workspaceId, other.runId);
      if (held !== null) await inside.runs.cancelOfDeal(held, null);
    });
    const stopped = await rowOf(byRun);
    expect(stopped.state).toMatchObject({ status: "cancelled", phase: "ended", wakeAt: null });
    expect(stopped.state).toEqual((await rowOf(byPerson)).state);
  });

  it("waits on when the clock was set back, and is not late when it was set forward", async () => {
    const rows = await runs.automation(chain(pause));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [timer = job] = await runs.take();
    await runs.passSeconds(-3600);
    await runs.executor.tick(timer);
    expect(await runs.run(job)).toMatchObject({ status: "waiting" });
    expect(await runs.take()).toEqual([]);
    await runs.passSeconds(7200);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed" });
  });

  it("waits for fractions of a second as well", async () => {
    const rows = await runs.automation(chain({ type: "wait", config: { delaySeconds: 5.0005 } }));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(5);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "waiting" });
    await runs.passSeconds(0.001);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed" });
  });
});

describe("a run whose turn nobody heard of again", () => {
  it("is begun anew, four times; then it is given up, and can be retried from where it was", async () => {
    const rows = await runs.automation(chain(pause, tag("add_tag")));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(61);
    await runs.lose(5);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({
      status: "dead_letter",
      lastError: expect.stringContaining("ended, 5 times in a row"),
      path: ["start:next"],
    });
    const viewer = viewerOf(rows);
    const place = { automationId: rows.automationId, runId: job.runId };
    const ended = await runs.store.runRecords.read(viewer, place);
    expect(ended?.more.changes).toMatchObject([
      { from: "waiting", to: "dead_letter", why: { code: "turns-lost", params: { turns: 5 } }, by: null },
    ]);
    expect((await createAutomationRunService({ store: runs.store, now: Date.now }).retry(viewer, place)).ok).toBe(true);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", lastError: null });
  });

  it("counts anew once one of them came further, and only turns that are due", async () => {
    const rows = await runs.automation(chain(hook, pause));
    await runs.start(rows);
    await runs.lose(4);
    await runs.settle();
    await runs.lose(1);
    expect(await runs.take()).toEqual([]);
    await runs.passSeconds(31);
    await runs.lose(1);
    expect(await runs.take()).toMatchObject([{ lost: 1 }]);
  });

  it("is taken apart from others from the second time on, one at a time", async () => {
    const rows = await runs.automation(chain(pause));
    await Promise.all([1, 2].map(() => runs.start(rows)));
    const { takeFirst, takeLost } = runs.store.dueRuns;
    await runs.lose(2);
    expect((await takeFirst(100, [])).filter(({ workspaceId }) => workspaceId === rows.workspaceId)).toEqual([]);
    const taken: RunClaim[] = [];
    for (let claim = await takeLost(); claim !== null; claim = await takeLost()) taken.push(claim);
    const own = taken.filter(({ workspaceId }) => workspaceId === rows.workspaceId);
    expect(own).toMatchObject([{ lost: 2 }, { lost: 2 }]);
    await runs.passSeconds(31);
    await runs.settle();
  });

  it("counts for nothing where its process gave it back", async () => {
    const rows = await runs.automation(chain(pause));
    await runs.start(rows);
    await runs.lose(1);
    const [claim] = await runs.take();
    expect(claim).toMatchObject({ lost: 1 });
    if (claim !== undefined) await runs.store.runs.giveBack(claim);
    expect(await runs.take()).toMatchObject([{ runId: claim?.runId }]);
    await runs.passSeconds(31);
    expect(await runs.take()).toMatchObject([{ lost: 1 }]);
  });
});

describe("a round robin", () => {
  it("gives each exit its exact share, whichever version of the automation comes by and however many at once", async () => {
    const rows = await runs.automation(chain({ type: "end" }));
    await addVersion(rows, chain({ type: "end" }));
    const jobs = await Promise.all(Array.from({ length: 30 }, (_, run) => runs.start(rows, (run % 2) + 1)));
    const exits = [
      { id: "a", weight: 1 },
      { id: "b", weight: 2 },
    ];
    const picked = await Promise.all(
      jobs.map(({ workspaceId, runId }) =>
        runs.store.transaction(async (inside) => {
          const run = await inside.runs.hold(workspaceId, runId);
          if (run === null) throw new Error("The run is gone");
          return inside.runs.pickExit(run, "split", (turns) => {
            const { state = turns, exitId = "" } = pickExit(exits, turns) ?? {};
            return { state, value: exitId };
          });
        }),
      ),
    );
    const shares = exits.map(({ id }) => picked.filter((exit) => exit === id).length);
    expect(shares).toEqual([10, 20]);
  });
});

const addVersion = (rows: { workspaceId: string; automationId: string }, graphDefinition: GraphDefinition) =>
  runs.db
    .insertInto("automation_versions")
    .values({
      workspace_id: rows.workspaceId,
      automation_id: rows.automationId,
      version: 2,
      definition: JSON.stringify({ graphDefinition, respectBusinessHours: false, outboundChannelId: null }),
    })
    .execute();

const PATIENCE = { timeout: 20_000 };

const isWaited = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(runs.db);
  return rows.length > 0;
};

const viewerOf = ({ workspaceId }: { workspaceId: string }) =>
  automationPrincipal({ workspaceId, workspace: { timeZone: "UTC", locale: "en" } });

const rowOf = ({ workspaceId, runId }: RunClaim) =>
  runs.db
    .selectFrom("runs")
    .select(["next_attempt_at", "state", "event"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();

/** A worker that has begun the run's action, and ends it when it is told to. */
async function begin(job: RunClaim): Promise<{ finish(): Promise<void> }> {
  let [sayBegun, end] = [(): void => undefined, (): void => undefined];
  const hasBegun = new Promise<void>((resolve) => (sayBegun = resolve));
  const hasEnded = new Promise<void>((resolve) => (end = resolve));
  runs.outside(() => {
    sayBegun();
    return hasEnded;
  });
  const ticked = runs.executor.tick(job);
  await hasBegun;
  return {
    finish() {
      end();
      return ticked;
    },
  };
}

const late = async <T>(work: () => Promise<T>): Promise<T> => {
  await new Promise((resolve) => setImmediate(resolve));
  return work();
};

const disable = (automationId: string) =>
  runs.db.updateTable("automations").set({ enabled: false }).where("id", "=", automationId).execute();
