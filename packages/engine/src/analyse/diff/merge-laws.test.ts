import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import { handleOf, handlesOf } from "../../graph/handles.ts";
import { graphs } from "../../interpreter/testing/arbitraries.ts";
import { changed, definitions, sound, withSharedIds } from "../../rules/testing/arbitraries.ts";
import { action, branch, condition, end, named, roundRobin, wait } from "../../rules/testing/graphs.ts";
import { validateGraph } from "../../rules/validate/validate.ts";
import { mergeGraphs } from "./merge-graphs.ts";

/** Versions of one graph: whole other graphs, and ones with a few nodes and edges taken from them. */
const versions = fc
  .tuple(
    fc.oneof(graphs, changed, definitions, withSharedIds),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(3)), { maxLength: 6 }),
    fc.nat(),
  )
  .map(([before, edits, seed]): [GraphDefinition, GraphDefinition, GraphDefinition] => {
    const copies = [structuredClone(before), structuredClone(before)] as const;
    edits.forEach(([which, place, kind], index) => {
      const copy = copies[which % 2 === 0 ? 0 : 1];
      const node = copy.nodes[place % Math.max(copy.nodes.length, 1)];
      const edges = copy.edges ?? [];
      if (kind === 0 && node) node.config = { ...node.config, delaySeconds: (place + index) % 7 };
      else if (kind === 1) copy.nodes.splice(place % (copy.nodes.length + 1), 0, wait(`new${(place + seed) % 5}`));
      else if (kind === 2) copy.nodes.splice(place % (copy.nodes.length + 1), 1);
      else if (place % 2 === 0) edges.splice(place % (edges.length + 1), 1);
      else edges.push({ id: `new${place % 9}`, source: copy.nodes[0]?.id ?? "", target: node?.id ?? "" });
    });
    return [before, ...copies];
  });

const makers: readonly ((id: string) => GraphNode)[] = [
  (id) => wait(id),
  (id) => end(id),
  (id) => condition(id, branch("x"), branch("y")),
  (id) => roundRobin(id, { id: "x", weight: 1 }, { id: "y", weight: 1 }),
  (id) => action(id, "send_whatsapp", { text: "Hi", awaitReply: true, buttons: [{ id: "x" }, { id: "y" }] }),
  (id) => action(id, "send_whatsapp", { text: "Hi" }),
  (id) => action(id, "set_custom_field", { value: 1, fieldId: "a", fieldSlug: "b" }),
];

/** What people do in an editor. */
const EDITS: readonly ((definition: GraphDefinition, first: number, second: number) => void)[] = [
  ({ nodes }, first) => void nodes.splice(first % nodes.length, 1),
  ({ nodes }, first, second) => {
    const maker = makers[second % makers.length];
    const { id } = nodes[first % nodes.length] ?? {};
    if (maker && id !== undefined) nodes[first % nodes.length] = maker(id);
  },
  ({ nodes, edges: list = [] }, first, second) => {
    const [edge, maker] = [list[first % list.length], makers[second % makers.length]];
    if (!edge || !maker) return;
    const added = maker(`new${(first + second) % 7}`);
    nodes.push(added);
    const way = handlesOf(added)[0];
    if (way) list.push({ source: added.id, target: edge.target, sourceHandle: way.id });
    edge.target = added.id;
  },
  ({ nodes, edges: list = [] }, first, second) => {
    const [edge, node] = [list[first % list.length], nodes[second % nodes.length]];
    if (edge && node) edge.target = node.id;
  },
  ({ edges: list = [] }, first) => void list.splice(first % list.length, 1),
  ({ nodes, edges: list = [] }, first, second) => {
    const [from, to] = [nodes[first % nodes.length], nodes[second % nodes.length]];
    const way = from && handlesOf(from)[second % handlesOf(from).length];
    if (from && to && way) list.push({ source: from.id, target: to.id, sourceHandle: way.id });
  },
  ({ nodes }, first, second) => {
    const node = nodes[first % nodes.length];
    const list = node?.condition?.["branches"] ?? node?.config?.["exits"] ?? node?.config?.["buttons"];
    if (Array.isArray(list))
      list.splice(second % 3, second % 2, ...(second % 2 === 0 ? [branch(`new${second % 5}`)] : []));
  },
  ({ nodes }, first, second) => {
    const { config } = nodes[first % nodes.length] ?? {};
    const key = Object.keys(config ?? {})[second % Object.keys(config ?? {}).length];
    if (config && key !== undefined) delete config[key];
  },
];

