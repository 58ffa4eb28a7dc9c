import { describe, expect, it } from "vitest";
import type { ActionType } from "../contract/definition.ts";
import { describeReason } from "../messages/describe.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { action, around, play } from "./testing/run.ts";
import type { Happening } from "./testing/run.ts";

const lost: Happening = {
  type: "perform_failed",
  error: { message: "the answer was lost", permanent: false, uncertain: true },
  random: 0,
};
const TO_PEOPLE: ActionType[] = [
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
];
const STOPPED = { status: "dead_letter", phase: "ended", lastError: "the answer was lost" };

describe.each(TO_PEOPLE)("%s that may have gone out", (type) => {
  it("ends its run, and says so", () => {
    const { state, steps, effects } = play(around(action(type), ["next"]), [lost]);
    expect(state).toMatchObject(STOPPED);
    expect(effects).toEqual([{ type: "finish", status: "dead_letter" }]);
    expect(steps.map(({ why }) => describeReason(why))).toEqual([
      "may have gone out, and is not sent again: the answer was lost",
    ]);
  });

  it("leaves by fallback, where there is one", () => {
    const { steps, state } = play(around(action(type), ["next", "fallback"]), [lost]);
    expect(steps[0]).toMatchObject({ handle: "fallback", why: { code: "may-have-gone-out" } });
    expect(state.status).toBe("completed");
  });

  it("is tried again where its config asks for that", () => {
    const { state, effects } = play(around(action(type, { onUncertain: "retry" }), ["next", "fallback"]), [lost]);
    expect(state).toMatchObject({ phase: "retrying", attempts: 1 });
    expect(effects).toMatchObject([{ type: "sleep", reason: "retry" }]);
  });

  it("is sent at most once in the simulator as well", () => {
    const graph = around(action(type), ["next"]);
    const facts = { deal: {} };
    const scenario = { startAt: "2026-01-05T09:00:00Z", facts, outcomes: { n: { type: "uncertain" as const } } };
    const { status, trace } = simulateRun(graph, scenario);
    expect([status, trace.filter(({ effect }) => effect?.type === "perform")]).toMatchObject(["dead_letter", [{}]]);
  });
});

it.each<[ActionType]>([["webhook"], ["send_meta_conversion"], ["hide_instagram_comment"], ["cia_deal_analysis"]])(
  "%s is tried again, since it does no harm twice",
  (type) => {
    const { state } = play(around(action(type), ["next", "fallback"]), [lost]);
    expect(state).toMatchObject({ phase: "retrying", attempts: 1 });
  },
);

it("a choice that nobody knows is none", () => {
  expect(play(around(action("send_email", { onUncertain: "perhaps" }), ["next"]), [lost]).state).toMatchObject(STOPPED);
});
