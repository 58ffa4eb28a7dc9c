import type { GraphDefinition } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAutomationRunService } from "../records/runs-service.ts";
import type { RunClaim } from "../model/run.ts";
import { openRaceRuns, type RaceRuns } from "../testing/race-runs.ts";
import { chain } from "../testing/graphs.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

/** Of the table in docs/runs.md. */
const INSTANTS = ["startedAt", "lastAttemptAt", "nextAttemptAt", "completedAt"] as const;
const NEVER = { startedAt: null, lastAttemptAt: null, nextAttemptAt: null, completedAt: null };
const NOTHING = { attempts: 0, lastError: null, currentNodeId: null, waitingForReply: false };
const NO_ANSWER = expect.stringContaining("no answer");

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

const hook = { type: "action", actionType: "webhook", config: { url: "https://example.com" } } as const;
const pause = { type: "wait", config: { delaySeconds: 60 } } as const;
const unknownTag = { type: "action" as const, actionType: "add_tag" as const, config: { tagIds: ["gone"] } };
const ask = {
  type: "action",
  actionType: "send_whatsapp",
  config: { text: "?", awaitReply: true, replyTimeoutSeconds: 600 },
} as const;
const end = { type: "end" } as const;

/** A run that begins at second 0. */
async function begin(graph: GraphDefinition) {
  const rows = await runs.automation(graph);
  const job = await runs.start(rows);
  const { workspaceId, automationId } = rows;
  const viewer = automationPrincipal({ workspaceId, workspace: { timeZone: "UTC", locale: "en" } });
  const service = createAutomationRunService({ store: runs.store, now: Date.now });
  const from = await startOf(job);

  async function fields(): Promise<unknown> {
    const all = { status: null, isTest: null, dealSeq: null, version: null, nodeId: null };
    const [run] = await runs.store.runRecords.list(
      { workspaceId, memberId: "", role: "owner", visibility: "all" },
      automationId,
      all,
      1,
      null,
    );
    if (run === undefined) throw new Error("The run is gone");
    const { status, attempts, lastError, currentNodeId, waitingForReply } = run;
    const times = Object.fromEntries(INSTANTS.map((name) => [name, secondsAfter(from, run[name])]));
    return { status, attempts, lastError, currentNodeId, waitingForReply, ...times };
  }

  const goesOn = (): Promise<void> => runs.settle();

  return {
    fields,
    /** Does what is due. */
    goesOn,
    /** Begins an action, and reads it meanwhile. */
    async fieldsDuringAction(): Promise<unknown> {
      let read: unknown;
      runs.outside(async () => (read = await fields()));
      await goesOn();
      return read;
    },
    /** Its action fails so many times; each attempt comes an hour later. */
    async failsTimes(times: number): Promise<void> {
      runs.outside(() => Promise.reject(new Error("no answer")));
      await goesOn();
      for (let time = 1; time < times; time += 1) {
        await runs.passSeconds(3600);
        await runs.settle();
      }
    },
    isAnswered: () => runs.answer(rows, "yes"),
    isOff: () => runs.store.automations.setEnabled(workspaceId, automationId, false, null),
    async pressed(what: "cancel" | "retry"): Promise<void> {
      expect((await service[what](viewer, { automationId, runId: job.runId })).ok).toBe(true);
    },
    /** As its ticks are lost with the processes that took them. */
    async isLost(times: number): Promise<void> {
      await runs.lose(times);
      await runs.settle();
    },
  };
}

const secondsAfter = (from: number, at: string | null): number | null =>
  at === null ? null : (Date.parse(at) - from) / 1000;

type LivedRun = Awaited<ReturnType<typeof begin>>;

async function startOf({ runId }: RunClaim): Promise<number> {
  const of = runs.db.selectFrom("runs").select("next_attempt_at").where("id", "=", runId);
  return (await of.executeTakeFirstOrThrow()).next_attempt_at?.getTime() ?? NaN;
}

type Moment = [name: string, graph: GraphDefinition, lived: (run: LivedRun) => Promise<unknown>, fields: object];

