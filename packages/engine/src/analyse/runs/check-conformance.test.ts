import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { RunStatus } from "../../contract/run.ts";
import { action, condition, branch, end, graph, trigger, wait } from "../../rules/testing/graphs.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import { checkConformance } from "./check-conformance.ts";
import type { ConformanceOptions } from "./check-conformance.ts";
import type { KnownRun } from "./known-run.ts";
import type { RunPhase } from "./phases.ts";

const definition: GraphDefinition = graph(
  [
    trigger(),
    wait("pause", 3600),
    action("ask", "send_whatsapp", { text: "?", awaitReply: true, replyTimeoutSeconds: 7200 }),
    action("call", "webhook", { url: "https://x.example" }),
    condition("size", branch("big")),
    end(),
    wait("island"),
  ],
  ["start > pause", "pause > ask", "ask replied> call", "call > size", "size branch_big> done"],
);
const at = (minutes: number) => new Date(Date.parse("2026-01-05T12:00:00Z") + minutes * 60_000).toISOString();
const begun = { createdAt: at(0), startedAt: at(0) };

describe("a run that is possible", () => {
  it.each<[string, KnownRun, [string | null, RunPhase][]]>([
    ["not begun", { status: "queued", currentNodeId: null, startedAt: null }, [[null, "new"]]],
    [
      "in its wait",
      { ...begun, status: "waiting", currentNodeId: "pause", nextAttemptAt: at(60) },
      [["pause", "sleeping"]],
    ],
    [
      "waiting for a reply",
      { ...begun, status: "waiting", currentNodeId: "ask", waitingForReply: true, attempts: 1, nextAttemptAt: at(180) },
      [["ask", "awaiting_reply"]],
    ],
    [
      "at its third attempt",
      { ...begun, status: "running", currentNodeId: "call", attempts: 3, lastAttemptAt: at(70) },
      [["call", "performing"]],
    ],
    [
      "between two attempts",
      { ...begun, status: "waiting", currentNodeId: "call", waitingForReply: false, attempts: 2 },
      [["call", "retrying"]],
    ],
    [
      "put off before its first attempt",
      { ...begun, status: "waiting", currentNodeId: "call", waitingForReply: false, attempts: 0 },
      [["call", "retrying"]],
    ],
    [
      "dead",
      { ...begun, status: "dead_letter", currentNodeId: "call", attempts: 0, completedAt: at(200) },
      [["call", "ended"]],
    ],
    [
      "dead, with its attempts still counted",
      { ...begun, status: "dead_letter", currentNodeId: "call", attempts: 5, completedAt: at(81.25) },
      [["call", "ended"]],
    ],
    [
      "given up in its wait",
      { ...begun, status: "dead_letter", currentNodeId: "pause", attempts: 0, givenUp: true, completedAt: at(5) },
      [["pause", "ended"]],
    ],
    [
      "given up at its second attempt",
      { ...begun, status: "dead_letter", currentNodeId: "call", attempts: 2, givenUp: true, completedAt: at(61) },
      [["call", "ended"]],
    ],
    [
      "given up before it began",
      { status: "dead_letter", currentNodeId: null, startedAt: null, attempts: 0, givenUp: true, effects: [] },
      [[null, "ended"]],
    ],
    [
      "asked for again after it died",
      { ...begun, status: "queued", currentNodeId: "call", attempts: 0, completedAt: null },
      [["call", "performing"]],
    ],
    [
      "asked for again in the wait where it was given up",
      { ...begun, status: "queued", currentNodeId: "pause", attempts: 0, givenUp: true },
      [["pause", "sleeping"]],
    ],
    [
      "at its first attempt again, long after five",
      { ...begun, status: "running", currentNodeId: "call", attempts: 1, lastAttemptAt: at(500) },
      [["call", "performing"]],
    ],
    [
      "after three attempts as close as a provider may ask for",
      {
        ...begun,
        status: "waiting",
        currentNodeId: "call",
        attempts: 3,
        lastAttemptAt: at(60 + 5 / 60),
        nextAttemptAt: at(60 + 21 / 60),
      },
      [["call", "retrying"]],
    ],
    [
      "waiting a day for what the other system asked for",
      {
        ...begun,
        status: "waiting",
        currentNodeId: "call",
        attempts: 1,
        lastAttemptAt: at(60),
        nextAttemptAt: at(60 + 1440),
      },
      [["call", "retrying"]],
    ],
    ["skipped before it began", { status: "skipped", currentNodeId: null, startedAt: null }, [[null, "ended"]]],
    [
      "known by its effects",
      { status: "running", effects: ["ask"], attempts: 1, lastAttemptAt: at(61), currentNodeId: "call" },
      [["call", "performing"]],
    ],
  ])("%s", (_, run, expected) => {
    const { verdict, reasons, candidates } = checkConformance(definition, run);
    const found = candidates.map(({ nodeId, phase }) => [nodeId, phase]);
    expect(found).toEqual(expect.arrayContaining(expected));
    // One that ended nowhere may have ended anywhere.
    const isAnywhere = run.currentNodeId === null && run.status !== "queued";
    expect(verdict).toBe(isAnywhere ? "ambiguous" : "consistent");
    expect(reasons).toEqual([]);
  });

  it("may go on at once when its answer came and its turn did not yet", () => {
    const answered: KnownRun = {
      ...begun,
      status: "waiting",
      currentNodeId: "ask",
      attempts: 1,
      nextAttemptAt: at(61),
    };
    expect(checkConformance(definition, { ...answered, waitingForReply: false }).verdict).not.toBe("impossible");
    expect(checkConformance(definition, { ...answered, waitingForReply: true }).verdict).toBe("impossible");
  });

  it("is ambiguous while it may be put off or be tried again", () => {
    const run: KnownRun = { status: "waiting", currentNodeId: "ask", waitingForReply: false };
    expect(checkConformance(definition, run)).toMatchObject({
      verdict: "ambiguous",
      candidates: [
        { nodeId: "ask", phase: "retrying" },
        { nodeId: "ask", phase: "deferred" },
      ],
    });
    expect(checkConformance(definition, run, { respectBusinessHours: false }).verdict).toBe("consistent");
  });

  it("may have failed for business hours that cannot be used, past its fallback", () => {
    const guarded = graph([trigger(), action("tell", "send_whatsapp"), end()], ["start > tell", "tell fallback> done"]);
    const of = (options?: ConformanceOptions) =>
      checkConformance(guarded, { status: "failed", currentNodeId: "tell" }, options).verdict;
    expect([of(), of({ respectBusinessHours: false })]).toEqual(["consistent", "impossible"]);
  });

  it("is ambiguous where its place is not known", () => {
    const { verdict, candidates } = checkConformance(definition, { status: "completed" });
    expect([verdict, candidates.map(({ nodeId }) => nodeId)]).toEqual(["ambiguous", ["ask", "size", "done"]]);
  });
});

