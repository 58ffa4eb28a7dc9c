import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTION_TYPES } from "../contract/definition.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { BusinessHours, RunEvent, RunState } from "../contract/run.ts";
import { advance, openEffect, startState } from "./advance.ts";
import { compileRun } from "./compile-run.ts";
import { events, graphs, states } from "./testing/arbitraries.ts";
import { action, around, path, play, START } from "./testing/run.ts";
import type { Happening } from "./testing/run.ts";

const HOUR = 3_600_000;
const send = around(action("send_whatsapp"), ["next"]);
const pause = around({ type: "wait", config: { delaySeconds: 60 } }, ["next"]);
const ask = around(action("send_whatsapp", { buttons: [{ id: "yes" }] }), ["btn_yes", "text_reply", "replied"]);
const broken = around({ type: "wait" }, ["next"]);

const cancelled: Happening = { type: "cancelled" };
const skipped: Happening = { type: "skipped", error: { message: "switched off" } };
const abandoned: Happening = { type: "abandoned", error: { message: "again and again" } };
const retried: Happening = { type: "retried" };
const refused: Happening = { type: "perform_failed", error: { message: "no", permanent: true }, random: 0 };
const failed: Happening = { type: "perform_failed", error: { message: "503", permanent: false }, random: 0 };
const stalled: Happening = { type: "stalled" };
const woke: Happening = { type: "woke" };
const done: Happening = { type: "performed" };
const putOff = (begun = false, message: string | null = "busy"): Happening => ({
  type: "put_off",
  until: START + HOUR,
  error: message === null ? null : { message },
  begun,
});

const OVER = { phase: "ended", attempts: 0, wakeAt: null, nodeId: "n" };
const nothing = (state: RunState) => ({ accepted: false, state, effects: [], steps: [] });

