import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../../contract/definition.ts";
import { applyFixes } from "./apply-fixes.ts";
import { applyPatch } from "./patch.ts";
import { changed, definitions, withSharedIds } from "../testing/arbitraries.ts";
import { branch, condition, end, graph, trigger, wait } from "../testing/graphs.ts";
import { validateGraph } from "./validate.ts";

const any = fc.oneof(definitions, withSharedIds, changed);

const wholeEdges = ({ nodes, edges = [] }: GraphDefinition) => {
  const ids = new Set(nodes.map(({ id }) => id));
  return edges
    .filter(({ source, target }) => ids.has(source) && ids.has(target))
    .map(({ source, target, sourceHandle = "next" }) => JSON.stringify([source, sourceHandle, target]));
};

describe("applyFixes", () => {
  it("fixes all that is safe and tells what it did", () => {
    const draft = graph(
      [{ id: "pause", type: "wait" }, condition("ask", branch("x")), end()],
      ["pause > ask", "ask branch_x> done", "ghost > ask"],
    );
    const { applied, report } = applyFixes(draft, "safe");
    expect(applied.map(({ problem, fix }) => `${problem.code}: ${fix.title}`).toSorted()).toEqual([
      "condition-without-fallback: Connect it to “End”",
      "dangling-edge: Remove the connection",
      "delay-needed: Wait 5 seconds",
      "no-trigger: Add a trigger",
    ]);
    expect(report).toMatchObject({ valid: true, problems: [] });
  });

  it("leaves to a person what would lose work, unless asked to do all", () => {
    const island = graph([trigger(), wait("lonely"), end()], ["start > done"]);
    expect(applyFixes(island).report).toMatchObject({ valid: false, definition: island });
    expect(applyFixes(island, "all").report.definition?.nodes.map(({ id }) => id)).toEqual(["start", "done"]);
  });

  it.each([[null], [5], [[]], [{ nodes: 5 }], [{ version: 2, nodes: [1n] }]])("takes %o", (input) => {
    expect(applyFixes(input)).toEqual({ applied: [], complete: true, report: validateGraph(input) });
  });

  it.each([
    [1000, true],
    [1001, false],
  ])("fixes definitions of %i nodes and edges: %o", (items, isFixed) => {
    const lost = Array.from({ length: items - 2 }, (_, index) => end(`e${index}`));
    const { applied, complete } = applyFixes(graph([trigger(), { id: "pause", type: "wait" }, ...lost]));
    expect([applied.length > 0, complete]).toEqual([isFixed, isFixed]);
  });
});

describe("of any definition, safe fixes", () => {
  it("lose no node and no connection, and leave none to apply", () => {
    fc.assert(
      fc.property(any, (definition) => {
        const { report } = applyFixes(definition, "safe");
        const after = report.definition ?? definition;
        for (const node of definition.nodes) {
          const kept = after.nodes.filter(({ id, type }) => id === node.id && type === node.type);
          expect(kept.map(({ config = {} }) => config)).toContainEqual(expect.objectContaining(node.config ?? {}));
        }
        const left = new Set(wholeEdges(after));
        expect(wholeEdges(definition).filter((edge) => !left.has(edge))).toEqual([]);
        expect(report.problems.flatMap(({ fixes = [] }) => fixes.filter(({ safe }) => safe))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("and all fixes, leave fewer problems, and are those told", () => {
    fc.assert(
      fc.property(any, fc.constantFrom("safe" as const, "all" as const), (definition, which) => {
        const { applied, report } = applyFixes(definition, which);
        const before = validateGraph(definition).problems.length;
        expect(report.problems.length).toBeLessThanOrEqual(before - applied.length);
        const replayed = applied.reduce((document, { fix }) => applyPatch(document, fix.patch), definition);
        expect(report.definition ?? replayed).toEqual(replayed);
      }),
      { numRuns: 60 },
    );
  });
});
