import { Position } from "@xyflow/react";
import type { Edge, Node, NodeHandle } from "@xyflow/react";
import { handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { edgeKeys, edgesOf } from "../document/document.ts";
import type { Point } from "../document/document.ts";
import type { Port, Shape } from "../document/layout/geometry.ts";
import type { Placement } from "../document/layout/placement.ts";
import { drawnId } from "../document/notes/notes.ts";
import type { Note } from "../document/notes/notes.ts";
import type { Lanes } from "../document/layout/auto-layout.ts";
import type { Box } from "./route.ts";
import { boxesOf, routesOf } from "./edge-routes.ts";

export type StepData = { node: GraphNode; shape: Shape; hasTarget: boolean };
export type StepFlowNode = Node<StepData, "step">;
export type NoteFlowNode = Node<{ note: Note }, "note">;
export type DrawnNode = StepFlowNode | NoteFlowNode;

export type StepEdgeData = {
  edge: GraphEdge;
  port: Port | null;
  /** The edge in words: "Trigger, next: Wait 2 days". */
  name: string;
  lanes: Lanes | undefined;
  track: number;
  /** Where its name stands; null where there is no room for it. */
  label: Point | null;
  /** The steps that an edge goes round while one of its ends is being dragged; null while none is. */
  obstacles: readonly Box[] | null;
};
export type StepFlowEdge = Edge<StepEdgeData, "step">;

export const TARGET_HANDLE = "in";
/** In canvas units, as the style sheet has it. */
export const HANDLE_SIZE = 12;

/** React Flow's nodes of a definition. Sizes and handles are given, so that nothing waits to be measured. */
export function toFlowNode(node: GraphNode, shape: Shape, position: Point, selected: boolean): StepFlowNode {
  const { width, height } = shape;
  const hasTarget = node.type !== "trigger";
  return {
    id: node.id,
    type: "step",
    position,
    width,
    height,
    measured: { width, height },
    handles: handlesOfShape(shape, hasTarget),
    selected,
    data: { node, shape, hasTarget },
    // The focusable button inside has the name; React Flow's own wrapper is only a box.
    domAttributes: { "aria-roledescription": undefined },
  };
}

/** The same of a note. It lies below edges and steps, and what shows through a frame is pressed through it. */
export function toNoteNode(note: Note, { x, y }: Point): NoteFlowNode {
  const { width, height, kind } = note;
  return {
    id: drawnId(note),
    type: "note",
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: [],
    // The selection is of steps; a note that is worked at has the focus.
    selectable: false,
    connectable: false,
    zIndex: kind === "frame" ? -2 : -1,
    ...(kind === "frame" && { style: { pointerEvents: "none" } }),
    data: { note },
    domAttributes: { "aria-roledescription": undefined },
  };
}

function handlesOfShape({ width, ports }: Shape, hasTarget: boolean): NodeHandle[] {
  const half = HANDLE_SIZE / 2;
  const size = { width: HANDLE_SIZE, height: HANDLE_SIZE };
  const sources = ports.map((port): NodeHandle => ({
    id: port.handle,
    type: "source",
    position: port.side ? Position.Right : Position.Bottom,
    x: port.x - half,
    y: port.y - half,
    ...size,
  }));
  if (!hasTarget) return sources;
  return [
    ...sources,
    { id: TARGET_HANDLE, type: "target", position: Position.Top, x: width / 2 - half, y: -half, ...size },
  ];
}

interface EdgeContext {
  placement: Placement;
  /** Nodes that a person drags: their edges find their way anew with every move, and the others stay as they are. */
  moving: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  name: (edge: GraphEdge, port: Port | null) => string;
  /** The edges as they were drawn last: what did not change stays the same object. */
  latest?: DrawnEdges;
}

export type DrawnEdges = WeakMap<GraphEdge, StepFlowEdge>;

/** React Flow's edges of a definition; edges whose ends are missing are not drawn, and stay in the document. */
export function toFlowEdges(definition: GraphDefinition, context: EdgeContext): StepFlowEdge[] {
  const { placement, latest = new WeakMap() } = context;
  const { lanes, tracks, labels } = routesOf(definition, placement);
  const boxes = context.moving.size > 0 ? boxesOf(placement) : [];
  const keys = edgeKeys(definition);
  return edgesOf(definition).flatMap((edge, index) => {
    const shape = placement.shapes.get(edge.source);
    const key = keys[index];
    if (!shape || !placement.shapes.has(edge.target) || key === undefined) return [];
    const handle = handleOf(edge);
    const port = shape.ports.find((each) => each.handle === handle) ?? null;
    const obstacles = obstaclesOf(edge, boxes, context.moving);
    const data: StepEdgeData = {
      edge,
      port,
      name: context.name(edge, port),
      lanes: obstacles ? undefined : lanes[index],
      track: tracks[index] ?? 0,
      label: labels[index] ?? null,
      obstacles,
    };
    return [drawnEdge(latest, key, handle, data, context.selected.has(key))];
  });
}

/** React Flow's edge: the same object as before, unless something of it changed. */
function drawnEdge(
  latest: DrawnEdges,
  id: string,
  sourceHandle: string,
  data: StepEdgeData,
  selected: boolean,
): StepFlowEdge {
  const { edge } = data;
  const before = latest.get(edge);
  if (before?.id === id && before.selected === selected && before.data && sameData(before.data, data)) return before;
  const made: StepFlowEdge = {
    id,
    type: "step",
    source: edge.source,
    target: edge.target,
    sourceHandle,
    targetHandle: TARGET_HANDLE,
    selected,
    ariaLabel: data.name,
    interactionWidth: 18,
    // Its start belongs to an exit; its end can be led elsewhere.
    reconnectable: "target",
    data,
  };
  latest.set(edge, made);
  return made;
}

function sameData(a: StepEdgeData, b: StepEdgeData): boolean {
  const sameLabel = a.label?.x === b.label?.x && a.label?.y === b.label?.y;
  const sameWay = a.track === b.track && a.port === b.port && sameLabel && sameLanes(a.lanes, b.lanes);
  // A drag that goes on in another document is another drag.
  return sameWay && a.name === b.name && a.obstacles === null && b.obstacles === null;
}

function sameLanes(a: Lanes | undefined, b: Lanes | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && sameNumbers(a.channels, b.channels) && sameNumbers(a.columns, b.columns);
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** While a node is dragged, what its edges have to go round. */
function obstaclesOf(
  { source, target }: GraphEdge,
  boxes: readonly Box[],
  moving: ReadonlySet<string>,
): readonly Box[] | null {
  if (!moving.has(source) && !moving.has(target)) return null;
  return boxes.filter(({ id }) => id !== source && id !== target && !moving.has(id));
}
