import { expect } from "@playwright/test";
import { configOf, edgeTexts, type Graph } from "./graphs.ts";

const EDGES = [
  "Give it time (next) -> Share out",
  "Offer (btn: Later) -> Give it time",
  "Offer (btn: Yes) -> Share out",
  "Offer (timeout) -> Give it time",
  "Share out (rr: Ana) -> Done",
  "Share out (rr: Bruno) -> Done",
  "Size (branch: Big) -> Offer",
  "Size (branch: Medium) -> Done",
  "Size (fallback) -> Done",
  "trigger (next) -> Size",
];

const atLeast = (value: number) => ({ rules: [{ field: "deal.value", operator: ">=", value }] });

/** Asserts that a graph is the one that the long tests draw: every kind of exit, each step configured. */
export function expectBigDeals(graph: Graph): void {
  expect(edgeTexts(graph)).toEqual(EDGES);
  expect(configOf(graph, "Size")).toMatchObject({
    condition: {
      branches: [
        { label: "Big", query: atLeast(10_000) },
        { label: "Medium", query: atLeast(1_000) },
      ],
    },
  });
  expect(configOf(graph, "Offer")).toMatchObject({
    text: "Hello {{ contact.firstName }}, shall we talk?",
    buttons: [{ label: "Yes" }, { label: "Later" }],
  });
  expect(configOf(graph, "Give it time")).toEqual({ delaySeconds: 2 * 86_400 });
  expect(configOf(graph, "Share out")).toMatchObject({ exits: [{ label: "Ana" }, { label: "Bruno" }] });
}