describe("a run that is impossible", () => {
  it.each<[string, KnownRun, string]>([
    ["at a node that is not there", { status: "waiting", currentNodeId: "gone" }, "unknown-node"],
    ["at a node that nothing leads to", { status: "waiting", currentNodeId: "island" }, "unreachable-node"],
    [
      "waiting for a reply to a wait",
      { status: "waiting", currentNodeId: "pause", waitingForReply: true },
      "cannot-hold",
    ],
    ["waiting at a condition", { status: "waiting", currentNodeId: "size" }, "cannot-hold"],
    ["waiting nowhere", { status: "waiting", currentNodeId: null }, "cannot-hold"],
    ["completed in the middle", { status: "completed", currentNodeId: "pause" }, "cannot-hold"],
    ["dead at a wait", { status: "dead_letter", currentNodeId: "pause" }, "cannot-hold"],
    [
      "awake before its wait is over",
      { ...begun, status: "waiting", currentNodeId: "pause", nextAttemptAt: at(30) },
      "too-early",
    ],
    [
      "further than its waits allow",
      { ...begun, status: "running", currentNodeId: "call", lastAttemptAt: at(30) },
      "too-early",
    ],
    [
      "dead before all attempts",
      { ...begun, status: "dead_letter", currentNodeId: "call", completedAt: at(61) },
      "too-early",
    ],
    ["dead after its second attempt", { status: "dead_letter", currentNodeId: "call", attempts: 2 }, "wrong-attempts"],
    ["trying again after the last time", { status: "waiting", currentNodeId: "call", attempts: 5 }, "wrong-attempts"],
    ["asleep after an attempt", { status: "waiting", currentNodeId: "pause", attempts: 1 }, "wrong-attempts"],
    [
      "at its third attempt before the first two can have failed",
      { ...begun, status: "running", currentNodeId: "call", attempts: 3, lastAttemptAt: at(60 + 3 / 60) },
      "too-early",
    ],
    [
      "to be tried again sooner than a provider may ask for",
      { ...begun, status: "waiting", currentNodeId: "call", attempts: 3, nextAttemptAt: at(60 + 19 / 60) },
      "too-early",
    ],
    [
      "waiting for a reply to its fourth attempt, as if it were the first",
      {
        ...begun,
        status: "waiting",
        currentNodeId: "ask",
        attempts: 4,
        waitingForReply: true,
        nextAttemptAt: at(180),
      },
      "too-early",
    ],
    ["asked for again at a wait", { ...begun, status: "queued", currentNodeId: "pause" }, "cannot-hold"],
    ["done with waiting", { status: "running", currentNodeId: "call", effects: ["pause"] }, "no-effect"],
    ["done with a condition", { status: "completed", currentNodeId: "done", effects: ["call", "size"] }, "no-effect"],
    ["done with its end", { status: "completed", currentNodeId: "done", effects: ["done"] }, "no-effect"],
    ["done with its trigger", { status: "running", effects: ["start"] }, "no-effect"],
    ["done with what is not there", { status: "running", effects: ["gone"] }, "effects-out-of-order"],
    ["ended before it began", { ...begun, status: "completed", completedAt: at(-5) }, "times-out-of-order"],
    ["running without a start", { status: "running", startedAt: null }, "not-started"],
    ["waiting after its end", { status: "waiting", completedAt: at(5) }, "ended-and-going-on"],
    ["tried too often", { status: "running", attempts: 6 }, "too-many-attempts"],
    [
      "done with what comes later",
      { status: "waiting", currentNodeId: "pause", effects: ["ask"] },
      "effects-out-of-order",
    ],
    ["done in another order", { status: "running", effects: ["call", "ask"] }, "effects-out-of-order"],
    ["of no readable time", { status: "running", startedAt: "soon" }, "unreadable-run"],
    ["of no readable status", { status: "asleep" as "running" }, "unreadable-run"],
    ["of no readable effects", { effects: [Symbol("call") as unknown as string] }, "unreadable-run"],
    [
      "that lets nobody look",
      {
        get status(): "running" {
          throw new Error("no");
        },
      },
      "unreadable-run",
    ],
  ])("%s", (_, run, code) => {
    const { verdict, reasons, candidates } = checkConformance(definition, run);
    expect([verdict, candidates, reasons[0]?.code]).toEqual(["impossible", [], code]);
  });

  it("is no run at all", () => {
    for (const run of [null, 5, [], "run"])
      expect(checkConformance(definition, run as KnownRun).reasons[0]?.code).toBe("unreadable-run");
  });
});

