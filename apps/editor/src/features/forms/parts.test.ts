import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { addPart, changePart, movePart, partList, removePart, shares, takenIds } from "./parts.ts";

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

  test("a new part takes no id of the list nor one that an edge of the node still names", () => {
    const node: GraphNode = { id: "n", type: "round_robin", config: { exits: [a] } };
    const definition: GraphDefinition = {
      version: 2,
      nodes: [node],
      edges: [
        { source: "n", target: "n", sourceHandle: "rr_x2" },
        { source: "other", target: "n", sourceHandle: "rr_x3" },
        { source: "n", target: "n", sourceHandle: "btn_x4" },
      ],
    };
    const taken = takenIds([{ id: "x1" }], "rr", node, definition);
    expect(taken).toEqual(["x1", "x2"]);
    expect(addPart([{ id: "x1" }], "rr", taken, { label: "New" })).toEqual([{ id: "x1" }, { id: "x3", label: "New" }]);
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
