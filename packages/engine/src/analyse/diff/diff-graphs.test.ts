import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import { graphs } from "../../interpreter/testing/arbitraries.ts";
import { changed, definitions } from "../../rules/testing/arbitraries.ts";
import { action, condition, end, graph, trigger, wait } from "../../rules/testing/graphs.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import { diffGraphs } from "./diff-graphs.ts";

const base = graph([trigger(), wait("pause", 60), end()], ["start > pause", "pause > done"]);
const NOTHING = {
  nodes: { added: [], removed: [], changed: [], moved: [] },
  edges: { added: [], removed: [], changed: [] },
  definition: [],
  behaviour: { compared: 1, changed: [] },
};

/** A condition on the deal's value. */
const big = (value: number) =>
  graph(
    [
      trigger(),
      condition("size", {
        id: "big",
        query: { combinator: "and", rules: [{ field: "deal.value", operator: ">", value }] },
      }),
      wait("pause"),
      end(),
    ],
    ["start > size", "size branch_big> pause", "size fallback> done", "pause > done"],
  );

const startLooking = (ui: JsonObject): GraphDefinition => ({
  ...base,
  nodes: [{ ...trigger(), config: { ui } }, wait("pause", 60), end()],
});

describe("diffGraphs", () => {
  it("finds nothing in the same graph, however it is ordered", () => {
    const turned = { ...base, nodes: base.nodes.toReversed(), edges: base.edges?.toReversed() ?? [] };
    expect(diffGraphs(base, turned)).toEqual(NOTHING);
  });

  it("tells fields that changed by their pointers", () => {
    const after = { ...base, nodes: [trigger(), { ...wait("pause", 90), note: "x" }, end()] } as GraphDefinition;
    expect(diffGraphs(base, after).nodes.changed).toMatchObject([
      {
        nodeId: "pause",
        changes: [
          { path: "/config/delaySeconds", before: 60, after: 90 },
          { path: "/note", after: "x" },
        ],
      },
    ]);
  });

  it.each([
    ["placed", {}, { position: { x: 5, y: 0 } }],
    ["moved", { position: { x: 5, y: 0 } }, { position: { x: 9, y: 0 } }],
    ["moved with a name", { label: "Go", position: { x: 5, y: 0 } }, { label: "Go", position: { x: 9, y: 0 } }],
    ["laid out by itself", { position: { x: 5, y: 0 } }, {}],
  ])("tells a node that was only %s on the canvas", (_, was, is) => {
    const { nodes } = diffGraphs(startLooking(was), startLooking(is));
    expect([nodes.changed, nodes.moved.map(({ nodeId }) => nodeId)]).toEqual([[], ["start"]]);
  });

  it.each([
    ["name", { label: "Go" }, "/config/ui/label"],
    ["note", { label: "Start", note: "Ask Ana" }, "/config/ui/note"],
    ["saved scenarios", { label: "Start", scenarios: [{ id: "s1" }] }, "/config/ui/scenarios"],
    ["place and name", { label: "Go", position: { x: 1, y: 1 } }, "/config/ui/label"],
  ])("tells a changed %s as a change, and no other way of a run", (_, is, path) => {
    const { nodes, behaviour } = diffGraphs(startLooking({ label: "Start" }), startLooking(is));
    expect([nodes.moved, nodes.changed.flatMap(({ changes }) => changes.map((change) => change.path))]).toEqual([
      [],
      expect.arrayContaining([path]),
    ]);
    expect(behaviour.changed).toEqual([]);
  });

  it("tells nodes and edges that came and went", () => {
    const after = graph([trigger(), action("tag", "add_tag", { tagIds: ["a"] }), end()], ["start > tag", "tag > done"]);
    const { nodes, edges } = diffGraphs(base, after);
    expect([nodes.added.map(({ id }) => id), nodes.removed.map(({ id }) => id)]).toEqual([["tag"], ["pause"]]);
    expect([edges.added.length, edges.removed.length, edges.changed]).toEqual([2, 2, []]);
  });

  it("knows an edge with an id again when it leads elsewhere", () => {
    const [before, after] = ["pause", "done"].map((target) => ({
      ...base,
      edges: [{ id: "e", source: "start", target }],
    }));
    if (!before || !after) throw new Error("two graphs");
    expect(diffGraphs(before, after).edges.changed).toMatchObject([
      { edgeId: "e", changes: [{ path: "/target", before: "pause", after: "done" }] },
    ]);
  });

  it("tells other keys of the definition", () => {
    expect(diffGraphs(base, { ...base, name: "x" } as GraphDefinition).definition).toEqual([
      { path: "/name", after: "x" },
    ]);
  });

  it("tells which scenarios take another path", () => {
    const { compared, changed: ways } = diffGraphs(big(100), big(500)).behaviour;
    expect([compared, ways.map(({ scenario }) => scenario.facts.deal?.["value"])]).toEqual([4, [101, 500]]);
    expect(ways[0]).toMatchObject({
      before: { status: "completed", steps: [{ nodeId: "start" }, { nodeId: "size", handle: "branch_big" }, {}, {}] },
      after: { steps: [{ nodeId: "start" }, { nodeId: "size", handle: "fallback" }, { nodeId: "done", handle: null }] },
    });
  });

  it("runs the scenarios it is given", () => {
    const scenarios = [{ startAt: "2026-01-05T12:00:00Z", facts: {} }];
    expect(diffGraphs(base, { ...base, edges: [] }, { scenarios }).behaviour).toMatchObject({
      compared: 1,
      changed: [{ scenario: scenarios[0] }],
    });
  });

  it.each(hostileDefinitions)("compares with %s", (_, input) => {
    expect(diffGraphs(base, input as GraphDefinition).nodes.removed.length).toBeGreaterThan(0);
    expect(diffGraphs(input as GraphDefinition, input as GraphDefinition).nodes.changed).toEqual([]);
  });
});

describe("diffGraphs of any graphs", () => {
  it("says the same backwards, with added and removed changed about", () => {
    fc.assert(
      fc.property(fc.oneof(graphs, definitions), fc.oneof(changed, definitions), (before, after) => {
        const there = diffGraphs(before, after, { scenarios: [] });
        const back = diffGraphs(after, before, { scenarios: [] });
        expect(back.nodes.added).toEqual(there.nodes.removed);
        expect(back.edges.removed).toEqual(there.edges.added);
        expect(back.nodes.changed.map(({ nodeId }) => nodeId).toSorted()).toEqual(
          there.nodes.changed.map(({ nodeId }) => nodeId).toSorted(),
        );
      }),
    );
  });

  it("finds no behaviour changed where only the canvas did", () => {
    fc.assert(
      fc.property(graphs, (before) => {
        const nodes = before.nodes.map((node) => ({
          ...node,
          config: { ...node.config, ui: { position: { x: 1, y: 1 } } },
        }));
        const { nodes: found, behaviour } = diffGraphs(before, { ...before, nodes });
        expect([found.changed, behaviour.changed, found.moved.length]).toEqual([[], [], before.nodes.length]);
      }),
    );
  });
});