const MOMENTS: Moment[] = [
  ["before it begins", chain(pause), async () => {}, { status: "queued", nextAttemptAt: 0 }],
  [
    "at a wait",
    chain(pause),
    (run) => run.goesOn(),
    { status: "waiting", currentNodeId: "n0", startedAt: 0, lastAttemptAt: 0, nextAttemptAt: 60 },
  ],
  [
    "after an attempt that failed",
    chain(hook),
    (run) => run.failsTimes(1),
    {
      status: "waiting",
      currentNodeId: "n0",
      attempts: 1,
      lastError: NO_ANSWER,
      startedAt: 0,
      lastAttemptAt: 0,
      nextAttemptAt: expect.any(Number),
    },
  ],
  [
    "while an answer is awaited",
    chain(ask),
    (run) => run.goesOn(),
    {
      status: "waiting",
      currentNodeId: "n0",
      attempts: 1,
      waitingForReply: true,
      startedAt: 0,
      lastAttemptAt: 0,
      nextAttemptAt: 600,
    },
  ],
  [
    "once the answer came, until it is taken",
    chain(ask),
    async (run) => {
      await run.goesOn();
      await runs.passSeconds(10);
      await run.isAnswered();
    },
    { status: "waiting", currentNodeId: "n0", attempts: 1, startedAt: 0, lastAttemptAt: 0, nextAttemptAt: 10 },
  ],
  [
    "at its end",
    chain(pause, end),
    async (run) => {
      await run.goesOn();
      await runs.passSeconds(60);
      await runs.settle();
    },
    { status: "completed", currentNodeId: "n1", startedAt: 0, lastAttemptAt: 60, completedAt: 60 },
  ],
  [
    "once its action failed for good",
    chain(unknownTag),
    (run) => run.goesOn(),
    {
      status: "failed",
      currentNodeId: "n0",
      lastError: expect.any(String),
      startedAt: 0,
      lastAttemptAt: 0,
      completedAt: 0,
    },
  ],
  [
    "once its attempts are used up",
    chain(hook),
    (run) => run.failsTimes(5),
    {
      status: "dead_letter",
      currentNodeId: "n0",
      lastError: NO_ANSWER,
      startedAt: 0,
      lastAttemptAt: 4 * 3600,
      completedAt: 4 * 3600,
    },
  ],
  [
    "once its ticks were lost, whatever attempts it had",
    chain(hook),
    async (run) => {
      await run.failsTimes(2);
      await runs.passSeconds(3600);
      await run.isLost(5);
    },
    {
      status: "dead_letter",
      currentNodeId: "n0",
      lastError: expect.stringContaining("5 times in a row"),
      startedAt: 0,
      lastAttemptAt: 7350,
      completedAt: 7350,
    },
  ],
  [
    "skipped before it began",
    chain(pause),
    async (run) => {
      await run.isOff();
      await runs.passSeconds(5);
      await run.goesOn();
    },
    { status: "skipped", completedAt: 5 },
  ],
  [
    "skipped between two attempts",
    chain(hook),
    async (run) => {
      await run.failsTimes(1);
      await run.isOff();
      await runs.passSeconds(3600);
      await runs.settle();
    },
    { status: "skipped", currentNodeId: "n0", startedAt: 0, lastAttemptAt: 0, completedAt: 3600 },
  ],
  ["cancelled before it began", chain(pause), (run) => run.pressed("cancel"), { status: "cancelled", completedAt: 0 }],
  [
    "cancelled between two attempts",
    chain(hook),
    async (run) => {
      await run.failsTimes(1);
      await run.pressed("cancel");
    },
    { status: "cancelled", currentNodeId: "n0", startedAt: 0, lastAttemptAt: 0, completedAt: 0 },
  ],
  [
    "once a person retried it",
    chain(hook),
    async (run) => {
      await run.failsTimes(5);
      await runs.passSeconds(10);
      await run.pressed("retry");
    },
    {
      status: "queued",
      currentNodeId: "n0",
      startedAt: 0,
      lastAttemptAt: 4 * 3600,
      nextAttemptAt: 4 * 3600 + 10,
    },
  ],
];

describe("what a run tells of itself", () => {
  it.each(MOMENTS)("%s", async (_, graph, lived, fields) => {
    const run = await begin(graph);
    await lived(run);
    expect(await run.fields()).toEqual({ ...NOTHING, ...NEVER, ...fields });
  });

  it("while its action is under way: its first attempt, and a second one", async () => {
    const first = await begin(chain(hook));
    const running = { ...NOTHING, ...NEVER, status: "running", currentNodeId: "n0", startedAt: 0 };
    expect(await first.fieldsDuringAction()).toEqual({ ...running, attempts: 1, lastAttemptAt: 0, nextAttemptAt: 30 });
    const second = await begin(chain(hook));
    await second.failsTimes(1);
    await runs.passSeconds(100);
    const times = { lastAttemptAt: 100, nextAttemptAt: 130 };
    expect(await second.fieldsDuringAction()).toEqual({ ...running, attempts: 2, lastError: NO_ANSWER, ...times });
  });
});
