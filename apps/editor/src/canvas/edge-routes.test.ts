import { expect, test } from "vitest";
import { moveNodes } from "../document/commands/arrange.ts";
import { rename } from "../document/commands/edit.ts";
import { createEditorStore } from "../document/editor-store.ts";
import { placementOf } from "../document/layout/placement.ts";
import { graph } from "../document/testing.ts";
import { routesOf } from "./edge-routes.ts";

const stacked = () => {
  const store = createEditorStore({ definition: graph("t>a a>b t>b") });
  const places = new Map(["t", "a", "b"].map((id, row) => [id, { x: 0, y: row * 200 }]));
  store.getState().run(moveNodes(places));
  const routes = () => routesOf(store.getState().definition, placementOf(store.getState().definition));
  return { store, routes };
};

test("an edge goes round the step between its ends, and straight once that stands elsewhere", () => {
  const { store, routes } = stacked();
  expect(routes().lanes.map((lanes) => lanes !== undefined)).toEqual([false, false, true]);
  store.getState().run(moveNodes(new Map([["a", { x: 900, y: 200 }]])));
  expect(routes().lanes.map((lanes) => lanes !== undefined)).toEqual([false, false, false]);
});

test("typing a name leaves all routes as they are", () => {
  const { store, routes } = stacked();
  const before = routes();
  store.getState().run(rename("a", "Hello"));
  expect(routes()).toBe(before);
});
