import { handleOf } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { moveNodes } from "../document/commands/arrange.ts";
import { rename } from "../document/commands/edit.ts";
import { createEditorStore } from "../document/editor-store.ts";
import { placementOf } from "../document/layout/placement.ts";
import { questions } from "../document/layout/testing.ts";
import { drawnPlacement } from "../document/layout/unfolding.ts";
import { graph } from "../document/testing.ts";
import { boxesOf, routesOf } from "./edge-routes.ts";
import { routeEdge } from "./route.ts";

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

/** The corners of the drawn edges, each edge under its place in the definition. */
function pathsOf(definition: GraphDefinition, unfolded: ReadonlySet<string>) {
  const placement = drawnPlacement(definition, unfolded);
  const { lanes, tracks, labels } = routesOf(definition, placement);
  const paths = (definition.edges ?? []).map((edge, index) => {
    const [from, to] = [placement.positions.get(edge.source), placement.positions.get(edge.target)];
    const [shape, end] = [placement.shapes.get(edge.source), placement.shapes.get(edge.target)];
    const port = shape?.ports.find(({ handle }) => handle === handleOf(edge));
    if (!from || !to || !port || !end) throw new Error("An edge is not drawn.");
    const { path } = routeEdge(
      { x: from.x + port.x, y: from.y + port.y },
      { x: to.x + end.width / 2, y: to.y },
      { lanes: lanes[index], track: tracks[index] ?? 0, side: port.side },
    );
    return [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  });
  return { boxes: boxesOf(placement), paths, labels, placement };
}

const toUnfold = fc.array(fc.nat(13), { maxLength: 4 }).map((picks) => new Set(picks.map((pick) => `s${pick}`)));

test("no edge runs under a step, in any graph, whatever is unfolded", () => {
  fc.assert(
    fc.property(questions, toUnfold, (definition, unfolded) => {
      const { boxes, paths } = pathsOf(definition, unfolded);
      for (const path of paths) {
        path.slice(1).forEach((end, at) => {
          const start = path[at] ?? end;
          const met = boxes.filter(
            ({ x, y, width, height }) =>
              Math.max(start.x, end.x) > x + 1 &&
              Math.min(start.x, end.x) < x + width - 1 &&
              Math.max(start.y, end.y) > y + 1 &&
              Math.min(start.y, end.y) < y + height - 1,
          );
          expect(met.map(({ id }) => id)).toEqual([]);
        });
      }
    }),
  );
});

/** Where a "+" is: behind every exit, on its edge or on its stub. */
const plusesOf = ({ positions, shapes }: ReturnType<typeof drawnPlacement>) =>
  [...positions].flatMap(([id, { x, y }]) =>
    (shapes.get(id)?.ports ?? []).map(({ connected, side, ...port }) => {
      const by = connected ? 18 : 24;
      return { x: x + port.x + (side ? by : 0), y: y + port.y + (side ? 0 : by) };
    }),
  );

/** Half of what the shortest of the names takes, which is "no". */
const HALF_NAME = 18;

test("no label of an edge lies on a “+” or a step, in any graph, whatever is unfolded", () => {
  let drawn = 0;
  fc.assert(
    fc.property(questions, toUnfold, (definition, unfolded) => {
      const { boxes, labels, placement } = pathsOf(definition, unfolded);
      const pluses = plusesOf(placement);
      for (const label of labels) {
        if (label === null) continue;
        drawn += 1;
        const reaches = (x: number, y: number, by: number) =>
          Math.abs(label.x - x) < HALF_NAME + by && Math.abs(label.y - y) < 10 + by;
        expect(pluses.filter(({ x, y }) => reaches(x, y, 9))).toEqual([]);
        const met = boxes.filter(
          ({ x, y, width, height }) =>
            label.x + HALF_NAME > x && label.x - HALF_NAME < x + width && label.y + 10 > y && label.y - 10 < y + height,
        );
        expect(met.map(({ id }) => id)).toEqual([]);
      }
    }),
  );
  expect(drawn).toBeGreaterThan(0);
});
