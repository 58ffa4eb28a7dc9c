import { handleOf, isObject } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { edgesOf, isDrawable, positionOf, withUi } from "../document.ts";
import type { Point } from "../document.ts";
import { edgeIds, newEdgeId, newNodeId, nodeIds } from "../ids.ts";
import type { Random } from "../ids.ts";
import { placementOf, withPlaces } from "../layout/placement.ts";
import { addScenarios, savedScenarios, withScenariosAbout } from "../saved-scenarios.ts";
import { stepKey } from "../steps.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";
import { copySteps } from "./copy.ts";
import type { Steps } from "./copy.ts";

/** Why a clipboard's text cannot be pasted: no text, no JSON, JSON of something else, broken steps, or too many. */
export type PasteRefusal = "empty" | "notJson" | "foreign" | "broken" | "tooMany";
export type Pasted = { ok: true; steps: Steps } | { ok: false; reason: PasteRefusal };

/** Far more than an automation may have. */
export const MOST_PASTED = 500;
const LONGEST_TEXT = 4 * 1024 * 1024;

/** Reads a clipboard's text: copied steps, a definition, or an exported automation, also in the API's envelope. */
export function readSteps(text: string): Pasted {
  if (text.trim() === "") return { ok: false, reason: "empty" };
  if (text.length > LONGEST_TEXT) return { ok: false, reason: "tooMany" };
  const value = parse(text);
  if (value === undefined) return { ok: false, reason: "notJson" };
  const graph = graphIn(value);
  if (!graph) return { ok: false, reason: "foreign" };
  if (!isDrawable(graph) || graph.nodes.length === 0) return { ok: false, reason: "broken" };
  if (graph.nodes.length > MOST_PASTED) return { ok: false, reason: "tooMany" };
  return { ok: true, steps: { kind: "trilho/steps", nodes: graph.nodes, edges: edgesOf(graph) } };
}

/** What holds the nodes; null for JSON of another kind. */
function graphIn(value: unknown): unknown {
  if (!isObject(value)) return null;
  if (value["kind"] === "trilho/steps") return value;
  const inner = isObject(value["data"]) ? value["data"] : value;
  if ("graphDefinition" in inner) return inner["graphDefinition"];
  return inner["version"] === 2 && Array.isArray(inner["nodes"]) ? inner : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export interface PasteOptions {
  code?: "paste" | "duplicate";
  /** Where the middle of what is pasted comes to lie, in canvas units. */
  at?: Point | null;
}

/**
 * Puts copies of steps into the automation, with ids of their own, and selects them. An automation keeps its one
 * trigger: where that leads nowhere yet, it takes the place of the pasted one.
 */
export function paste(steps: Steps, { code = "paste", at = null }: PasteOptions = {}): Command {
  return (definition, { random }) => {
    const ours = definition.nodes.find(({ type }) => type === "trigger");
    const nodes = onlyOneTrigger(steps.nodes, ours !== undefined);
    if (nodes.length === 0) return null;
    const ids = freshIds(definition, nodes, random);
    const theirs = steps.nodes.find(({ type }) => type === "trigger");
    if (ours && theirs && isOpen(definition, ours)) ids.set(theirs.id, ours.id);
    const copies = nodes.map((node) => withScenariosAbout({ ...node, id: ids.get(node.id) ?? node.id }, ids));
    const edges = copyEdges(definition, steps.edges, ids, random);
    const next = { ...definition, nodes: [...definition.nodes, ...copies] };
    const joined = edges.length > 0 ? { ...next, edges: [...edgesOf(definition), ...edges] } : next;
    const tested = theirs && ids.get(theirs.id) === ours?.id ? withTestsOf(joined, theirs, ids, random) : joined;
    const settled = at ? settleAt(definition, tested, copies, at) : settleBeside(definition, tested, copies);
    return { definition: settled, label: label(code, copies), select: copies.map(({ id }) => id) };
  };
}

/** What was saved with a trigger that another one stands in for; without what that one has already. */
function withTestsOf(
  definition: GraphDefinition,
  theirs: GraphNode,
  ids: ReadonlyMap<string, string>,
  random: Random,
): GraphDefinition {
  const known = new Set(savedScenarios(definition).scenarios.map(({ id, name }) => JSON.stringify([id, name])));
  const { scenarios } = savedScenarios({ version: 2, nodes: [withScenariosAbout(theirs, ids)] });
  const fresh = scenarios.filter(({ id, name }) => !known.has(JSON.stringify([id, name])));
  return addScenarios(fresh)(definition, { random })?.definition ?? definition;
}

function onlyOneTrigger(nodes: readonly GraphNode[], taken: boolean): GraphNode[] {
  const first = taken ? undefined : nodes.find(({ type }) => type === "trigger");
  return nodes.filter((node) => node.type !== "trigger" || node === first);
}

const isOpen = (definition: GraphDefinition, { id }: GraphNode): boolean =>
  !edgesOf(definition).some((edge) => edge.source === id && handleOf(edge) === "next");

function freshIds(definition: GraphDefinition, nodes: readonly GraphNode[], random: Random): Map<string, string> {
  const taken = nodeIds(definition);
  const ids = new Map<string, string>();
  for (const { id, type, actionType } of nodes) {
    const fresh = newNodeId(taken, stepKey({ type, actionType }), random);
    taken.add(fresh);
    ids.set(id, fresh);
  }
  return ids;
}

function copyEdges(
  definition: GraphDefinition,
  edges: readonly GraphEdge[],
  ids: ReadonlyMap<string, string>,
  random: Random,
): GraphEdge[] {
  const taken = edgeIds(definition);
  return edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const id = newEdgeId(taken, random);
    taken.add(id);
    return [{ ...edge, id, source, target }];
  });
}