const completed = (minutes: number, ...effects: string[]): KnownRun => ({
  ...begun,
  status: "completed",
  currentNodeId: "done",
  completedAt: at(minutes),
  effects,
});

describe("a run known by what it did", () => {
  const shortcut = graph(
    [trigger(), condition("size", branch("big")), action("call", "webhook"), wait("pause", 3600), end()],
    ["start > size", "size branch_big> call", "call > pause", "pause > done", "size fallback> done"],
  );

  it("took the time of the way there, not of a shorter one", () => {
    expect(checkConformance(shortcut, completed(0)).verdict).toBe("consistent");
    expect(checkConformance(shortcut, completed(60, "call")).verdict).toBe("consistent");
    expect(checkConformance(shortcut, completed(0, "call"))).toMatchObject({
      verdict: "impossible",
      reasons: [{ code: "too-early", nodeId: "done" }],
    });
  });

  it("may have done the same again at the same step", () => {
    expect(checkConformance(shortcut, completed(60, "call", "call")).verdict).toBe("consistent");
  });
});

describe("a run behind a branch that no facts satisfy", () => {
  const never = {
    combinator: "and",
    rules: [
      { field: "deal.value", operator: ">", value: 5 },
      { field: "deal.value", operator: "<", value: 2 },
    ],
  };

  it("is impossible, at its end as on its way", () => {
    const contradictory = graph(
      [trigger(), condition("size", { id: "never", query: never }, branch("big")), wait("pause"), end()],
      ["start > size", "size branch_never> pause", "size branch_big> done"],
    );
    const codes = (run: KnownRun) => checkConformance(contradictory, run).reasons.map(({ code }) => code);
    expect(codes({ status: "waiting", currentNodeId: "pause" })).toEqual(["unreachable-node"]);
    expect(codes({ status: "completed", currentNodeId: "pause" })).toEqual(["unreachable-node"]);
    expect(codes({ status: "completed", currentNodeId: "done" })).toEqual([]);
  });
});

it("a wait beyond the calendar ends with it", () => {
  const ages = graph([trigger(), wait("pause", 1e12), end()], ["start > pause", "pause > done"]);
  const run: KnownRun = { ...begun, status: "waiting", currentNodeId: "pause", nextAttemptAt: "9999-12-31T23:59:59Z" };
  expect(checkConformance(ages, run).verdict).toBe("consistent");
  expect(checkConformance(ages, { ...run, nextAttemptAt: "9999-12-31T00:00:00Z" }).verdict).toBe("impossible");
});

describe("a definition that cannot run", () => {
  it.each(hostileDefinitions)("%s: only runs that failed at once are possible", (_, input) => {
    const of = (run: KnownRun) => checkConformance(input as GraphDefinition, run).verdict;
    expect([
      of({ status: "failed" }),
      of({ status: "running" }),
      of({ status: "waiting", currentNodeId: "a" }),
    ]).toEqual(["consistent", "impossible", "impossible"]);
  });
});

describe("a run in a wait until a date of its deal", () => {
  const until: JsonObject = { kind: "field", field: "deal.expectedCloseAt" };
  it.each<[string, JsonObject, RunStatus, RunPhase[]]>([
    ["waits where its deal has one", { until }, "waiting", ["sleeping"]],
    ["goes on at once where it has none", { until }, "running", ["passing"]],
    ["goes on at once where that is over", { until, delaySeconds: 60 }, "running", ["passing"]],
  ])("%s", (_, config, status, phases) => {
    const patient = graph([trigger(), { id: "date", type: "wait", config }], ["start > date"]);
    const { candidates } = checkConformance(patient, { ...begun, status, currentNodeId: "date" });
    expect(candidates).toEqual(phases.map((phase) => ({ nodeId: "date", phase })));
  });
});
