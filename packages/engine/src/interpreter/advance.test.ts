import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import type { JsonValue } from "../contract/json.ts";
import type { BusinessHours, RunEvent, RunState } from "../contract/run.ts";
import { advance, openEffect, startState } from "./advance.ts";
import { compileRun } from "./compile-run.ts";
import { BACKOFF_MS, MAX_RETRY_AFTER_MS, retryDelay } from "./retry.ts";
import { events, graphs, states } from "./testing/arbitraries.ts";
import { action, around, path, play, START } from "./testing/run.ts";
import type { Happening } from "./testing/run.ts";

const SECOND = 1000;
const transient: Happening = { type: "perform_failed", error: { message: "503", permanent: false }, random: 0 };
const send = around(action("send_whatsapp"), ["next"]);

const delay = (attempt: number, random: number, retryAfterMs?: number) =>
  retryDelay(
    attempt,
    { message: "", permanent: false, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    random,
  );

describe("retries", () => {
  it("wait for the backoff and count the attempts", () => {
    const failed = play(send, [transient]);
    expect(failed.state).toMatchObject({ status: "waiting", phase: "retrying", attempts: 1, lastError: "503" });
    expect(failed.effects).toEqual([{ type: "sleep", nodeId: "n", until: START + 15 * SECOND, reason: "retry" }]);
    const again = play(send, [transient, { type: "woke" }]);
    expect(again.effects).toMatchObject([{ type: "perform", attempt: 2 }]);
    expect(again.state).toMatchObject({ status: "running", attempts: 2, wakeAt: null });
  });

  it("keep why the last one failed as data too, in the state and in the step", () => {
    const failure = [{ code: "host-silent", params: { host: "crm.example.com", detail: "ETIMEDOUT" } }];
    const failed = play(send, [{ ...transient, error: { ...transient.error, failure } }]);
    expect(failed.state.lastFailure).toEqual(failure);
    expect(failed.steps.at(-1)?.why).toMatchObject({ code: "attempt-failed", params: { message: "503", failure } });
    expect(play(send, [transient]).state.lastFailure).toBeNull();
  });

  it("forget the error once an attempt succeeds", () => {
    expect(play(send, [transient, { type: "woke" }, { type: "performed" }]).state).toMatchObject({
      status: "completed",
      lastError: null,
      lastFailure: null,
    });
  });

  it.each<[string, Parameters<typeof delay>, number]>([
    ["half the first backoff without jitter", [1, 0], 15 * SECOND],
    ["all of it with the most", [1, 1], 30 * SECOND],
    ["the last backoff", [4, 1], 1920 * SECOND],
    ["what the provider asks for, when it is longer", [1, 1, 90_000], 90 * SECOND],
    ["and when it is shorter", [4, 1, 90_000], 90 * SECOND],
    ["a second at least", [1, 1, 0], SECOND],
    ["longer at least where it was not kept before", [4, 1, 1], 64 * SECOND],
    ["at most a day", [1, 1, Infinity], MAX_RETRY_AFTER_MS],
    ["the backoff for nonsense", [1, NaN, NaN], 15 * SECOND],
    ["the backoff for less than nothing", [1, -1, -1], 15 * SECOND],
  ])("wait %s", (_, failure, expected) => expect(delay(...failure)).toBe(expected));

  it("back off further each time", () => {
    for (let step = 1; step < BACKOFF_MS.length; step += 1) expect(delay(step + 1, 0)).toBeGreaterThan(delay(step, 1));
  });
});

describe("business hours", () => {
  const hours: BusinessHours = { timeZone: "UTC", days: [{ weekday: 2, from: "09:00", to: "10:00" }] };
  const settings = { respectBusinessHours: true, businessHours: hours };
  const TUESDAY_NINE = Date.parse("2026-01-06T09:00:00Z");

  it.each(["send_whatsapp", "send_email", "reply_instagram_comment", "send_instagram_private_reply"] as const)(
    "put off %s to the next opening",
    (type) => {
      const { state, effects } = play(around(action(type), []), [], settings);
      expect(state).toMatchObject({ status: "waiting", phase: "deferred", attempts: 0, wakeAt: TUESDAY_NINE });
      expect(effects).toEqual([{ type: "sleep", nodeId: "n", until: TUESDAY_NINE, reason: "business_hours" }]);
    },
  );

  it("do not put off what reaches no customer", () => {
    expect(play(around(action("add_tag"), []), [], settings).effects).toMatchObject([{ type: "perform" }]);
  });

  it("do not put off a wait that carries an action type, which means nothing there", () => {
    const wait = { ...action("send_email", { delaySeconds: 5 }), type: "wait" as const };
    expect(play(around(wait, []), [], settings).state).toMatchObject({ phase: "sleeping", wakeAt: START + 5000 });
  });

  it.each([
    ["respectBusinessHours is off", { businessHours: hours }],
    ["the workspace has none", { respectBusinessHours: true }],
  ])("do nothing where %s", (_, other) => {
    expect(play(send, [], other).effects).toMatchObject([{ type: "perform" }]);
  });

  it("act at the opening, and put off again when the alarm was late", () => {
    expect(play(send, [{ type: "woke" }], settings).effects).toMatchObject([{ type: "perform", attempt: 1 }]);
    const late = play(send, [{ type: "woke", at: TUESDAY_NINE + 3_600_000 }], settings);
    expect(late.state).toMatchObject({ phase: "deferred", wakeAt: TUESDAY_NINE + 7 * 86_400_000 });
  });

  it("hold for retries too, and keep count", () => {
    const almostClosed = TUESDAY_NINE + 3_599_000;
    const happenings: Happening[] = [
      { type: "woke", at: almostClosed },
      { ...transient, at: almostClosed },
      { type: "woke" },
    ];
    expect(play(send, happenings, settings).state).toMatchObject({ phase: "deferred", attempts: 1, lastError: "503" });
  });

  it.each<[string, BusinessHours, string]>([
    ["never open", { timeZone: "UTC", days: [] }, "The business hours never open."],
    ["are in an unknown zone", { timeZone: "Mars/Base", days: [] }, "There is no time zone “Mars/Base”."],
  ])("fail the run when they %s", (_, businessHours, lastError) => {
    expect(play(send, [], { respectBusinessHours: true, businessHours }).state).toMatchObject({
      status: "failed",
      lastError,
    });
  });
});

describe("events that the state does not expect change nothing", () => {
  const wait = around({ type: "wait", config: { delaySeconds: 60 } }, ["next"]);
  it.each<[string, GraphDefinition, Happening[]]>([
    ["a second start", wait, [{ type: "started" }]],
    ["an alarm before its time", wait, [{ type: "woke", at: START + 59_999 }]],
    ["an answer of another effect, though the time is up", wait, [{ type: "performed", at: START + 60_000 }]],
    ["a reply while waiting", wait, [{ type: "replied", reply: { text: "hi" } }]],
    ["an alarm while performing", send, [{ type: "woke" }]],
    ["a pick while performing", send, [{ type: "exit_picked", exitId: "a" }]],
    ["anything after the end", send, [{ type: "performed" }, { type: "performed" }]],
  ])("%s", (_, graph, happenings) => {
    const before = play(graph, happenings.slice(0, -1));
    const after = play(graph, happenings);
    expect(after).toEqual({ accepted: false, state: before.state, effects: [], steps: [] });
  });

  const turn = around({ type: "round_robin", config: { exits: [{ id: "a" }] } }, ["rr_a"]);
  const twice: GraphDefinition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "n", ...action("add_tag") },
      { id: "m", ...action("remove_tag") },
    ],
    edges: [
      { source: "start", target: "n" },
      { source: "n", target: "m" },
    ],
  };
  it.each<[string, GraphDefinition, Happening[]]>([
    ["a success of the attempt before", send, [transient, { type: "woke" }, { type: "performed", attempt: 1 }]],
    ["a failure of the attempt before", send, [transient, { type: "woke" }, { ...transient, attempt: 1 }]],
    ["a success of an attempt to come", send, [{ type: "performed", attempt: 2 }]],
    ["a success of an action that was done before", twice, [{ type: "performed" }, { type: "performed", nodeId: "n" }]],
    ["a failure of an action that was done before", twice, [{ type: "performed" }, { ...transient, nodeId: "n" }]],
    ["a pick of another node", turn, [{ type: "exit_picked", nodeId: "start", exitId: "a" }]],
  ])("%s, which is stale", (_, graph, happenings) => {
    const before = play(graph, happenings.slice(0, -1));
    const after = play(graph, happenings);
    expect(after).toEqual({ accepted: false, state: before.state, effects: [], steps: [] });
  });

  it("an event before the start", () => {
    expect(advance(compileRun(send), startState(), { type: "woke", at: START, facts: {} }).accepted).toBe(false);
  });
});