const OFFSET = 48;

/** An automatic layout takes the copies in; where nodes have places, copies lie a little beside their originals. */
function settleBeside(before: GraphDefinition, after: GraphDefinition, copies: readonly GraphNode[]): GraphDefinition {
  if (before.nodes.length === 0 || placementOf(before).auto) return bare(after, copies);
  const moved = new Map<string, Point>();
  for (const copy of copies) {
    const at = positionOf(copy);
    if (at) moved.set(copy.id, { x: at.x + OFFSET, y: at.y + OFFSET });
  }
  return withPlaces(after, moved);
}

function bare(definition: GraphDefinition, copies: readonly GraphNode[]): GraphDefinition {
  const ids = new Set(copies.map(({ id }) => id));
  const nodes = definition.nodes.map((node) => (ids.has(node.id) ? withUi(node, { position: undefined }) : node));
  return { ...definition, nodes };
}

/** Lays the copies around a place, as they lay to one another, and aside where something is there already. */
function settleAt(
  before: GraphDefinition,
  after: GraphDefinition,
  copies: readonly GraphNode[],
  at: Point,
): GraphDefinition {
  const ids = new Set(copies.map(({ id }) => id));
  const among = edgesOf(after).filter(({ source, target }) => ids.has(source) && ids.has(target));
  const pasted: GraphDefinition = { version: 2, nodes: [...copies], edges: among };
  const group = placementOf(pasted);
  const boxes = boxesOf(pasted);
  const middle = {
    x: (Math.min(...boxes.map(({ x }) => x)) + Math.max(...boxes.map(({ x, width }) => x + width))) / 2,
    y: (Math.min(...boxes.map(({ y }) => y)) + Math.max(...boxes.map(({ y, height }) => y + height))) / 2,
  };
  const by = { x: Math.round(at.x - middle.x), y: Math.round(at.y - middle.y) };
  by.x += asideOf(
    boxes.map((box) => ({ ...box, x: box.x + by.x, y: box.y + by.y })),
    boxesOf(before),
  );
  const places = [...group.positions].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }] as const);
  const kept = placementOf(before).positions;
  return withPlaces(after, new Map([...kept, ...places]));
}

interface Box extends Point {
  width: number;
  height: number;
}

function boxesOf(definition: GraphDefinition): Box[] {
  const { positions, shapes } = placementOf(definition);
  return [...positions].map(([id, place]) => {
    const { width = 0, height = 0 } = shapes.get(id) ?? {};
    return { ...place, width, height };
  });
}

const MARGIN = 32;
const FINEST = 1_500;

/** How far to the side boxes must move, as little as it takes, to lie on no other. */
function asideOf(boxes: readonly Box[], others: readonly Box[]): number {
  const isFree = (by: number): boolean =>
    boxes.every((box) => others.every((other) => !meet({ ...box, x: box.x + by }, other)));
  const past = Math.max(0, ...others.map(({ x, width }) => x + width)) + MARGIN - Math.min(...boxes.map(({ x }) => x));
  if (isFree(0)) return 0;
  if (boxes.length * others.length > FINEST) return past;
  const sides = boxes.flatMap((box) =>
    others.flatMap((other) => [other.x + other.width + MARGIN - box.x, other.x - MARGIN - box.width - box.x]),
  );
  return [...sides, past].toSorted((a, b) => Math.abs(a) - Math.abs(b)).find(isFree) ?? past;
}

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + MARGIN &&
  b.x < a.x + a.width + MARGIN &&
  a.y < b.y + b.height + MARGIN &&
  b.y < a.y + a.height + MARGIN;

/** Copies steps beside themselves. */
export function duplicate(ids: readonly string[]): Command {
  return (definition, tools) => {
    const steps = copySteps(definition, ids);
    return steps && paste(steps, { code: "duplicate" })(definition, tools);
  };
}
