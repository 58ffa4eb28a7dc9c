import { describe, expect, it } from "vitest";
import {
  type Choice,
  choicesFor,
  keyOf,
  moveAll,
  NO_CHOICES,
  requestedChoices,
  runsWith,
  type WaitingGroup,
} from "./choices.ts";

const group = (change: Partial<WaitingGroup>): WaitingGroup => ({
  version: 1,
  nodeId: "pause",
  phase: "sleeping",
  future: "same",
  runs: 1,
  nextAttemptAt: null,
  at: null,
  changes: [],
  reason: null,
  ...change,
});

const SAME = group({ runs: 5 });
const DIFFERENT = group({ version: 2, future: "different", runs: 3 });
const NO_PLACE = group({ nodeId: "gone", future: "no_place", runs: 2 });
const GROUPS = [SAME, DIFFERENT, NO_PLACE];

describe("what becomes of waiting runs", () => {
  it("stays as it is until a person chooses", () => {
    expect(requestedChoices(GROUPS, NO_CHOICES)).toEqual([]);
    expect([runsWith("move", GROUPS, NO_CHOICES), runsWith("stay", GROUPS, NO_CHOICES)]).toEqual([0, 10]);
  });

  it("“all” moves only those that have a place", () => {
    const all = moveAll(GROUPS);
    expect([runsWith("move", GROUPS, all), runsWith("stay", GROUPS, all)]).toEqual([8, 2]);
    expect(requestedChoices(GROUPS, all)).toEqual([
      { version: 1, nodeId: "pause", phase: "sleeping", future: "same", choice: "move" },
      { version: 2, nodeId: "pause", phase: "sleeping", future: "different", choice: "move" },
    ]);
  });

  it("can be for some of a group; the others stay", () => {
    const some = new Map([
      [keyOf(SAME), { choice: "move" as const, limit: 2 }],
      [keyOf(NO_PLACE), { choice: "end" as const, limit: 9 }],
    ]);
    expect(["move", "end", "stay"].map((choice) => runsWith(choice as Choice, GROUPS, some))).toEqual([2, 2, 6]);
    expect(requestedChoices(GROUPS, some)).toMatchObject([
      { nodeId: "pause", choice: "move", limit: 2 },
      { nodeId: "gone", choice: "end", limit: 9 },
    ]);
  });

  it("is never a move where there is no place", () => {
    expect(choicesFor(NO_PLACE)).toEqual(["stay", "end"]);
    expect(choicesFor(SAME)).toEqual(["stay", "move", "end"]);
  });

  it("names a group once, and none that stays", () => {
    const choices = new Map([
      [keyOf(SAME), { choice: "stay" as const, limit: null }],
      [keyOf(NO_PLACE), { choice: "end" as const, limit: null }],
    ]);
    expect(requestedChoices([...GROUPS, group({ nodeId: "gone", future: "no_place" })], choices)).toEqual([
      { version: 1, nodeId: "gone", phase: "sleeping", future: "no_place", choice: "end" },
    ]);
  });
});
