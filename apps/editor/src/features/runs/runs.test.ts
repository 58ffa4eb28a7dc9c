import type { AutomationRunDetail, AutomationStats } from "@trilho/api-client";
import { simulateRun, type GraphDefinition, type Scenario } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { conformanceOf, saidOf } from "./conformance.ts";
import { realPlace } from "../../simulation/real-run.ts";
import { continuationOf, factsSeen } from "./continuation.ts";
import { answersBySeq, traceOf } from "./trace.ts";
import { heatOf, sharedWith } from "./ways.ts";

const definition: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "?", buttons: [{ id: "yes", label: "Yes" }] },
    },
    { id: "turn", type: "round_robin", config: { exits: [{ id: "ana" }, { id: "bia" }] } },
    { id: "hook", type: "action", actionType: "webhook", config: { url: "https://example.com" } },
    { id: "pause", type: "wait", config: { delaySeconds: 3600 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "1", source: "start", target: "ask" },
    { id: "2", source: "ask", target: "turn", sourceHandle: "btn_yes" },
    { id: "3", source: "turn", target: "hook", sourceHandle: "rr_ana" },
    { id: "4", source: "turn", target: "end", sourceHandle: "rr_bia" },
    { id: "5", source: "hook", target: "pause" },
    { id: "6", source: "pause", target: "end" },
  ],
};
const START = "2026-01-05T12:00:00.000Z";
const WORLD: Pick<Scenario, "outcomes" | "roundRobin"> = {
  outcomes: {
    ask: { type: "reply", afterSeconds: 600, reply: { buttonId: "yes" } },
    hook: { type: "fail", times: 2, message: "busy" },
  },
  roundRobin: { turn: { ana: 1 } },
};

/** A run that has gone as a simulated one, up to a number of its steps. */
function runOf(world: Pick<Scenario, "outcomes" | "roundRobin">, count = 1000): AutomationRunDetail {
  const { trace } = simulateRun(definition, { startAt: START, facts: {}, ...world });
  const steps = trace.slice(0, count).map(({ seq, at, nodeId, handle, edgeId, why }) => ({
    seq,
    at,
    nodeId,
    handle,
    edgeId,
    why: { code: why.code, params: why.params },
  }));
  const last = trace[Math.min(count, trace.length) - 1];
  const sleeping = last?.effect?.type === "sleep" ? last.effect : null;
  return {
    runId: "r",
    dealId: "d",
    status: sleeping ? "waiting" : "completed",
    triggerType: "deal_created",
    automationVersion: 1,
    attempts: 0,
    lastError: null,
    currentNodeId: last?.nodeId ?? null,
    chainId: null,
    triggerDepth: 0,
    waitingForReply: sleeping?.reason === "reply",
    createdAt: START,
    startedAt: START,
    lastAttemptAt: last?.at ?? START,
    nextAttemptAt: sleeping ? new Date(sleeping.until).toISOString() : null,
    completedAt: sleeping ? null : (last?.at ?? null),
    phase: sleeping ? "sleeping" : "ended",
    leaseUntil: null,
    deal: null,
    event: {},
    steps,
    effects: [
      {
        nodeId: "hook",
        actionType: "webhook",
        config: { url: "https://example.com" },
        attempts: 3,
        ok: true,
        result: { status: 200 },
        error: null,
        at: START,
      },
    ],
    changes: [],
    deliveries: [],
    respectBusinessHours: false,
    graphDefinition: definition,
  };
}

