import type { JsonObject } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { addPart, changePart, movePart, partList, removePart, shares } from "./parts.ts";

const [a, b, c] = [{ id: "a" }, { id: "b", label: "Bee", extra: 1 }, { id: "c" }];

describe("a list of branches, exits or buttons", () => {
  test("moves a part up, down, and not beyond its ends", () => {
    expect(movePart([a, b, c], 2, 0)).toEqual([c, a, b]);
    expect(movePart([a, b, c], 0, 1)).toEqual([b, a, c]);
    expect(movePart([a, b, c], 0, -1)).toEqual([a, b, c]);
    expect(movePart([a, b, c], 2, 3)).toEqual([a, b, c]);
  });

  test("changes one part and keeps keys it does not know", () => {
    expect(changePart([a, b], 1, { label: "B" })).toEqual([a, { id: "b", label: "B", extra: 1 }]);
    expect(changePart([a, b], 1, { label: undefined })).toEqual([a, { id: "b", extra: 1 }]);
  });

  test("removes one part", () => {
    expect(removePart([a, b, c], 1)).toEqual([a, c]);
  });

  test("reads a value of another shape as an empty list, and keeps the places of odd items", () => {
    expect(partList("no list")).toEqual([]);
    expect(partList([a, 7, null])).toEqual([a, {}, {}]);
  });

  test.each(["branch", "rr", "btn"] as const)("a new %s never takes the id of a deleted one", (kind) => {
    const [first, second] = addPart(addPart([], kind, { label: "Yes" }), kind, { label: "No" });
    const [, added] = addPart(removePart([first ?? {}, second ?? {}], 1), kind, { label: "Later" });
    expect(added).toMatchObject({ label: "Later" });
    expect(added?.["id"]).not.toBe(second?.["id"]);
    expect([...addPart([], kind, {})][0]?.["id"]).not.toBe(first?.["id"]);
  });
});

describe("shares of exits", () => {
  test.each([
    [
      [{}, {}],
      [50, 50],
    ],
    [
      [{ weight: 3 }, {}],
      [75, 25],
    ],
    [
      [{ weight: 0 }, { weight: 0 }],
      [0, 0],
    ],
    [
      [{ weight: "many" }, { weight: -1 }],
      [50, 50],
    ],
    [[], []],
  ] as [JsonObject[], number[]][])("%j", (exits, expected) => {
    expect(shares(exits)).toEqual(expected);
  });
});
