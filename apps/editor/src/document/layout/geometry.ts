import { handleOf, handlesOf } from "@trilho/engine";
import type { GraphDefinition, GraphNode, HandleKind, NodeHandle } from "@trilho/engine";
import { edgesOf } from "../document.ts";
import { cardRows } from "./card-rows.ts";

/** Sizes of a drawn node in canvas units. The style sheet of the canvas follows them, so nothing needs measuring. */
export const NODE = { width: 264, header: 64, row: 20, ports: 30, port: 88 } as const;

/** A handle as it is drawn. */
export interface Port {
  handle: string;
  kind: HandleKind | "unknown";
  /** What the author called the branch, exit or button. */
  label: string;
  /** Of a branch, exit or button: its place among its kind, from 1. */
  number: number;
  required: boolean;
  /** At the node's right side instead of its foot: the exit when an action fails. */
  side: boolean;
  /** Middle of the handle, from the node's top left corner. */
  x: number;
  y: number;
  connected: boolean;
}

export interface Shape {
  width: number;
  height: number;
  /** The part above the strip. */
  header: number;
  ports: Port[];
  /** Exits that nothing leaves by and that are not drawn; a person can unfold them. */
  folded: readonly Port[];
  /** The ports are named in a strip at the node's foot. */
  strip: boolean;
}

type Draft = Pick<Port, "handle" | "kind" | "label" | "required" | "side" | "connected" | "number">;

/** Handles that say the same as another one; drawn only while an edge uses them. */
function isSpare(handle: NodeHandle, all: readonly NodeHandle[]): boolean {
  const awaits = all.some(({ kind }) => kind === "timeout");
  if (!awaits) return false;
  if (handle.kind === "next") return true;
  return handle.kind === "text_reply" && !all.some(({ kind }) => kind === "btn");
}

/** Exits that most automations leave open: when nobody answers, when another answer comes, when the step fails. */
const SELDOM: ReadonlySet<Port["kind"]> = new Set(["timeout", "replied", "text_reply"]);

/** Of the exits that nothing leaves by, those that wait until somebody asks for them. One exit at the foot always stays. */
function isFoldable(port: Draft, all: readonly Draft[]): boolean {
  if (port.connected || port.required) return false;
  if (port.side) return true;
  if (!SELDOM.has(port.kind)) return false;
  return all.some((other) => other !== port && !other.side && (other.connected || !SELDOM.has(other.kind)))
    ? true
    : port.kind !== "replied";
}

/**
 * Size of a node and the places of its handles. `used` holds the handles that edges leave by, offered or not.
 * @param folds whether exits that are seldom used stay away until something leaves by them
 */
export function shapeOf(node: GraphNode, used: ReadonlySet<string> = new Set(), folds = false): Shape {
  const all = portsOf(node, used);
  const drafts = folds ? all.filter((port) => !isFoldable(port, all)) : all;
  const folded = all.filter((port) => !drafts.includes(port)).map((port): Port => ({ ...port, x: 0, y: 0 }));
  const header = NODE.header + NODE.row * (cardRows(node) - 1);
  const foot = drafts.filter(({ side }) => !side);
  const strip = foot.length > 1 || foot.some(({ handle }) => handle !== "next");
  const width = Math.max(NODE.width, strip ? foot.length * NODE.port : 0);
  const height = header + (strip ? NODE.ports : 0);
  const cell = width / Math.max(1, foot.length);
  let column = 0;
  const ports = drafts.map((draft): Port => {
    if (draft.side) return { ...draft, x: width, y: header / 2 };
    column += 1;
    return { ...draft, x: cell * (column - 0.5), y: height };
  });
  return { width, height, header, ports, folded, strip };
}

function portsOf(node: GraphNode, used: ReadonlySet<string>): Draft[] {
  const offered = handlesOf(node);
  const counts = new Map<string, number>();
  const drawn = offered
    .filter((handle) => used.has(handle.id) || !isSpare(handle, offered))
    .map((handle): Draft => {
      const number = (counts.get(handle.kind) ?? 0) + 1;
      counts.set(handle.kind, number);
      return {
        handle: handle.id,
        kind: handle.kind,
        label: handle.label ?? "",
        number,
        required: handle.required,
        side: node.type === "action" && handle.kind === "fallback",
        connected: used.has(handle.id),
      };
    });
  const known = new Set(offered.map(({ id }) => id));
  const stray = [...used].filter((handle) => !known.has(handle));
  return [
    ...drawn,
    ...stray.map((handle): Draft => ({
      handle,
      kind: "unknown",
      label: handle,
      number: 1,
      required: false,
      side: false,
      connected: true,
    })),
  ];
}

/** Of every node, the handles that edges leave by. */
export function usedHandles(definition: GraphDefinition): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const edge of edgesOf(definition)) {
    const handles = used.get(edge.source) ?? new Set<string>();
    used.set(edge.source, handles.add(handleOf(edge)));
  }
  return used;
}

type Shapes = WeakMap<GraphNode, { used: string; shape: Shape }>;

const whole: Shapes = new WeakMap();
const folding: Shapes = new WeakMap();

/** The same object as before for a node that did not change and whose handles are used as before. */
function sharedShape(node: GraphNode, used: ReadonlySet<string> = new Set(), folds: boolean): Shape {
  const key = [...used].join("\0");
  const latest = folds ? folding : whole;
  const known = latest.get(node);
  if (known?.used === key) return known.shape;
  const shape = shapeOf(node, used, folds);
  latest.set(node, { used: key, shape });
  return shape;
}

/** Shapes of all nodes by id, with every exit that they have. */
export const shapesOf = (definition: GraphDefinition): Map<string, Shape> => shapes(definition, false);

/** The same as they are drawn: without the exits that nobody has asked for. */
export const drawnShapesOf = (definition: GraphDefinition): Map<string, Shape> => shapes(definition, true);

function shapes(definition: GraphDefinition, folds: boolean): Map<string, Shape> {
  const used = usedHandles(definition);
  return new Map(definition.nodes.map((node) => [node.id, sharedShape(node, used.get(node.id), folds)]));
}
