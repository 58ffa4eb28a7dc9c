import type { ReactFlowInstance } from "@xyflow/react";
import type { GraphDefinition } from "@trilho/engine";
import { NODE } from "../store/geometry.ts";
import { placementOf } from "../store/placement.ts";
import { readingOrder } from "../store/readingOrder.ts";
import type { StepFlowEdge, StepFlowNode } from "./flowModel.ts";

/** Cards can be read from here on. */
const READABLE = 0.42;
const PADDING = 40;
const TOP = 56;

/** What a person sees first: all of it where it can be read, else the step where a run is, or its beginning. */
export function openingView(
  flow: ReactFlowInstance<StepFlowNode, StepFlowEdge>,
  frame: HTMLElement,
  definition: GraphDefinition,
  at: string | null,
): void {
  const { positions, shapes } = placementOf(definition);
  const { clientWidth: width, clientHeight: height } = frame;
  const boxes = [...positions].map(([id, { x, y }]) => {
    const { width: wide = 0, height: high = 0 } = shapes.get(id) ?? {};
    return { left: x, right: x + wide, top: y, bottom: y + high };
  });
  if (boxes.length === 0 || width === 0) {
    void flow.setViewport({ x: width / 2 - NODE.width / 2, y: TOP, zoom: 1 });
    return;
  }
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const fitting = Math.min((width - 2 * PADDING) / (right - left), (height - 2 * TOP) / (bottom - top), 1);
  const zoom = Math.max(fitting, READABLE);
  const start = at ?? readingOrder(definition).order[0] ?? "";
  const first = (positions.get(start)?.x ?? left) + (shapes.get(start)?.width ?? 0) / 2;
  const centre = fitting < READABLE ? first : (left + right) / 2;
  const there = fitting < READABLE ? positions.get(at ?? "") : undefined;
  if (there) return void flow.setViewport({ x: width / 2 - centre * zoom, y: height / 3 - there.y * zoom, zoom });
  const free = height - (bottom - top) * zoom;
  void flow.setViewport({ x: width / 2 - centre * zoom, y: Math.max(TOP, Math.min(free / 2, 96)) - top * zoom, zoom });
}
