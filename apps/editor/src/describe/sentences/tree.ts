import type { Field, GraphDefinition, GraphNode } from "@trilho/engine";
import { stepName } from "../node-name.ts";
import type { Lookup } from "../../document/lookup.ts";
import { capitalized } from "../../i18n/plain-text.ts";
import { text } from "../../i18n/use-text.ts";
import { shapesOf } from "../../document/layout/geometry.ts";
import type { Port, Shape } from "../../document/layout/geometry.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import type { Link, ReadingOrder } from "../../document/layout/reading-order.ts";
import { joins } from "./joins.ts";
import { stepPhrase } from "./phrases.ts";
import { exitLead } from "./exits.ts";

/** A piece of a sentence. A step has one phrase; `goesOn` refers to a step described elsewhere. */
export type Part =
  | { kind: "words"; text: string }
  | { kind: "lead"; text: string }
  | StepPart
  | { kind: "goesOn"; text: string; nodeId: string };

interface StepPart {
  kind: "step";
  text: string;
  nodeId: string;
}

/** A sentence, and below it the exits by which it continues. */
export interface Sentence {
  /** Unique in the tree. */
  key: string;
  parts: Part[];
  exits: Exit[];
}

/** One exit of the last step of a sentence, with sentences of its own. */
export interface Exit {
  key: string;
  sentences: Sentence[];
}

export interface SentenceTree {
  main: Sentence[];
  /** Chains of steps that nothing leads to from the trigger. */
  apart: Sentence[][];
}

/** What sentences need beside the definition. */
export interface SentenceContext {
  names: Lookup;
  /** How the story begins: "When a deal enters Proposta". */
  when: string | null;
  /** The trigger as it is called elsewhere, for references. */
  triggerSummary?: string | null;
  /** With the workspace's custom fields, so that their options are named. */
  fields?: readonly Field[];
}

interface Walk extends Required<SentenceContext> {
  nodes: ReadonlyMap<string, GraphNode>;
  reading: ReadingOrder;
  shapes: ReadonlyMap<string, Shape>;
  joins: ReadonlyMap<string, string>;
  described: Set<string>;
  /** Joins of the exits being described, which are described after them. */
  later: Set<string>;
}

/**
 * A definition as prose of the current language. Every step is described exactly once, also in graphs with cycles, loose
 * steps and edges without a target.
 */
export function sentenceTree(definition: GraphDefinition, context: SentenceContext): SentenceTree {
  const drawn = { reading: readingOrder(definition), shapes: shapesOf(definition) };
  const walk: Walk = {
    fields: [],
    triggerSummary: null,
    ...context,
    nodes: new Map(definition.nodes.map((node) => [node.id, node])),
    ...drawn,
    joins: joinsOf(definition, drawn),
    described: new Set(),
    later: new Set(),
  };
  const [start] = walk.reading.order;
  const begins = start !== undefined && walk.nodes.get(start)?.type === "trigger";
  const main = begins ? chain(walk, start, []) : [];
  const apart = walk.reading.order.flatMap((id) => (walk.described.has(id) ? [] : [chain(walk, id, [])]));
  return { main, apart };
}

const words = (key: Parameters<typeof text<"sentences">>[1]): Part => ({ kind: "words", text: text("sentences", key) });

/** Describes steps one after the other until they end, branch, or reach one described before or later. */
function chain(walk: Walk, start: string, lead: Part[]): Sentence[] {
  const sentences: Sentence[] = [];
  let parts = lead;
  let id: string | null = start;
  let before: string | null = null;
  while (id !== null) {
    const node = walk.nodes.get(id);
    if (!node || walk.described.has(id)) {
      parts.push(reference(walk, id, before));
      break;
    }
    walk.described.add(id);
    parts.push({ kind: "step", text: phrase(walk, node), nodeId: id });
    const { onward, exits, ports } = portsOf(walk, node);
    const target: string | null = onward ? targetOf(walk, id, onward) : null;
    const join: string | null = exits.length > 0 ? joinOf(walk, id, onward !== null, target) : null;
    const next: string | null = join ?? target;
    const goesOn: boolean = next !== null && !walk.later.has(next);
    if (exits.length > 0) {
      if (join !== null) walk.later.add(join);
      const below = exits.map((port) => exitOf(walk, node, port, ports));
      if (join !== null) walk.later.delete(join);
      sentences.push(sentence(id, parts, below, onward === null));
      parts = goesOn ? [words(join === null ? "join.after" : "join.all")] : [];
    } else if (goesOn) parts.push(words(node.type === "trigger" ? "join.first" : "join.next"));
    else if (node.type === "trigger") parts.push(words("join.first"), words("nothingYet"));
    before = id;
    id = goesOn ? next : null;
  }
  return parts.length > 0 ? [...sentences, sentence(`${start} end`, parts, [], false)] : sentences;
}