describe("a run", () => {
  it.each<[string, GraphDefinition, Happening[], object, object[]]>([
    [
      "that is cancelled while it waits is over where it stood",
      pause,
      [cancelled],
      { ...OVER, status: "cancelled", lastError: null },
      [{ type: "finish", status: "cancelled" }],
    ],
    [
      "that is cancelled between two attempts forgets why the first failed",
      send,
      [failed, cancelled],
      { ...OVER, status: "cancelled", lastError: null },
      [{ type: "finish", status: "cancelled" }],
    ],
    [
      "that is skipped is over, and says why",
      pause,
      [skipped],
      { ...OVER, status: "skipped", lastError: "switched off" },
      [{ type: "finish", status: "skipped" }],
    ],
    [
      "that is abandoned is dead letter where it stood",
      pause,
      [abandoned],
      { status: "dead_letter", phase: "sleeping", wakeAt: START + 60_000, nodeId: "n", lastError: "again and again" },
      [{ type: "finish", status: "dead_letter" }],
    ],
    [
      "that was abandoned while it waited waits on when it is retried",
      pause,
      [abandoned, retried],
      { status: "queued", phase: "sleeping", wakeAt: START + 60_000, lastError: null },
      [{ type: "sleep", nodeId: "n", until: START + 60_000, reason: "wait" }],
    ],
    [
      "that was abandoned between two attempts begins with the first when it is retried",
      send,
      [failed, abandoned, retried, woke],
      { status: "running", phase: "performing", attempts: 1 },
      [{ type: "perform", nodeId: "n", attempt: 1 }],
    ],
    [
      "that was abandoned within an attempt begins with the first when it is retried",
      send,
      [failed, woke, abandoned, retried],
      { status: "queued", phase: "deferred", attempts: 0, wakeAt: null, lastError: null },
      [{ type: "sleep", nodeId: "n" }],
    ],
    [
      "whose action failed for good is before its first attempt when it is retried",
      send,
      [refused, retried],
      { status: "queued", phase: "deferred", attempts: 0, wakeAt: null, lastError: null },
      [{ type: "sleep", nodeId: "n" }],
    ],
    [
      "whose attempt may not begin yet is before it, with why",
      send,
      [putOff()],
      { status: "waiting", phase: "deferred", attempts: 0, seq: 1, wakeAt: START + HOUR, lastError: "busy" },
      [{ type: "sleep", nodeId: "n", until: START + HOUR }],
    ],
    [
      "whose second attempt may not begin yet still says why the first failed, where there is nothing else to say",
      send,
      [failed, woke, putOff(false, null)],
      { status: "waiting", phase: "deferred", attempts: 1, lastError: "503" },
      [{ type: "sleep", nodeId: "n", until: START + HOUR }],
    ],
    [
      "whose attempt was begun by somebody who is gone, and may not begin again yet, has it open",
      send,
      [putOff(true)],
      { status: "waiting", phase: "performing", attempts: 1, seq: 2, wakeAt: START + HOUR, lastError: "busy" },
      [{ type: "perform", nodeId: "n", attempt: 1 }],
    ],
    [
      "whose attempt is begun again goes on as if it had begun once",
      send,
      [failed, woke, stalled],
      { status: "running", phase: "performing", attempts: 2, seq: 4, wakeAt: null, lastError: "503" },
      [{ type: "perform", nodeId: "n", attempt: 2 }],
    ],
    [
      "that is woken early goes on",
      pause,
      [{ type: "woke", at: START, early: true }],
      { status: "completed", nodeId: "to-next" },
      [{ type: "finish", status: "completed" }],
    ],
  ])("%s", (_, graph, happenings, state, effects) => {
    const answer = play(graph, happenings);
    expect(answer.accepted).toBe(true);
    expect(answer.state).toMatchObject(state);
    expect(answer.effects).toMatchObject(effects);
  });

  it("that has not begun is skipped, cancelled or abandoned without a plan", () => {
    const skips = advance(null, startState(), { type: "skipped", error: { message: "too deep" } });
    expect(skips.state).toEqual({ ...startState(), status: "skipped", phase: "ended", lastError: "too deep" });
    expect(advance(null, startState(), { type: "cancelled" }).state.status).toBe("cancelled");
    const gone = advance(null, startState(), { type: "abandoned", error: { message: "x" } }).state;
    const again = advance(null, gone, { type: "retried" });
    expect(again).toEqual({ accepted: true, state: startState(), effects: [], steps: [] });
  });

  it("whose attempt is begun again outside of business hours waits for the next opening", () => {
    const hours: BusinessHours = { timeZone: "UTC", days: [{ weekday: 1, from: "12:00", to: "13:00" }] };
    const settings = { respectBusinessHours: true, businessHours: hours };
    const opensAt = START + 7 * 24 * HOUR;
    const late = play(send, [{ ...stalled, at: START + HOUR }], settings);
    expect(late.state).toMatchObject({ status: "waiting", phase: "deferred", attempts: 0, wakeAt: opensAt });
    expect(late.steps).toMatchObject([{ seq: 3, nodeId: "n", why: { code: "outside-business-hours" } }]);
    expect(play(send, [{ ...stalled, at: START + HOUR - 1 }], settings)).toMatchObject({ steps: [] });
  });

  it.each<[string, object, string]>([
    ["its own button", { buttonId: "yes" }, "n:btn_yes"],
    ["a button of the same id under an earlier message", { buttonId: "yes", toAnother: true }, "n:replied"],
    ["the same with its label", { buttonId: "yes", text: "Yes", toAnother: true }, "n:replied"],
    ["words about an earlier message", { text: "yes", toAnother: true }, "n:text_reply"],
  ])("that asked takes %s", (_, reply, expected) => {
    expect(path(play(ask, [done, { type: "replied", reply }]))[0]).toBe(expected);
  });
});

