import type { GraphNode } from "@trilho/engine";
import { expect, test } from "vitest";
import { graph } from "../../document/testing.ts";
import { outlineRows, siblingsOf } from "./rows.ts";
import type { Row } from "./rows.ts";

const condition: Omit<GraphNode, "id"> = {
  type: "condition",
  condition: { branches: ["x", "y"].map((id) => ({ id, query: { combinator: "and", rules: [] } })) },
};

const WORDS: Record<Row["kind"], (row: Row) => string> = {
  step: ({ nodeId }) => nodeId,
  handle: (row) => ("port" in row ? row.port.handle : ""),
  open: () => "+",
  jump: (row) => ("targetId" in row ? `-> ${row.targetId}` : ""),
};
const lines = (rows: readonly Row[]): string[] =>
  rows.map((row) => `${"  ".repeat(row.level - 1)}${WORDS[row.kind](row)}`);

test("a chain is a flat list that ends where a step can be added", () => {
  expect(lines(outlineRows(graph("t>a>b")))).toEqual(["t", "a", "b", "+"]);
});

test("branches are indented, and what was told already is pointed to", () => {
  const definition = graph("t>c c.branch_x>a>j c.branch_y>j", { c: condition, j: { type: "end" } });
  expect(lines(outlineRows(definition))).toEqual([
    "t",
    "c",
    "  branch_x",
    "    a",
    "    j",
    "  branch_y",
    "    -> j",
    "  fallback",
    "    +",
  ]);
});

test("steps that nothing leads to come last, and a loop ends", () => {
  expect(lines(outlineRows(graph("t>a x>y y>x")))).toEqual(["t", "a", "+", "x", "y", "-> x"]);
});

test("each chain that nothing leads to is marked where it begins", () => {
  const rows = outlineRows(graph("t>a x>y y>a z>z"));
  const apart = rows.filter((row) => row.kind === "step" && row.apart);
  expect(apart.map(({ nodeId }) => nodeId)).toEqual(["x", "z"]);
});

test("a row knows its place among its siblings", () => {
  const rows = outlineRows(graph("t>c c.branch_x>a", { c: condition }));
  const at = rows.findIndex((row) => row.kind === "handle" && row.port.handle === "branch_y");
  expect(siblingsOf(rows, at)).toEqual({ position: 2, size: 3 });
});
