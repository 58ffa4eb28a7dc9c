import { expect, test } from "vitest";
import { moveNodes } from "../document/commands/arrange.ts";
import { rename } from "../document/commands/edit.ts";
import { createEditorStore } from "../document/editor-store.ts";
import { placementOf } from "../document/layout/placement.ts";
import { graph } from "../document/testing.ts";
import { waysOf } from "./ways.ts";

const stacked = () => {
  const store = createEditorStore({ definition: graph("t>a a>b t>b") });
  const places = new Map(["t", "a", "b"].map((id, row) => [id, { x: 0, y: row * 200 }]));
  store.getState().run(moveNodes(places));
  const ways = () => waysOf(store.getState().definition, placementOf(store.getState().definition));
  return { store, ways };
};

test("an edge goes round the step between its ends, and straight once that stands elsewhere", () => {
  const { store, ways } = stacked();
  expect(ways().lanes.map((lanes) => lanes !== undefined)).toEqual([false, false, true]);
  store.getState().run(moveNodes(new Map([["a", { x: 900, y: 200 }]])));
  expect(ways().lanes.map((lanes) => lanes !== undefined)).toEqual([false, false, false]);
});

test("typing a name leaves all ways as they are", () => {
  const { store, ways } = stacked();
  const before = ways();
  store.getState().run(rename("a", "Hello"));
  expect(ways()).toBe(before);
});
