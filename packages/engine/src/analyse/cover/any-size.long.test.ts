import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../../contract/definition.ts";
import { action, condition, end, graph, trigger } from "../../rules/testing/graphs.ts";
import { processorTime } from "../../testing/processor-time.ts";
import { diffGraphs } from "../diff/diff-graphs.ts";
import { coverScenarios } from "./cover-scenarios.ts";
import { when } from "./testing/asking.ts";

const NODES = 5000;
/** A tenth of what is usual, and what that may take of the processor, in ms. */
const BUDGET = 500_000;
const GOAL = 8000;
/** Both are covered, with ten times the work at most, and run through the scenarios that are found. */
const DIFF_GOAL = 3 * GOAL;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const tag = (index: number) => action(`a${index}`, "add_tag", { tagIds: [`t${index}`] });
const next = (index: number): string => (index === 0 ? "start > a0" : `a${index - 1} > a${index}`);

const chain = (): GraphDefinition => graph([trigger(), ...numbers(NODES).map(tag)], numbers(NODES).map(next));

const failing = (): GraphDefinition =>
  graph(
    [trigger(), ...numbers(NODES).map(tag), end()],
    numbers(NODES).flatMap((index) => [next(index), `a${index} fallback> done`]),
  );

/** Conditions one after the other, with an action of one branch in between. */
const deciding = (rule: (index: number) => [field: string, operator: string, value: number | string]) => () =>
  graph(
    [trigger(), ...numbers(NODES / 2).flatMap((index) => [condition(`c${index}`, when("x", rule(index))), tag(index)])],
    numbers(NODES / 2).flatMap((index) => [
      index === 0 ? "start > c0" : `a${index - 1} > c${index}`,
      `c${index} branch_x> a${index}`,
      ...(index === 0 ? [] : [`c${index - 1} fallback> c${index}`]),
    ]),
  );

const GRAPHS: readonly [string, () => GraphDefinition][] = [
  ["one after the other", chain],
  ["each of which may fail", failing],
  ["that ask for one field", deciding((index) => ["deal.value", ">", index])],
  ["that ask for a field each", deciding((index) => [`deal.customFields.f${index}`, "=", "v"])],
  ["that ask for tags given before", deciding((index) => ["deal.tagIds", "contains", `t${index - 1}`])],
  ["that ask for time passed", deciding((index) => ["deal.daysInStage", ">", index])],
];

describe("covering a graph of 5000 nodes", () => {
  it.each(GRAPHS)("ends within its budget: %s", (_, make) => {
    const definition = make();
    const spent = processorTime(() => expect(coverScenarios(definition, { budget: BUDGET }).problem).toBeNull());
    expect(spent).toBeLessThan(GOAL);
  });
});

describe("comparing two graphs of 5000 nodes", () => {
  it.each(GRAPHS)("ends within its budget: %s", (_, make) => {
    const old = make();
    const changed = { ...tag(7), config: { tagIds: ["another"] } };
    const edited = { ...old, nodes: old.nodes.map((node) => (node.id === changed.id ? changed : node)) };
    const spent = processorTime(() => expect(diffGraphs(old, edited).nodes.changed).toMatchObject([{ nodeId: "a7" }]));
    expect(spent).toBeLessThan(DIFF_GOAL);
  });
});
