import type { Field, GraphDefinition, GraphNode } from "@trilho/engine";
import { stepName } from "../node-name.ts";
import type { Lookup } from "../../document/lookup.ts";
import { text } from "../../i18n/use-text.ts";
import { shapesOf } from "../../document/layout/geometry.ts";
import type { Port, Shape } from "../../document/layout/geometry.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import type { Link, ReadingOrder } from "../../document/layout/reading-order.ts";
import { joins } from "./joins.ts";
import { stepPhrase } from "./phrases.ts";
import { wayLead } from "./exits.ts";

/** A piece of a sentence. A step is told by one phrase; `goesOn` leads to a step that is told elsewhere. */
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

/** A sentence, and below it the ways on which it goes on. */
export interface Sentence {
  /** Unique in the tree. */
  key: string;
  parts: Part[];
  ways: Way[];
}

/** One exit of the last step of a sentence, told in sentences of its own. */
export interface Way {
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
  told: Set<string>;
  /** Where ways come together that are being told: it is told after them. */
  later: Set<string>;
}

/**
 * A definition as prose of the current language. Every step is told exactly once, also on graphs with circles, loose
 * steps and connections into nowhere.
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
    told: new Set(),
    later: new Set(),
  };
  const [start] = walk.reading.order;
  const begins = start !== undefined && walk.nodes.get(start)?.type === "trigger";
  const main = begins ? chain(walk, start, []) : [];
  const apart = walk.reading.order.flatMap((id) => (walk.told.has(id) ? [] : [chain(walk, id, [])]));
  return { main, apart };
}

const words = (key: Parameters<typeof text<"sentences">>[1]): Part => ({ kind: "words", text: text("sentences", key) });

/** Tells steps one after the other until they end, part, or come to one that is told already or after them. */
function chain(walk: Walk, start: string, lead: Part[]): Sentence[] {
  const sentences: Sentence[] = [];
  let parts = lead;
  let id: string | null = start;
  let before: string | null = null;
  while (id !== null) {
    const node = walk.nodes.get(id);
    if (!node || walk.told.has(id)) {
      parts.push(reference(walk, id, before));
      break;
    }
    walk.told.add(id);
    parts.push({ kind: "step", text: phrase(walk, node), nodeId: id });
    const { onward, told, ports } = portsOf(walk, node);
    const target: string | null = onward ? targetOf(walk, id, onward) : null;
    const join: string | null = told.length > 0 ? joinOf(walk, id, onward !== null, target) : null;
    const next: string | null = join ?? target;
    const goesOn: boolean = next !== null && !walk.later.has(next);
    if (told.length > 0) {
      if (join !== null) walk.later.add(join);
      const ways = told.map((port) => way(walk, node, port, ports));
      if (join !== null) walk.later.delete(join);
      sentences.push(sentence(id, parts, ways, onward === null));
      parts = goesOn ? [words(join === null ? "join.after" : "join.all")] : [];
    } else if (goesOn) parts.push(words(node.type === "trigger" ? "join.first" : "join.next"));
    else if (node.type === "trigger") parts.push(words("join.first"), words("nothingYet"));
    before = id;
    id = goesOn ? next : null;
  }
  return parts.length > 0 ? [...sentences, sentence(`${start} end`, parts, [], false)] : sentences;
}

/** Where all the ways of a step come together, so that what follows is told once, after them; null where they do not. */
function joinOf(walk: Walk, id: string, hasOnward: boolean, target: string | null): string | null {
  const join = walk.joins.get(id) ?? null;
  if (join === null || walk.told.has(join) || walk.later.has(join)) return null;
  // What follows in any case is told next to the step, so it has to be what follows at once.
  if (hasOnward && join !== target) return null;
  // An end is shorter to name than to lead to.
  return walk.nodes.get(join)?.type === "end" ? null : join;
}

function sentence(key: string, parts: readonly Part[], ways: Way[], parted: boolean): Sentence {
  const [first, ...rest] = parts;
  const whole = first ? [{ ...first, text: capital(first.text) }, ...rest] : [];
  return { key, parts: [...whole, { kind: "words", text: parted ? ":" : "." }], ways };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function phrase(walk: Walk, node: GraphNode): string {
  if (node.type !== "trigger") return stepPhrase(node, walk.names);
  if (walk.when !== null) return walk.when;
  return walk.triggerSummary === null
    ? text("starts", "trigger")
    : text("starts", "summary", { event: walk.triggerSummary });
}

interface Ports {
  /** The one way by which a chain goes on. */
  onward: Port | null;
  /** The ways that are told below it. */
  told: readonly Port[];
  ports: readonly Port[];
}

function portsOf({ shapes }: Pick<Walk, "shapes">, node: GraphNode): Ports {
  const ports = shapes.get(node.id)?.ports ?? [];
  const foot = ports.filter(({ side }) => !side);
  const [only] = foot;
  const onward = foot.length === 1 && only?.handle === "next" ? only : null;
  const told = ports.filter((port) => port !== onward && (port.connected || (!port.side && isMeant(port, node))));
  return { onward, told, ports };
}

/** By step, where all that it leads to come together. */
function joinsOf(definition: GraphDefinition, walk: Pick<Walk, "shapes" | "reading">): ReadonlyMap<string, string> {
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]));
  return joins(walk.reading, (id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const { onward, told } = portsOf(walk, node);
    return [...(onward ? [onward] : []), ...told].map((port) => linkOf(walk, id, port));
  });
}

/** An exit that a reader expects to hear of, even when nothing follows. */
const isMeant = ({ kind }: Port, { type }: GraphNode): boolean =>
  kind === "branch" ||
  kind === "btn" ||
  kind === "rr" ||
  kind === "timeout" ||
  (kind === "fallback" && type === "condition");

function way(walk: Walk, node: GraphNode, port: Port, ports: readonly Port[]): Way {
  const key = `${node.id} ${port.handle}`;
  const { names, fields } = walk;
  const lead: Part[] = [{ kind: "lead", text: wayLead({ node, port, ports, names, fields }) }, words("join.first")];
  const target = targetOf(walk, node.id, port);
  if (target !== null && walk.later.has(target))
    return { key, sentences: [sentence(key, [...lead, words("straight")], [], false)] };
  if (target === null) return { key, sentences: [sentence(key, [...lead, words("nothing")], [], false)] };
  if (walk.told.has(target)) {
    return { key, sentences: [sentence(key, [...lead, reference(walk, target, node.id)], [], false)] };
  }
  return { key, sentences: chain(walk, target, lead) };
}

const linkOf = ({ reading }: Pick<Walk, "reading">, id: string, port: Port): Link | null =>
  reading.out.get(id)?.find(({ handle }) => handle === port.handle) ?? null;

const targetOf = (walk: Walk, id: string, port: Port): string | null => linkOf(walk, id, port)?.edge.target ?? null;

function reference(walk: Walk, id: string, before: string | null): Part {
  const node = walk.nodes.get(id);
  // Nothing follows an end: nobody needs to look where it is told.
  if (node?.type === "end") return { kind: "goesOn", text: stepPhrase(node, walk.names), nodeId: id };
  const name = node ? stepName(node) : id;
  const back =
    before !== null &&
    walk.reading.out.get(before)?.some(({ edge, index }) => edge.target === id && walk.reading.back.has(index));
  return { kind: "goesOn", text: text("sentences", back ? "goesBack" : "goesOn", { name }), nodeId: id };
}