describe("graphs that are not finished", () => {
  const trigger = { id: "start", type: "trigger" as const };
  it.each<[string, unknown, string, string]>([
    ["no definition", null, "no-nodes", "The automation has no list of nodes."],
    ["no nodes", { version: 2 }, "no-nodes", "The automation has no list of nodes."],
    ["no trigger", { version: 2, nodes: [{ id: "a", type: "end" }] }, "no-trigger", "The automation has no trigger."],
    [
      "a trigger without an id",
      { version: 2, nodes: [{ type: "trigger" }] },
      "no-trigger",
      "The automation has no trigger.",
    ],
    [
      "two triggers",
      { version: 2, nodes: [trigger, { id: "b", type: "trigger" }] },
      "several-triggers",
      "The automation has 2 triggers; it needs exactly one.",
    ],
    [
      "a circle",
      { version: 2, nodes: [trigger], edges: [{ source: "start", target: "start" }] },
      "cycle",
      "The automation runs in a circle: remove the cycle.",
    ],
  ])("fail at the start with %s", (_, definition, problem, lastError) => {
    const { state, effects, steps } = play(definition as GraphDefinition, []);
    expect(state).toMatchObject({ status: "failed", phase: "ended", lastError });
    expect(effects).toEqual([{ type: "finish", status: "failed" }]);
    expect(steps).toMatchObject([
      { nodeId: "", handle: null, why: { code: "not-runnable", params: { message: lastError, problem } } },
    ]);
    expect(compileRun(definition as GraphDefinition)).toMatchObject({
      problem: lastError,
      problemReason: { code: problem },
    });
  });

  it.each<[string, unknown]>([
    ["an action without a type", { type: "action" }],
    ["an action of an unknown type", { type: "action", actionType: "fly" }],
    ["a wait without a duration", { type: "wait" }],
    ["a wait of less than no time", { type: "wait", config: { delaySeconds: -1 } }],
    ["a wait without end", { type: "wait", config: { delaySeconds: Infinity } }],
    ["a wait whose duration is no number", { type: "wait", config: { delaySeconds: NaN } }],
    ["a node of an unknown type", { type: "loop" }],
  ])("fail where they cannot go on: %s", (_, node) => {
    expect(play(around(node as { type: "wait" }, ["next"]), []).state).toMatchObject({ status: "failed", nodeId: "n" });
  });

  it("run over junk beside the path", () => {
    const junk = {
      version: 2,
      nodes: [null, 5, trigger, { type: "end" }],
      edges: [null, { source: "start", target: "gone" }],
    };
    expect(path(play(junk as unknown as GraphDefinition, []))).toEqual(["start:next", "start"]);
  });

  it("take the first of nodes that share an id", () => {
    const twice: GraphDefinition = {
      version: 2,
      nodes: [
        trigger,
        { id: "n", type: "wait", config: { delaySeconds: 60 } },
        { id: "n", type: "wait", config: { delaySeconds: 90 } },
      ],
      edges: [{ source: "start", target: "n" }],
    };
    expect(play(twice, []).state.wakeAt).toBe(START + 60_000);
  });

  it("pass over parts without an id", () => {
    const query = { combinator: "and", rules: [] };
    const branches = [null, "x", { query }, { id: 5, query }, { id: "b", query }] as unknown as JsonValue[];
    expect(path(play(around({ type: "condition", condition: { branches } }, ["branch_b"]), []))).toContain(
      "n:branch_b",
    );
    const exits = [null, { weight: 9 }, { id: 5 }, { id: "a" }] as JsonValue[];
    expect(play(around({ type: "round_robin", config: { exits } }, []), []).effects).toMatchObject([
      { exits: [{ id: "a", weight: 1 }] },
    ]);
  });

  it("pass several conditions in one go", () => {
    const conditions = Array.from({ length: 40 }, (_, index) => ({ id: `c${index}`, type: "condition" as const }));
    const edges = conditions.map(({ id }, index) => ({
      source: id,
      target: `c${index + 1}`,
      sourceHandle: "fallback",
    }));
    const answer = play(
      { version: 2, nodes: [trigger, ...conditions], edges: [{ source: "start", target: "c0" }, ...edges] },
      [],
    );
    expect(answer.steps).toHaveLength(42);
    expect(answer.state.seq).toBe(42);
  });
});

