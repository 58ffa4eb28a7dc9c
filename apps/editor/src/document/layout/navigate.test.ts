import { expect, test } from "vitest";
import type { GraphNode } from "@trilho/engine";
import { graph } from "../testing.ts";
import { neighbour } from "./navigate.ts";

const condition: Omit<GraphNode, "id"> = {
  type: "condition",
  condition: { branches: ["x", "y"].map((id) => ({ id, query: { combinator: "and", rules: [] } })) },
};
const definition = graph("t>c c.branch_x>a>j c.branch_y>b>j", { c: condition });

test.each([
  ["down follows the first exit", "c", "down", "a"],
  ["up goes back", "a", "up", "c"],
  ["right goes to the next branch", "a", "right", "b"],
  ["left goes back to the first branch", "b", "left", "a"],
  ["above the trigger there is nothing", "t", "up", null],
  ["below the last step there is nothing", "j", "down", null],
  ["home is the trigger", "j", "first", "t"],
  ["end is the last step in reading order", "t", "last", "b"],
  ["without a selection every way leads to the trigger", null, "down", "t"],
] as const)("%s", (_name, from, direction, expected) => {
  expect(neighbour(definition, from, direction)).toBe(expected);
});

test("an empty automation has no steps to go to", () => {
  expect(neighbour({ version: 2, nodes: [] }, null, "down")).toBeNull();
});