/** Edges that lead from and to what is there; what must lead somewhere and does not leads to an end. */
function tidied({ nodes, edges: list = [], ...rest }: GraphDefinition): GraphDefinition {
  const offered = new Map(nodes.map((node) => [node.id, handlesOf(node)]));
  const kept = list.filter(
    (edge) => offered.has(edge.target) && offered.get(edge.source)?.some(({ id }) => id === handleOf(edge)),
  );
  const open = nodes.flatMap((node) =>
    handlesOf(node)
      .filter(({ required, id }) => required && !kept.some((edge) => edge.source === node.id && handleOf(edge) === id))
      .map(({ id }) => ({ source: node.id, target: "last", sourceHandle: id })),
  );
  return { ...rest, nodes, edges: [...kept, ...open] };
}

const isError = ({ severity }: { severity: string }): boolean => severity === "error";
const isValid = (definition: GraphDefinition): boolean => validateGraph(definition).valid;

/** Three valid versions of one graph: each edit that leaves a valid graph is kept. */
const validVersions = fc
  .tuple(
    sound,
    fc.boolean(),
    fc.array(fc.tuple(fc.nat(1), fc.nat(EDITS.length - 1), fc.nat(), fc.nat()), { maxLength: 16 }),
  )
  .map(([drawn, hasIds, list]): [GraphDefinition, GraphDefinition, GraphDefinition] => {
    const before = hasIds ? named(drawn) : drawn;
    const sides: [GraphDefinition, GraphDefinition] = [before, before];
    for (const [side, kind, first, second] of list) {
      const copy = structuredClone(sides[side] ?? before);
      EDITS[kind]?.(copy, first, second);
      const next = tidied(copy);
      if (isValid(next)) sides[side] = next;
    }
    return [before, ...sides];
  })
  .filter((three) => three.every(isValid));

describe("the laws of merging", () => {
  it("what is valid on all three sides and merges without conflicts is valid", () => {
    fc.assert(
      fc.property(validVersions, (three) => {
        const { merged, conflicts } = mergeGraphs(...three);
        if (conflicts.length === 0) expect(validateGraph(merged).problems.filter(isError)).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it("an error that neither side has comes with a conflict about it", () => {
    fc.assert(
      fc.property(fc.oneof(versions, validVersions), ([before, mine, theirs]) => {
        const { merged, conflicts } = mergeGraphs(before, mine, theirs);
        const known = new Set([mine, theirs].flatMap((side) => validateGraph(side).problems.map(({ code }) => code)));
        const told = conflicts.map(({ kind, problem }) => problem?.code ?? kind);
        const { problems } = validateGraph(merged);
        for (const { code } of problems.filter(isError)) if (!known.has(code)) expect(told).toContain(code);
      }),
      { numRuns: 300 },
    );
  });

  it("a side that changed nothing does not matter", () => {
    fc.assert(
      fc.property(versions, ([before, x]) => {
        expect(mergeGraphs(before, x, before)).toEqual({ problem: null, merged: x, conflicts: [] });
        expect(mergeGraphs(before, before, x)).toEqual({ problem: null, merged: x, conflicts: [] });
        expect(mergeGraphs(before, x, x)).toEqual({ problem: null, merged: x, conflicts: [] });
      }),
    );
  });

  it("without conflicts it does not matter whose side is whose", () => {
    fc.assert(
      fc.property(versions, ([before, x, y]) => {
        const there = mergeGraphs(before, x, y);
        const back = mergeGraphs(before, y, x);
        expect(back.conflicts.length === 0).toBe(there.conflicts.length === 0);
        if (there.conflicts.length === 0) expect(back.merged).toEqual(there.merged);
      }),
      { numRuns: 500 },
    );
  });

  it("the same three versions merge to the same, and the inputs stay as they were", () => {
    fc.assert(
      fc.property(versions, (three) => {
        const before = structuredClone(three);
        expect(mergeGraphs(...three)).toEqual(mergeGraphs(...structuredClone(three)));
        expect(three).toEqual(before);
      }),
    );
  });
});