describe("going on from a run in the simulator", () => {
  it("goes the way the run went, and on from there", () => {
    const run = runOf(WORLD, 12);
    const { name: _name, keepHours: _keep, ...scenario } = continuationOf(run, {}, "x");
    const again = simulateRun(definition, scenario);
    expect(again.trace.slice(0, run.steps.length).map(({ nodeId, handle, why }) => [nodeId, handle, why.code])).toEqual(
      run.steps.map(({ nodeId, handle, why }) => [nodeId, handle, why.code]),
    );
    expect(again.status).toBe("completed");
  });

  it("stands where the run stands, whatever follows there", () => {
    const { trace } = simulateRun(definition, { startAt: START, facts: {}, ...WORLD });
    for (let count = 1; count <= trace.length; count += 1) {
      const { steps } = runOf(WORLD, count);
      expect(realPlace(trace, steps)).toEqual({ index: count - 1, parted: false });
    }
  });

  it("stands where their ways part when the run went another way than the simulator", () => {
    const { trace } = simulateRun(definition, { startAt: START, facts: {}, outcomes: { ask: { type: "silence" } } });
    expect(realPlace(trace, runOf(WORLD).steps)).toEqual({ index: 0, parted: true });
    expect(realPlace(trace, [{ nodeId: "other", handle: "next" }])).toEqual({ index: 0, parted: true });
    expect(realPlace([], runOf(WORLD).steps)).toEqual({ index: 0, parted: true });
  });

  it("a step that was retried by hand is gone through once", () => {
    const { trace } = simulateRun(definition, {
      startAt: START,
      facts: {},
      ...WORLD,
      outcomes: { ...WORLD.outcomes, hook: { type: "fail_permanently" } },
    });
    const { steps } = runOf({ ...WORLD, outcomes: { ...WORLD.outcomes, hook: { type: "fail_permanently" } } });
    expect(realPlace(trace, [...steps, ...steps.slice(-2)])).toEqual({ index: trace.length - 1, parted: false });
  });

  it("of a deal that has changed since, knows what the run's decisions saw", () => {
    const run = runOf(WORLD, 1);
    const rule = { held: true, field: "deal.value", operator: ">=", expected: 10, actual: 18 };
    const why = {
      code: "branch",
      params: {
        branchId: "large",
        label: "Large",
        rules: [rule, { ...rule, field: "deal.customFields.a b", actual: null }, "odd"],
      },
    };
    const steps = [...run.steps, { seq: 2, at: START, nodeId: "size", handle: "branch_large", edgeId: null, why }];
    expect(factsSeen({ ...run, steps }, { deal: { value: 1, name: "Now" } })).toEqual({
      deal: { value: 18, name: "Now", customFields: { "a b": null } },
    });
  });

  it.each<[string, Scenario["outcomes"], unknown]>([
    ["silence", { ask: { type: "silence" } }, { ask: { type: "silence" } }],
    [
      "free text",
      { ask: { type: "reply", afterSeconds: 60, reply: { text: "hm" } } },
      { ask: { type: "reply", afterSeconds: 60, reply: { text: "hm" } } },
    ],
    [
      "an action that failed for good",
      { ask: { type: "fail_permanently", message: "no" } },
      { ask: { type: "fail_permanently", message: "no" } },
    ],
    [
      "an action that was given up",
      { ask: { type: "fail", times: 5, message: "no" } },
      { ask: { type: "fail", times: 5, message: "no" } },
    ],
  ])("knows %s", (_, outcomes, expected) => {
    expect(continuationOf(runOf({ outcomes }), {}, "x").outcomes).toEqual(expected);
  });

  it("forgets a failure that a person had tried again with success", () => {
    const run = runOf({ outcomes: { ask: { type: "fail_permanently" } } });
    const asked = { seq: 9, at: START, nodeId: "ask", handle: null, edgeId: null };
    const steps = [...run.steps, { ...asked, why: { code: "awaiting-reply", params: {} } }];
    expect(continuationOf({ ...run, steps }, {}, "x").outcomes).toEqual({});
  });
});

