import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveNodes, tidyUp } from "../commands/arrange.ts";
import type { Point } from "../document.ts";
import { graph } from "../testing.ts";
import { placementOf, withPlaces } from "./placement.ts";
import type { Placement } from "./placement.ts";
import { questions } from "./testing.ts";
import { drawnPlacement, keptPlaces } from "./unfolding.ts";

const toUnfold = fc.array(fc.nat(13), { maxLength: 4 }).map((picks) => new Set(picks.map((pick) => `s${pick}`)));
const NONE: ReadonlySet<string> = new Set();

const boxesOf = ({ positions, shapes }: Placement) =>
  [...positions].map(([id, at]) => ({
    id,
    ...at,
    width: shapes.get(id)?.width ?? 0,
    height: shapes.get(id)?.height ?? 0,
  }));

/** Pairs of steps that lie on one another. */
function covered(placement: Placement): string[] {
  const boxes = boxesOf(placement);
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${a.id} ${b.id}`),
  );
}

const ASK = {
  type: "action" as const,
  actionType: "send_whatsapp" as const,
  config: { buttons: [{ id: "a" }, { id: "b" }] },
};
const asking = graph("t>q>next q.btn_a>x q.btn_b>y x>z", { q: ASK });
const middle = ({ positions, shapes }: Placement, id: string) =>
  (positions.get(id)?.x ?? 0) + (shapes.get(id)?.width ?? 0) / 2;

describe("a step that shows every exit", () => {
  test("grows around its middle, and what stands beside it moves on", () => {
    const definition = graph("t>c c.branch_l>q c.branch_r>r", {
      c: { type: "condition", condition: { branches: [{ id: "l" }, { id: "r" }] } },
      q: ASK,
    });
    const [folded, open] = [placementOf(definition), drawnPlacement(definition, new Set(["q"]))];
    const grown = (open.shapes.get("q")?.width ?? 0) - (folded.shapes.get("q")?.width ?? 0);
    expect(grown).toBeGreaterThan(0);
    expect(middle(open, "q")).toBe(middle(folded, "q"));
    expect(middle(open, "r") - middle(folded, "r")).toBe(grown / 2);
    expect(open.positions.get("t")).toEqual(folded.positions.get("t"));
  });

  test("pushes down what stands below it, where it becomes higher", () => {
    const ask = { type: "action" as const, actionType: "send_whatsapp" as const, config: { awaitReply: true } };
    const definition = graph("t>q>z", { q: ask });
    const [folded, open] = [placementOf(definition), drawnPlacement(definition, new Set(["q"]))];
    const grown = (open.shapes.get("q")?.height ?? 0) - (folded.shapes.get("q")?.height ?? 0);
    expect(grown).toBeGreaterThan(0);
    expect(open.positions.get("z")?.y).toBe((folded.positions.get("z")?.y ?? 0) + grown);
  });

  test("covers no other, in any graph, laid out or moved by hand", () => {
    const spots = fc.array(fc.tuple(fc.nat(6), fc.nat(8)), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(questions, spots, toUnfold, (definition, picks, unfolded) => {
        expect(covered(drawnPlacement(definition, unfolded))).toEqual([]);
        const places = new Map<string, Point>();
        const taken = new Set<string>();
        definition.nodes.forEach(({ id }, index) => {
          const [column = 0, first = 0] = picks[index] ?? [];
          let row = first;
          while (taken.has(`${column} ${row}`)) row += 1;
          taken.add(`${column} ${row}`);
          places.set(id, { x: column * 540 + row * 30, y: row * 180 });
        });
        expect(covered(drawnPlacement(withPlaces(definition, places), unfolded))).toEqual([]);
      }),
    );
  });

  test("stays as it is drawn when a step is moved meanwhile, in any graph", () => {
    fc.assert(
      fc.property(questions, toUnfold, (definition, unfolded) => {
        const drawn = drawnPlacement(definition, unfolded);
        const kept = keptPlaces(definition, unfolded, new Map(drawn.positions));
        const after = moveNodes(kept)(definition, { random: () => 0 })?.definition ?? definition;
        expect(drawnPlacement(after, unfolded).positions).toEqual(drawn.positions);
      }),
    );
  });

  test("makes the same room once the drawing was tidied up", () => {
    const moved = withPlaces(asking, new Map([["x", { x: 900, y: 900 }]]));
    const tidy = tidyUp()(moved, { random: () => 0 })?.definition ?? moved;
    const unfolded = new Set(["q"]);
    expect(drawnPlacement(tidy, unfolded).positions).toEqual(drawnPlacement(asking, unfolded).positions);
  });

  test("leaves everything where it was once it is folded again", () => {
    expect(drawnPlacement(asking, NONE)).toBe(placementOf(asking));
  });
});