/** Where all exits of a step join, so that what follows is described once, after them; null where they do not. */
function joinOf(walk: Walk, id: string, hasOnward: boolean, target: string | null): string | null {
  const join = walk.joins.get(id) ?? null;
  if (join === null || walk.described.has(join) || walk.later.has(join)) return null;
  // The onward exit is described next to the step, so the join has to be its target.
  if (hasOnward && join !== target) return null;
  // An end is shorter to name than to lead to.
  return walk.nodes.get(join)?.type === "end" ? null : join;
}

function sentence(key: string, parts: readonly Part[], exits: Exit[], parted: boolean): Sentence {
  const [first, ...rest] = parts;
  const whole = first ? [{ ...first, text: capitalized(first.text) }, ...rest] : [];
  return { key, parts: [...whole, { kind: "words", text: parted ? ":" : "." }], exits };
}

function phrase(walk: Walk, node: GraphNode): string {
  if (node.type !== "trigger") return stepPhrase(node, walk.names);
  if (walk.when !== null) return walk.when;
  return walk.triggerSummary === null
    ? text("starts", "trigger")
    : text("starts", "summary", { event: walk.triggerSummary });
}

interface Ports {
  /** The one exit by which a chain continues. */
  onward: Port | null;
  /** The exits described below it. */
  exits: readonly Port[];
  ports: readonly Port[];
}

function portsOf({ shapes }: Pick<Walk, "shapes">, node: GraphNode): Ports {
  const ports = shapes.get(node.id)?.ports ?? [];
  const foot = ports.filter(({ side }) => !side);
  const [only] = foot;
  const onward = foot.length === 1 && only?.handle === "next" ? only : null;
  const exits = ports.filter((port) => port !== onward && (port.connected || (!port.side && isExpected(port, node))));
  return { onward, exits, ports };
}

/** By step, where all its exits join. */
function joinsOf(definition: GraphDefinition, walk: Pick<Walk, "shapes" | "reading">): ReadonlyMap<string, string> {
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]));
  return joins(walk.reading, (id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const { onward, exits } = portsOf(walk, node);
    return [...(onward ? [onward] : []), ...exits].map((port) => linkOf(walk, id, port));
  });
}

/** An exit that a reader expects even when nothing follows. */
const isExpected = ({ kind }: Port, { type }: GraphNode): boolean =>
  kind === "branch" ||
  kind === "btn" ||
  kind === "rr" ||
  kind === "timeout" ||
  (kind === "fallback" && type === "condition");

function exitOf(walk: Walk, node: GraphNode, port: Port, ports: readonly Port[]): Exit {
  const key = `${node.id} ${port.handle}`;
  const { names, fields } = walk;
  const lead: Part[] = [{ kind: "lead", text: exitLead({ node, port, ports, names, fields }) }, words("join.first")];
  const target = targetOf(walk, node.id, port);
  if (target !== null && walk.later.has(target))
    return { key, sentences: [sentence(key, [...lead, words("straight")], [], false)] };
  if (target === null) return { key, sentences: [sentence(key, [...lead, words("nothing")], [], false)] };
  if (walk.described.has(target)) {
    return { key, sentences: [sentence(key, [...lead, reference(walk, target, node.id)], [], false)] };
  }
  return { key, sentences: chain(walk, target, lead) };
}

const linkOf = ({ reading }: Pick<Walk, "reading">, id: string, port: Port): Link | null =>
  reading.out.get(id)?.find(({ handle }) => handle === port.handle) ?? null;

const targetOf = (walk: Walk, id: string, port: Port): string | null => linkOf(walk, id, port)?.edge.target ?? null;

function reference(walk: Walk, id: string, before: string | null): Part {
  const node = walk.nodes.get(id);
  // Nothing follows an end, so nobody needs to find where it is described.
  if (node?.type === "end") return { kind: "goesOn", text: stepPhrase(node, walk.names), nodeId: id };
  const name = node ? stepName(node) : id;
  const back =
    before !== null &&
    walk.reading.out.get(before)?.some(({ edge, index }) => edge.target === id && walk.reading.back.has(index));
  return { kind: "goesOn", text: text("sentences", back ? "goesBack" : "goesOn", { name }), nodeId: id };
}