const no = () => {
  throw new Error("no");
};

describe("laws", () => {
  it("never throws; what happens to a run adds steps and opens one effect, what is not accepted changes nothing", () => {
    fc.assert(
      fc.property(graphs, states, events, fc.boolean(), (graph, state, event, respectBusinessHours) => {
        const hours: BusinessHours = { timeZone: "Europe/Lisbon", days: [{ weekday: 1, from: "09:00", to: "24:00" }] };
        const answer = advance(compileRun(graph, { respectBusinessHours, businessHours: hours }), state, event);
        if (!answer.accepted) {
          expect(answer).toEqual({ accepted: false, state, effects: [], steps: [] });
          return;
        }
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
        if (!("facts" in event)) return void expect(answer.steps).toEqual([]);
        expect(answer.effects).toHaveLength(1);
        expect(answer.steps.map(({ seq }) => seq)).toEqual(answer.steps.map((_, index) => state.seq + index + 1));
        expect(answer.state.seq).toBe(state.seq + answer.steps.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("never throws for what is no event, or no state", () => {
    const plan = compileRun(send);
    const begun = advance(plan, startState(), { type: "started", at: START, facts: {} }).state;
    const anything = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true }), events);
    const bent = fc.tuple(events, fc.string(), anything).map(([event, key, value]) => ({ ...event, [key]: value }));
    const worse = fc
      .tuple(events, fc.constantFrom("type", "at", "facts", "nodeId", "attempt", "error", "random", "exitId", "reply"))
      .chain(([event, key]) => anything.map((value) => ({ ...event, [key]: value })));
    const unwilling: unknown = new Proxy({}, { get: no, has: no, ownKeys: no });
    fc.assert(
      fc.property(
        fc.oneof(anything, bent, worse),
        fc.oneof(fc.constant(begun), anything, states),
        fc.nat(20),
        (some, other, fate) => {
          const [event, state] = [fate === 0 ? unwilling : some, fate === 1 ? unwilling : other];
          const answer = advance(plan, state as RunState, event as RunEvent);
          if (!answer.accepted)
            expect([answer.state === state || Number.isNaN(state), answer.steps]).toEqual([true, []]);
          openEffect(plan, state as RunState);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a failure without an error", { type: "perform_failed", random: 0 }],
    ["an error without a message", { type: "perform_failed", random: 0, error: { permanent: true } }],
    ["an error that is no object", { type: "perform_failed", random: 0, error: "503" }],
    ["no time", { type: "performed", at: NaN }],
    ["a time outside the calendar", { type: "performed", at: 9e15 }],
    ["no facts", { type: "performed", facts: null }],
    ["the name of a plain object's property", { type: "constructor" }],
  ])("takes no event that is %s", (_, event) => {
    const plan = compileRun(send);
    const begun = advance(plan, startState(), { type: "started", at: START, facts: {} }).state;
    const moment = { at: START, facts: {}, nodeId: "n", attempt: 1 };
    const given = (typeof event === "object" && event !== null ? { ...moment, ...event } : event) as RunEvent;
    expect(advance(plan, begun, given)).toEqual({ accepted: false, state: begun, effects: [], steps: [] });
  });

  it("leaves its arguments alone", () => {
    fc.assert(
      fc.property(graphs, states, events, (graph, state, event) => {
        const before = structuredClone([state, event, graph]);
        advance(compileRun(graph), state, event);
        expect([state, event, graph]).toEqual(before);
      }),
    );
  });
});
