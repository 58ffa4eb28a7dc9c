import * as fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { RUN_STATUSES } from "../contract/run.ts";
import type { RunState } from "../contract/run.ts";
import { readRunState, startState } from "./advance.ts";
import { states } from "./testing/arbitraries.ts";

describe("a stored state", () => {
  it("is read as it was, wherever its run stands", () => {
    fc.assert(
      fc.property(states, (state) => void expect(readRunState(JSON.parse(JSON.stringify(state)))).toEqual(state)),
    );
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "queued"],
    ["a list", []],
    ["a status that does not exist", { ...startState(), status: "lost" }],
    ["a phase that does not exist", { ...startState(), phase: "dreaming" }],
    ["no phase", { ...startState(), phase: undefined }],
    ["half a step", { ...startState(), seq: 0.5 }],
    ["a node that is a number", { ...startState(), nodeId: 5 }],
    ["an instant beyond the calendar", { ...startState(), wakeAt: 9e15 }],
    ["attempts in words", { ...startState(), attempts: "one" }],
    ["an error that is no text", { ...startState(), lastError: 5 }],
    [
      "a getter that throws",
      Object.defineProperty({}, "status", {
        enumerable: true,
        get: () => {
          throw new Error("no");
        },
      }),
    ],
  ])("that is %s is none", (_, stored) => {
    expect(readRunState(stored)).toBeNull();
  });

  it("that nobody but the interpreter made is no state to the compiler: no literal, no spread, no JSON", () => {
    const state = startState();
    const changed = { ...state, status: "completed" as const };
    expectTypeOf(changed).not.toExtend<RunState>();
    expectTypeOf<Pick<RunState, keyof RunState>>().not.toExtend<RunState>();
    expectTypeOf<ReturnType<typeof readRunState>>().toEqualTypeOf<RunState | null>();
    expect(RUN_STATUSES).toContain(changed.status);
  });
});
