import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import { canConnect } from "../../graph/connect.ts";
import { handlesOf } from "../../graph/handles.ts";
import { changed, definitions, withSharedIds } from "../../rules/testing/arbitraries.ts";
import { action, branch, condition, end, graph, named, trigger, wait } from "../../rules/testing/graphs.ts";
import { validateGraph } from "../../rules/validate/validate.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import { createGraphSession } from "./create-graph-session.ts";
import type { EditResult, GraphSession } from "./create-graph-session.ts";
import type { GraphEdit } from "./edits.ts";

const draft = graph([trigger(), wait("pause"), end()], ["start > pause"]);
const codes = (problems: readonly { code: string }[]) => problems.map(({ code }) => code).toSorted();
const at = (x: number): GraphNode => ({ ...wait("pause"), config: { delaySeconds: 1, ui: { x, label: "Pause" } } });

/** Edges with ids, two of which leave by handles that their nodes do not offer. */
const strayWays = named(
  graph(
    [trigger(), action("a", "webhook", { url: "https://a" }), end()],
    ["start > a", "start branch_k> done", "a btn_z> done"],
  ),
);
const placesOf = (problems: readonly Diagnostic[]) => problems.map(({ path }) => path);

const inSomeOrder = (problems: readonly Diagnostic[]) => problems.map((problem) => JSON.stringify(problem)).toSorted();

/** What somebody who keeps the problems and is told of an edit has afterwards. */
function updated(kept: readonly Diagnostic[], result: EditResult): string[] {
  const list = inSomeOrder(kept);
  if (!result.ok) return list;
  for (const gone of inSomeOrder(result.removed)) {
    expect(list).toContain(gone);
    list.splice(list.indexOf(gone), 1);
  }
  return [...list, ...inSomeOrder(result.added)].toSorted();
}