describe("not expected, and so changing nothing, is", () => {
  it.each<[string, GraphDefinition, Happening[]]>([
    ["to retry what lives", pause, [retried]],
    ["to retry what completed", send, [done, retried]],
    ["to retry what was cancelled", pause, [cancelled, retried]],
    ["to retry what was skipped", pause, [skipped, retried]],
    ["to retry twice", send, [refused, retried, retried]],
    ["to retry where no action failed", broken, [retried]],
    ["to cancel twice", pause, [cancelled, cancelled]],
    ["to cancel what failed", send, [refused, cancelled]],
    ["to skip what completed", send, [done, skipped]],
    ["to abandon what was abandoned", pause, [abandoned, abandoned]],
    ["an alarm once it was abandoned", pause, [abandoned, woke]],
    ["to put off what waits", pause, [putOff()]],
    ["to put off another attempt", send, [{ ...putOff(), attempt: 2 }]],
    ["to put off another node's attempt", send, [{ ...putOff(), nodeId: "start" }]],
    ["to put off twice", send, [putOff(), putOff()]],
    ["to begin again what waits", pause, [stalled]],
    ["to begin another attempt again", send, [{ ...stalled, attempt: 2 }]],
    ["to put off without an instant", send, [{ ...putOff(), until: NaN } as Happening]],
    ["to put off without saying whether it begun", send, [{ ...putOff(), begun: undefined } as unknown as Happening]],
    ["to skip with a number for words", pause, [{ type: "skipped", error: { message: 5 } } as unknown as Happening]],
  ])("%s", (_, graph, happenings) => {
    const before = play(graph, happenings.slice(0, -1));
    expect(play(graph, happenings)).toEqual(nothing(before.state));
  });

  it("anything that needs the graph, without a plan", () => {
    const begun = play(send, []).state;
    const moment = { at: START, facts: {}, nodeId: "n", attempt: 1 };
    for (const event of [
      { type: "performed", ...moment },
      { type: "put_off", ...moment, until: START, error: null, begun: false },
    ] satisfies RunEvent[])
      expect(advance(null, begun, event)).toEqual(nothing(begun));
    expect(advance(null, startState(), { type: "started", at: START, facts: {} }).accepted).toBe(false);
    const end = play(send, [refused]).state;
    expect(advance(null, end, { type: "retried" })).toEqual(nothing(end));
  });
});

/** A state that a run of the graph comes to, and the plan. */
function reached(
  graph: GraphDefinition,
  fates: readonly number[],
): { plan: ReturnType<typeof compileRun>; state: RunState } {
  const plan = compileRun(graph);
  let { state } = advance(plan, startState(), { type: "started", at: START, facts: {} });
  for (const fate of fates) {
    const moment = { at: state.wakeAt ?? START, facts: {} };
    const effect = openEffect(plan, state);
    const event: RunEvent =
      effect?.type === "perform"
        ? {
            ...moment,
            nodeId: effect.nodeId,
            attempt: effect.attempt,
            ...(fate === 0
              ? { type: "performed" }
              : { type: "perform_failed", error: { message: "x", permanent: fate === 1 }, random: 0 }),
          }
        : effect?.type === "pick_exit"
          ? { type: "exit_picked", ...moment, nodeId: effect.nodeId, exitId: effect.exits[0]?.id ?? "" }
          : { type: "woke", ...moment };
    ({ state } = advance(plan, state, event));
  }
  return { plan, state };
}

const fates = fc.array(fc.nat(2), { maxLength: 12 });
const control = (type: "cancelled" | "skipped"): RunEvent => (type === "cancelled" ? { type } : { type, error: null });

