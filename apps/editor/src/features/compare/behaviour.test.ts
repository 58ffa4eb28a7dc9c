import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { compareScenario, scenariosFor, shiftBetween } from "./behaviour.ts";

const rule = (value: number) => ({ combinator: "and", rules: [{ field: "deal.value", operator: ">=", value }] });
const start: GraphNode = { id: "start", type: "trigger" };
const task = (id: string): GraphNode => ({ id, type: "action", actionType: "create_task", config: { title: id } });

/** Deals of at least so much are VIPs; the others wait. */
const graph = (limit: number, days = 2): GraphDefinition => ({
  version: 2,
  nodes: [
    start,
    { id: "if", type: "condition", condition: { branches: [{ id: "vip", query: rule(limit) }] } },
    task("visit"),
    { id: "wait", type: "wait", config: { delaySeconds: days * 86_400 } },
  ],
  edges: [
    { source: "start", target: "if" },
    { source: "if", sourceHandle: "branch_vip", target: "visit" },
    { source: "if", sourceHandle: "fallback", target: "wait" },
  ],
});

const compare = (before: GraphDefinition, after: GraphDefinition) =>
  scenariosFor(before, after).map((scenario) => compareScenario(before, after, scenario));
const shift = (before: GraphDefinition, after: GraphDefinition) =>
  shiftBetween(before, after, { deals: 400, pause: () => Promise.resolve() });

describe("scenarios", () => {
  it("take the same path through the same graph", () => {
    const all = compare(graph(1000), graph(1000));
    expect(all.length).toBeGreaterThan(1);
    expect(all.filter(({ parting }) => parting !== null)).toEqual([]);
  });

  it("that take another path say where they part", () => {
    const moved = compare(graph(1000), graph(5000)).filter(({ parting }) => parting !== null);
    expect(moved.map(({ parting }) => parting)).toEqual([{ nodeId: "if", before: "branch_vip", after: "fallback" }]);
  });

  it("that a person saved keep their names", () => {
    const saved = { id: "sc_1", name: "A VIP", startAt: "2026-01-05T12:00:00Z", facts: { deal: { value: 3000 } } };
    const withSaved = structuredClone(graph(1000));
    withSaved.nodes[0] = { ...start, config: { ui: { scenarios: [saved] } } };
    const found = compare(graph(1000), { ...withSaved, nodes: withSaved.nodes, edges: [] });
    expect(found[0]).toMatchObject({ name: "A VIP", parting: { nodeId: "start" } });
  });
});

it("a run that ends where an exit leads nowhere has each step once", () => {
  const open: GraphDefinition = { ...graph(1000), edges: [{ source: "start", target: "if" }] };
  for (const { before } of compare(open, open))
    expect(before.steps.map(({ nodeId }) => nodeId)).toEqual(["start", "if"]);
});

describe("sample deals", () => {
  it("all take the same path through the same graph", async () => {
    expect(await shift(graph(1000), graph(1000))).toMatchObject({ moved: 0, retimed: 0 });
  });

  it("go elsewhere by the share that a limit moves, and part there", async () => {
    const found = await shift(graph(1000), graph(5000));
    expect(found?.moved).toBeGreaterThan(0);
    expect(found?.partings).toEqual([{ nodeId: "if", deals: found?.moved }]);
  });

  it("of the same way tell how much longer they take", async () => {
    const found = await shift(graph(1000, 2), graph(1000, 3));
    expect(found).toMatchObject({ moved: 0, meanChangeMs: 86_400_000 });
    expect(found?.retimed).toBeGreaterThan(0);
  });

  it("depend on nothing but the two graphs", async () => {
    expect(await shift(graph(1000), graph(5000))).toEqual(await shift(graph(1000), graph(5000)));
  });

  it("cannot be run through what cannot start", async () => {
    expect(await shift(graph(1000), { version: 2, nodes: [] })).toBeNull();
  });
});