describe("a session", () => {
  it.each<[string, GraphEdit, string[], string[]]>([
    ["an edge drawn", { type: "add-edge", edge: { source: "pause", target: "done" } }, [], ["unreachable-node"]],
    ["an edge removed", { type: "remove-edge", edge: 0 }, ["nothing-after-trigger", "unreachable-node"], []],
    ["a node changed", { type: "put-node", node: wait("pause", 1) }, ["delay-needed"], []],
    ["a node added", { type: "put-node", node: end("other") }, ["unreachable-node"], []],
    [
      "a node removed with its edges, and the neighbour behind it, which moved up",
      { type: "remove-node", nodeId: "pause" },
      ["nothing-after-trigger", "unreachable-node"],
      ["unreachable-node"],
    ],
    [
      "a patch",
      { type: "patch", patch: [{ op: "replace", path: "/nodes/1/config/delaySeconds", value: 2 }] },
      ["delay-needed"],
      [],
    ],
    [
      "another graph",
      { type: "replace", definition: graph([trigger(), end()], ["start > done"]) },
      [],
      ["unreachable-node"],
    ],
  ])("tells which problems came and went: %s", (_, edit, added, removed) => {
    const result = createGraphSession(draft).apply(edit);
    expect(result.ok && [codes(result.added), codes(result.removed)]).toEqual([added, removed]);
  });

  it("tells a problem anew when an edit moves it in the list, with the fix for its new place", () => {
    const session = createGraphSession(strayWays);
    const kept = session.problems;
    const result = session.apply({ type: "remove-edge", edge: 1 });
    expect(result.ok && [placesOf(result.removed), placesOf(result.added)]).toEqual([
      ["/edges/1/sourceHandle", "/edges/2/sourceHandle"],
      ["/edges/1/sourceHandle"],
    ]);
    expect(updated(kept, result)).toEqual(inSomeOrder(session.problems));
  });

  it("keeps its problems while nodes are moved about", () => {
    const session = createGraphSession({ ...draft, nodes: [trigger(), at(1), end()] });
    const { problems } = session;
    expect(session.apply({ type: "put-node", node: at(2) })).toEqual({ ok: true, added: [], removed: [] });
    expect(session.problems).toBe(problems);
    expect(session.definition.nodes[1]).toEqual(at(2));
  });

  it.each<[string, unknown]>([
    ["no edit", null],
    ["an unknown type", { type: "constructor" }],
    ["a patch that does not fit", { type: "patch", patch: [{ op: "remove", path: "/nodes/9" }] }],
    ["a patch that is none", { type: "patch", patch: 5 }],
    ["operations that are none", { type: "patch", patch: [null, 7] }],
    [
      "a patch into what all objects share",
      { type: "patch", patch: [{ op: "add", path: "/__proto__/polluted", value: 1 }] },
    ],
    [
      "a patch by way of the constructor",
      { type: "patch", patch: [{ op: "add", path: "/constructor/prototype/polluted", value: 1 }] },
    ],
    ["a patch that removes the nodes", { type: "patch", patch: [{ op: "remove", path: "/nodes" }] }],
    ["a patch that replaces all", { type: "patch", patch: [{ op: "replace", path: "", value: 5 }] }],
    ["a node that is none", { type: "put-node", node: 5 }],
    ["a node that is not there", { type: "remove-node", nodeId: "gone" }],
    ["an edge that is not there", { type: "remove-edge", edge: 7 }],
    ["another graph that is none", { type: "replace", definition: null }],
    ["what JSON cannot carry", { type: "put-node", node: { id: 5n } }],
  ])("refuses %s and stays as it was", (_, edit) => {
    const session = createGraphSession(draft);
    const { definition, problems } = session;
    expect(session.apply(edit as GraphEdit)).toEqual({ ok: false, message: expect.any(String) });
    expect([session.definition, session.problems]).toEqual([definition, problems]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it.each(hostileDefinitions)("opens %s", (_, input) => {
    const session = createGraphSession(input as GraphDefinition);
    expect(session.problems.length).toBeGreaterThan(0);
    expect(session.canConnect("a", "next", "b").ok).toBe(false);
    expect(session.apply({ type: "put-node", node: trigger("new") }).ok).toBe(true);
  });

  it("does not change what it was opened with", () => {
    const before = structuredClone(draft);
    createGraphSession(draft).apply({ type: "remove-node", nodeId: "pause" });
    expect(draft).toEqual(before);
  });

  it("answers for an edge that would stand in for another", () => {
    const loop = graph(
      [trigger(), condition("c", branch("x")), wait("w"), end()],
      ["start > c", "c branch_x> w", "w > done"],
    );
    const session = createGraphSession(loop);
    expect(session.canConnect("w", "next", "c").ok).toBe(false);
    expect(session.canConnect("w", "next", "c", { replacing: 2 })).toEqual(
      canConnect(loop, "w", "next", "c", { replacing: 2 }),
    );
    expect(session.canConnect("c", "branch_x", "done", { replacing: 1 }).ok).toBe(true);
  });

  it("answers for graphs too big for the index", () => {
    const nodes = Array.from({ length: 9000 }, (_, index) => wait(`w${index}`));
    const edges = nodes.slice(1).map(({ id }, index) => ({ source: `w${index}`, target: id }));
    const session = createGraphSession({ version: 2, nodes: [trigger(), ...nodes], edges });
    expect(session.canConnect("w8999", "next", "w0")).toMatchObject({ ok: false, code: "cycle" });
    expect(session.canConnect("start", "next", "w0").ok).toBe(true);
  });
});

const IDS = ["start", "a", "b", "c", "d", "e", "__proto__", "constructor", "n1", "n2"];
const HANDLES = ["next", "fallback", "branch_x", "rr_x", "btn_x", "timeout", "bad"];
const id = fc.constantFrom(...IDS);
const node: fc.Arbitrary<GraphNode> = fc.oneof(
  id.map((each) => wait(each)),
  id.map((each) => end(each)),
  id.map((each) => condition(each, branch("x"))),
  fc.tuple(id, fc.nat(3)).map(([each, x]): GraphNode => ({ ...wait(each), config: { delaySeconds: 60, ui: { x } } })),
);
const edge: fc.Arbitrary<GraphEdge> = fc.record(
  { source: id, target: id, sourceHandle: fc.constantFrom(...HANDLES), id: fc.constantFrom("e1", "e2") },
  { requiredKeys: ["source", "target"] },
);
const edits: fc.Arbitrary<GraphEdit> = fc.oneof(
  node.map((each): GraphEdit => ({ type: "put-node", node: each })),
  id.map((nodeId): GraphEdit => ({ type: "remove-node", nodeId })),
  edge.map((each): GraphEdit => ({ type: "add-edge", edge: each })),
  fc.nat(10).map((each): GraphEdit => ({ type: "remove-edge", edge: each })),
  fc.tuple(fc.nat(6), fc.constantFrom("/config", "/config/ui", "/id", "")).map(([place, below]): GraphEdit => ({
    type: "patch",
    patch: [{ op: "remove", path: `/nodes/${place}${below}` }],
  })),
  fc.oneof(definitions, changed).map((definition): GraphEdit => ({ type: "replace", definition })),
);

function expectFaithful(session: GraphSession): void {
  const { definition, problems } = session;
  expect(problems).toEqual(validateGraph(definition).problems);
  const ids = [...new Set([...IDS, ...definition.nodes.map((each) => each.id)])];
  for (const source of ids) {
    const offered = definition.nodes.flatMap((each) =>
      each.id === source ? handlesOf(each).map((handle) => handle.id) : [],
    );
    for (const handle of [...offered, "next"]) {
      for (const target of ids) {
        expect(session.canConnect(source, handle, target)).toEqual(canConnect(definition, source, handle, target));
      }
    }
  }
}

/** Any small definition, with ids on its edges or without. */
const anyGraph = fc
  .tuple(fc.oneof(definitions, withSharedIds, changed), fc.boolean())
  .map(([definition, hasIds]) => (hasIds ? named(definition) : definition));

describe("a session after any edits", () => {
  it("says what validateGraph and canConnect say", () => {
    fc.assert(
      fc.property(anyGraph, fc.array(edits, { maxLength: 6 }), (definition, list) => {
        const session = createGraphSession(definition);
        for (const edit of list) session.apply(edit);
        expectFaithful(session);
      }),
      { numRuns: 60 },
    );
  });

  it("has told every change: its problems are those it had, without the removed and with the added ones", () => {
    fc.assert(
      fc.property(anyGraph, fc.array(edits, { maxLength: 6 }), (definition, list) => {
        const session = createGraphSession(definition);
        for (const edit of list) {
          const before = session.problems;
          const result = session.apply(edit);
          expect(updated(before, result)).toEqual(inSomeOrder(session.problems));
          if (!result.ok) expect(session.problems).toBe(before);
        }
      }),
      { numRuns: 120 },
    );
  });

  it("names no problem as both, and none twice, that stayed as it was", () => {
    fc.assert(
      fc.property(anyGraph, edits, (definition, edit) => {
        const result = createGraphSession(definition).apply(edit);
        if (!result.ok) return;
        const removed = new Set(inSomeOrder(result.removed));
        expect(inSomeOrder(result.added).filter((problem) => removed.has(problem))).toEqual([]);
      }),
    );
  });
});