describe("laws", () => {
  it.each(["cancelled", "skipped"] as const)("what is %s accepts nothing more, wherever it stood", (type) => {
    fc.assert(
      fc.property(graphs, states, events, (graph, state, event) => {
        const over = advance(null, state, control(type));
        expect(over.accepted).toBe(["queued", "running", "waiting"].includes(state.status));
        if (over.accepted) expect(advance(compileRun(graph), over.state, event)).toEqual(nothing(over.state));
      }),
    );
  });

  it("what is over and did not fail accepts nothing at all; what failed, to be retried alone", () => {
    fc.assert(
      fc.property(graphs, states, events, (graph, state, event) => {
        const isOver = !["queued", "running", "waiting"].includes(state.status);
        const { accepted } = advance(compileRun(graph), state, event);
        if (isOver && accepted)
          expect([event.type, state.status]).toEqual(["retried", expect.stringMatching(/^(failed|dead_letter)$/)]);
        if (!isOver && event.type === "retried") expect(accepted).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("a retried run goes on exactly as a first attempt does", () => {
    let retries = 0;
    fc.assert(
      fc.property(graphs, fates, (graph, before) => {
        const { plan, state: tried } = reached(graph, before);
        const { nodeId, attempts: attempt } = tried;
        if (nodeId === null || tried.phase !== "performing") return;
        const [at, error] = [START + HOUR, { message: "no", permanent: true }];
        const { state } = advance(plan, tried, {
          type: "perform_failed",
          at,
          facts: {},
          nodeId,
          attempt,
          error,
          random: 0,
        });
        // Its fallback led on, perhaps to a step that fails by itself.
        if (state.nodeId !== nodeId) return;
        const again = advance(plan, state, { type: "retried" });
        expect(again.accepted).toBe(state.status === "failed");
        if (!again.accepted) return;
        retries += 1;
        const others = (graph.edges ?? []).filter(({ source }) => source !== "start");
        const straight = compileRun({ ...graph, edges: [...others, { source: "start", target: nodeId }] });
        const first = advance(straight, startState(), { type: "started", at, facts: {} });
        const woken = advance(plan, again.state, { type: "woke", at, facts: {} });
        expect({ ...woken.state, seq: 0 }).toEqual({ ...first.state, seq: 0 });
        expect(woken.effects).toEqual(first.effects);
        expect(woken.steps.map(({ why }) => why)).toEqual(first.steps.slice(1).map(({ why }) => why));
        expect(woken.state.seq).toBe(state.seq + 1);
      }),
      { numRuns: 1000 },
    );
    expect(retries).toBeGreaterThan(0);
  });

  it.each(ACTION_TYPES.filter((type) => type !== "wait"))(
    "a failed %s can be retried, and then succeeds as at first",
    (type) => {
      const graph = around(action(type), ["next"]);
      expect(path(play(graph, [refused, retried, woke, done]))).toEqual(path(play(graph, [done])));
    },
  );

  it("an attempt that was put off begins, when it does, as if it had not been", () => {
    let times = 0;
    fc.assert(
      fc.property(graphs, fates, fc.nat(1000), fc.option(fc.string()), (graph, before, later, message) => {
        const { plan, state } = reached(graph, before);
        const open = openEffect(plan, state);
        if (open?.type !== "perform") return;
        times += 1;
        const { nodeId, attempt } = open;
        const until = START + 1e10 + later;
        const error = message === null ? null : { message };
        const put = advance(plan, state, { type: "put_off", nodeId, attempt, until, error, begun: false });
        expect(put).toMatchObject({ accepted: true, steps: [], effects: [{ type: "sleep", until }] });
        expect(advance(plan, put.state, { type: "woke", at: until - 1, facts: {} }).accepted).toBe(false);
        const begun = advance(plan, put.state, { type: "woke", at: until, facts: {} });
        expect(begun.state).toEqual({ ...state, lastError: message ?? state.lastError });
        expect(begun.effects).toEqual([open]);
      }),
      { numRuns: 1000 },
    );
    expect(times).toBeGreaterThan(0);
  });

  it("an attempt that stalled is open as before, also once it was put off", () => {
    fc.assert(
      fc.property(graphs, fates, (graph, before) => {
        const { plan, state } = reached(graph, before);
        const open = openEffect(plan, state);
        if (open?.type !== "perform") return;
        const { nodeId, attempt } = open;
        const again: RunEvent = { type: "stalled", at: START, facts: {}, nodeId, attempt };
        expect(advance(plan, state, again)).toEqual({ accepted: true, state, effects: [open], steps: [] });
        const until = START + HOUR;
        const put = advance(plan, state, { type: "put_off", nodeId, attempt, until, error: null, begun: true });
        expect(put.effects).toEqual([open]);
        expect(advance(plan, put.state, again).state).toEqual(state);
      }),
    );
  });

  it("what is abandoned between two attempts and retried is where it was", () => {
    fc.assert(
      fc.property(graphs, fates, (graph, before) => {
        const { plan, state } = reached(graph, before);
        const gone = advance(plan, state, { type: "abandoned", error: { message: "x" } });
        if (!gone.accepted || state.phase === "performing") return;
        const again = advance(plan, gone.state, { type: "retried" });
        expect(again.state).toEqual({ ...state, status: "queued", attempts: 0, lastError: null });
        expect(again.effects).toEqual([openEffect(plan, state)]);
      }),
    );
  });
});