describe("a run's history", () => {
  it("shows what was sent at the attempt that sent it", () => {
    const run = runOf(WORLD);
    const sends = traceOf(run).trace.filter(({ effect }) => effect !== null);
    expect(sends.map(({ nodeId, rendered }) => [nodeId, rendered])).toEqual([
      ["hook", { url: "https://example.com" }],
      ["hook", { url: "https://example.com" }],
      ["hook", { url: "https://example.com" }],
    ]);
    expect([...answersBySeq(run).keys()]).toEqual([sends.at(-1)?.seq]);
  });

  it("is consistent with its version, and impossible where it stands too early", () => {
    expect(conformanceOf(runOf(WORLD)).verdict).toBe("consistent");
    const waits = { status: "waiting" as const, currentNodeId: "pause", completedAt: null };
    const early = { ...runOf(WORLD), ...waits, nextAttemptAt: "2026-01-05T12:59:00.000Z" };
    expect(conformanceOf(early)).toMatchObject({ verdict: "impossible", reasons: [{ code: "too-early" }] });
  });

  it("did what it did in the order of its steps, also within one instant", () => {
    const run = runOf(WORLD);
    const [hook] = run.effects;
    const ask = hook === undefined ? [] : [{ ...hook, nodeId: "ask" }];
    expect(conformanceOf({ ...run, effects: [...run.effects, ...ask] }).verdict).toBe("consistent");
  });

  it("of a test that skips waits is never too early", () => {
    const { event, ...run } = runOf(WORLD);
    const done = { ...run, completedAt: START, lastAttemptAt: START };
    expect(conformanceOf({ ...done, event }).verdict).toBe("impossible");
    expect(conformanceOf({ ...done, event: { event: { skipWaits: true } } }).verdict).toBe("consistent");
  });

  it("of a test whose time was let pass is as far as its own clock allows", () => {
    const waits = { status: "waiting" as const, currentNodeId: "pause", completedAt: null };
    const passed = { ...runOf(WORLD), ...waits, nextAttemptAt: START };
    expect(conformanceOf(passed).verdict).toBe("impossible");
    expect(conformanceOf({ ...passed, clockAheadMs: 86_400_000 }).verdict).toBe("consistent");
  });

  it("that was given up died wherever it stood", () => {
    const run = { ...runOf(WORLD, 1), status: "dead_letter" as const, currentNodeId: "pause", effects: [] };
    const change: AutomationRunDetail["changes"][number] = {
      at: START,
      from: "waiting",
      to: "dead_letter",
      why: { code: "turns-lost", params: { turns: 5 } },
      by: null,
    };
    const dead = { ...run, nextAttemptAt: null, waitingForReply: false };
    const ended = { ...dead, completedAt: "2026-01-05T13:10:00.000Z" };
    expect(conformanceOf(ended).verdict).toBe("impossible");
    expect(conformanceOf({ ...ended, changes: [change] }).verdict).toBe("consistent");
  });

  it("that waits at one step, for whatever reason, went as its version says", () => {
    const put = { status: "waiting" as const, currentNodeId: "ask", completedAt: null, effects: [] };
    const run = { ...runOf(WORLD), ...put, attempts: 0, waitingForReply: false, respectBusinessHours: true };
    const found = conformanceOf(run);
    expect(new Set(found.candidates.map(({ phase }) => phase))).toEqual(new Set(["retrying", "deferred"]));
    expect(saidOf(run, found)).toBe("consistent");
  });

  it.each(["failed", "dead_letter"] as const)("that is %s went as its version says until then", (status) => {
    const run = { ...runOf(WORLD), status };
    expect(saidOf(run, { verdict: "consistent", reasons: [], candidates: [{ nodeId: "hook", phase: "ended" }] })).toBe(
      "untilFailure",
    );
    expect(saidOf(run, { verdict: "impossible", reasons: [], candidates: [] })).toBe("impossible");
  });

  it("that may have ended at several steps says so", () => {
    const candidates = ["hook", "ask"].map((nodeId) => ({ nodeId, phase: "ended" as const }));
    expect(saidOf(runOf(WORLD), { verdict: "ambiguous", reasons: [], candidates })).toBe("ambiguous");
  });

  it("of a failed action that is to be tried again is possible", () => {
    const run = runOf({ ...WORLD, outcomes: { ...WORLD.outcomes, hook: { type: "fail_permanently" } } });
    const queued = { ...run, status: "queued" as const, completedAt: null, effects: [] };
    expect(conformanceOf(queued).verdict).toBe("consistent");
  });
});

it("counts of runs lie on the steps and connections of the drawing, whatever other versions had", () => {
  const stats = {
    runs: 3,
    ways: [
      { nodeId: "start", handle: "next", edgeId: "1", runs: 3 },
      { nodeId: "ask", handle: null, edgeId: null, runs: 2 },
      { nodeId: "ask", handle: "btn_yes", edgeId: "2", runs: 1 },
      { nodeId: "turn", handle: null, edgeId: null, runs: 1 },
      { nodeId: "gone", handle: "next", edgeId: "9", runs: 1 },
    ],
  } as unknown as AutomationStats;
  const { result } = heatOf(stats, definition);
  expect(result.nodes.filter(({ visits }) => visits > 0)).toEqual([
    { nodeId: "start", visits: 3 },
    { nodeId: "ask", visits: 3 },
    { nodeId: "turn", visits: 1 },
  ]);
  expect(result.edges.map(({ taken }) => taken)).toEqual([3, 1, 0, 0, 0, 0]);
});

it("runs that a handle led elsewhere in another version are not counted on its way of now", () => {
  const stats = {
    runs: 4,
    ways: [
      { nodeId: "start", handle: "next", edgeId: "1", runs: 4 },
      { nodeId: "ask", handle: null, edgeId: null, runs: 1 },
      { nodeId: "gone", handle: null, edgeId: null, runs: 3 },
    ],
  } as unknown as AutomationStats;
  expect(heatOf(stats, definition).result.edges[0]).toEqual({ edge: 0, taken: 1 });
});

it("of a changed drawing only what ran is counted: no new step, and no edge that led elsewhere", () => {
  const [first, ...rest] = definition.edges ?? [];
  const drawn: GraphDefinition = {
    ...definition,
    nodes: [...definition.nodes, { id: "new", type: "wait", config: { delaySeconds: 60 } }],
    edges: [
      { id: "1", source: "start", target: "new" },
      { id: "0", source: "new", target: first?.target ?? "" },
      ...rest,
    ],
  };
  expect(sharedWith(drawn, definition)).toEqual({ ...definition, edges: rest });
  expect(sharedWith(definition, definition)).toBe(definition);
});
