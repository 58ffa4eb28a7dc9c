import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyDiff, diffBetween, isEmptyDiff, nodesBroughtBy, revertDiff } from "./diff.ts";
import { graph } from "./testing.ts";

const start = graph("t>a>b");
const [t, a, b] = start.nodes;
if (!t || !a || !b) throw new Error("Three steps were made.");
const c = { id: "c", type: "wait" };

describe("a difference", () => {
  test("is empty between lists of the same items", () => {
    expect(isEmptyDiff(diffBetween(start, { ...start, nodes: [...start.nodes] }))).toBe(true);
    expect(applyDiff(start, {})).toBe(start);
  });

  test("of a list is the one run of items that gave way to another", () => {
    expect(diffBetween(start, { ...start, nodes: [t, c, b] })).toEqual({
      nodes: { kind: "splice", at: 1, removed: [a], inserted: [c] },
    });
    expect(diffBetween({ list: [1, 1] }, { list: [1, 1, 1] })).toEqual({
      list: { kind: "splice", at: 2, removed: [], inserted: [1] },
    });
  });

  test("of a key that comes or goes is that value, and undoing it takes the key away", () => {
    const named = { ...start, name: "Welcome" };
    const diff = diffBetween(start, named);
    expect(diff).toEqual({ name: { kind: "set", before: undefined, after: "Welcome" } });
    expect(Object.keys(revertDiff(named, diff))).toEqual(Object.keys(start));
  });

  test("names the nodes that it brings or changes, and those that it brings back", () => {
    const diff = diffBetween(start, { ...start, nodes: [t, { ...a, type: "end" }, c] });
    expect(nodesBroughtBy(diff, "apply")).toEqual(["a", "c"]);
    expect(nodesBroughtBy(diff, "revert")).toEqual(["a", "b"]);
    const without = diffBetween(start, { ...start, nodes: [t] });
    expect([nodesBroughtBy(without, "apply"), nodesBroughtBy(without, "revert")]).toEqual([[], ["a", "b"]]);
    expect(nodesBroughtBy(diffBetween(start, { ...start, edges: [] }), "apply")).toEqual([]);
  });

  test("turns what was before into what came after, and back", () => {
    const value = fc.oneof(fc.nat(3), fc.array(fc.nat(3), { maxLength: 6 }));
    const settings = fc.dictionary(fc.constantFrom("a", "b", "__proto__", "nodes"), value, { noNullPrototype: true });
    fc.assert(
      fc.property(settings, settings, (before, after) => {
        const diff = diffBetween(before, after);
        expect(applyDiff(before, diff)).toEqual(after);
        expect(revertDiff(after, diff)).toEqual(before);
      }),
    );
  });
});
