import type { Field, GraphDefinition, GraphNode } from "@trilho/engine";
import { nodeWords } from "../editor/words.ts";
import type { Lookup } from "../forms/lookup.ts";
import { text } from "../i18n/useText.ts";
import { labelOf } from "../store/document.ts";
import { shapesOf } from "../store/geometry.ts";
import type { Port, Shape } from "../store/geometry.ts";
import { readingOrder } from "../store/readingOrder.ts";
import type { ReadingOrder } from "../store/readingOrder.ts";
import { stepPhrase } from "./phrases.ts";
import { wayLead } from "./ways.ts";

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

/** One way out of the last step of a sentence, told in sentences of its own. */
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
export interface Telling {
  names: Lookup;
  /** How the story begins: "When a deal enters Proposta". */
  when: string | null;
  /** The trigger as it is called elsewhere, for references. */
  triggerSummary?: string | null;
  /** With the workspace's custom fields, so that their options are named. */
  fields?: readonly Field[];
}

interface Walk extends Required<Telling> {
  nodes: ReadonlyMap<string, GraphNode>;
  reading: ReadingOrder;
  shapes: ReadonlyMap<string, Shape>;
  told: Set<string>;
}

/**
 * A definition as prose of the current language. Every step is told exactly once, also on graphs with circles, loose
 * steps and connections into nowhere.
 */
export function sentenceTree(definition: GraphDefinition, telling: Telling): SentenceTree {
  const walk: Walk = {
    fields: [],
    triggerSummary: null,
    ...telling,
    nodes: new Map(definition.nodes.map((node) => [node.id, node])),
    reading: readingOrder(definition),
    shapes: shapesOf(definition),
    told: new Set(),
  };
  const [start] = walk.reading.order;
  const begins = start !== undefined && walk.nodes.get(start)?.type === "trigger";
  const main = begins ? chain(walk, start, []) : [];
  const apart = walk.reading.order.flatMap((id) => (walk.told.has(id) ? [] : [chain(walk, id, [])]));
  return { main, apart };
}

const words = (key: Parameters<typeof text<"sentences">>[1]): Part => ({ kind: "words", text: text("sentences", key) });

/** Tells steps one after the other until they end, part, or come to one that is told already. */
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
    const { onward, ways } = waysOf(walk, node);
    const next: string | null = onward ? targetOf(walk, id, onward) : null;
    if (ways.length > 0) {
      sentences.push(sentence(id, parts, ways, onward === null));
      parts = next === null ? [] : [words("join.after")];
    } else if (next !== null) parts.push(words(node.type === "trigger" ? "join.first" : "join.next"));
    else if (node.type === "trigger") parts.push(words("join.first"), words("nothingYet"));
    before = id;
    id = next;
  }
  return parts.length > 0 ? [...sentences, sentence(`${start} end`, parts, [], false)] : sentences;
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
    ? text("sentences", "when.trigger")
    : text("sentences", "when.summary", { event: walk.triggerSummary });
}

/** The one way by which a chain goes on, and the ways that are told below it. */
function waysOf(walk: Walk, node: GraphNode): { onward: Port | null; ways: Way[] } {
  const ports = walk.shapes.get(node.id)?.ports ?? [];
  const foot = ports.filter(({ side }) => !side);
  const [only] = foot;
  const onward = foot.length === 1 && only?.handle === "next" ? only : null;
  const told = ports.filter((port) => port !== onward && (port.connected || (!port.side && isMeant(port, node))));
  return { onward, ways: told.map((port) => way(walk, node, port, ports)) };
}

/** A way out that a reader expects to hear of, even when nothing follows. */
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
  if (target === null) return { key, sentences: [sentence(key, [...lead, words("nothing")], [], false)] };
  if (walk.told.has(target)) {
    return { key, sentences: [sentence(key, [...lead, reference(walk, target, node.id)], [], false)] };
  }
  return { key, sentences: chain(walk, target, lead) };
}

function targetOf({ reading }: Walk, id: string, port: Port): string | null {
  return reading.out.get(id)?.find(({ handle }) => handle === port.handle)?.edge.target ?? null;
}

function reference(walk: Walk, id: string, before: string | null): Part {
  const node = walk.nodes.get(id);
  // Ends are all alike: nobody needs to look for the one that is meant.
  if (node?.type === "end" && labelOf(node) === "")
    return { kind: "goesOn", text: text("sentences", "do.end"), nodeId: id };
  const name = node ? nodeWords(node, walk.names, walk.triggerSummary).name : id;
  const back =
    before !== null &&
    walk.reading.out.get(before)?.some(({ edge, index }) => edge.target === id && walk.reading.back.has(index));
  return { kind: "goesOn", text: text("sentences", back ? "goesBack" : "goesOn", { name }), nodeId: id };
}
