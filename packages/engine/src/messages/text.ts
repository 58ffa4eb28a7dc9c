import { WEEK_SECONDS } from "../contract/durations.ts";
import { isObject } from "../contract/json.ts";
import type { ActionType, NodeKind } from "../contract/definition.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import type { ExitRef, NodeList, NodeRef } from "./params.ts";
import { untilName } from "./until.ts";
import type { UntilTexts } from "./until.ts";

/** A unit of time, its plural, and how many seconds it has. */
type Unit = readonly [one: string, many: string, seconds: number];

/** What a language needs to name nodes. */
export interface NodeTexts {
  readonly kinds: Readonly<Record<NodeKind | ActionType, string>>;
  readonly unknown: string;
  readonly unreadable: string;
  readonly units: readonly Unit[];
  readonly until: UntilTexts;
  readonly and: string;
  readonly more: (count: number) => string;
}

const LONGEST = 60;

interface NodeNames {
  /** A node's name alone: Wait 2 days. */
  bare(ref: NodeRef): string;
  /** A node's name in a sentence: “Wait 2 days”. */
  node(ref: NodeRef): string;
  /** Several: “Wait 2 days”, “Send WhatsApp: Hello” and 4 more. */
  nodes(list: NodeList): string;
}

/** Names nodes and lists of them in one language. */
export function nodeNames(words: NodeTexts): NodeNames {
  const bare = (ref: NodeRef) => (ref ? shorten(nameOf(ref, words)) : words.unreadable);
  const node = (ref: NodeRef) => (ref ? `“${bare(ref)}”` : words.unreadable);
  const nodes = ({ shown, more }: NodeList) => {
    const names = shown.map(node);
    if (more > 0) return `${names.join(", ")} ${words.and} ${words.more(more)}`;
    const last = names.pop() ?? "";
    return names.length === 0 ? last : `${names.join(", ")} ${words.and} ${last}`;
  };
  return { bare, node, nodes };
}

function nameOf({ label, kind, detail, seconds, until }: NonNullable<NodeRef>, words: NodeTexts): string {
  if (label !== undefined) return label;
  const name = isKind(kind, words) ? words.kinds[kind] : words.unknown;
  if (until !== undefined) return `${name} ${untilName(until, words.until)}`;
  if (seconds !== undefined) return name + durationName(seconds, words.units);
  return detail === undefined ? name : `${name}: ${detail}`;
}

function isKind(kind: string | undefined, { kinds }: NodeTexts): kind is NodeKind | ActionType {
  return kind !== undefined && Object.hasOwn(kinds, kind);
}

/** A time in its largest unit and the next smaller one, with the rest left out: " 2 days 4 hours"; in whole weeks or in none. */
function durationName(seconds: number, all: readonly Unit[]): string {
  const units = all.filter(([, , length]) => length !== WEEK_SECONDS || seconds % length === 0);
  const largest = units.findIndex(([, , length]) => seconds >= length);
  if (largest < 0) return "";
  let rest = seconds;
  let name = "";
  for (const [one, many, size] of units.slice(largest, largest + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) name += ` ${count} ${count === 1 ? one : many}`;
  }
  return name;
}

/** Words of single code units with one space between them: a short text of them is shown as it is. */
const PLAIN = /^[^\s\uD800-\uDFFF]+(?: [^\s\uD800-\uDFFF]+)*$/;

/** A text as messages show it: on one line, at most 60 characters. */
export function shorten(long: string): string {
  if (long.length <= LONGEST && PLAIN.test(long)) return long;
  // Cut first, so that a text of a megabyte costs nothing; the cut may have left half a character.
  const start = long.slice(0, 4 * LONGEST).replace(/[\uD800-\uDBFF]$/, "");
  const letters = Array.from(start.trim().replaceAll(/\s+/g, " "));
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
}

/** The same of a text of a message. Names are read by people: what Liquid fills in is left open. */
export const shortenFilled = (long: string): string =>
  shorten(long.replaceAll(/\{%[^{}]*%\}/g, "").replaceAll(/\{\{[^{}]*\}\}/g, "…"));

/** The piece of a text that LiquidJS complains of, after a colon; its own words are English, whatever the language. */
export function cited(complaint: string): string {
  const piece =
    /"(.*)"/.exec(complaint) ?? /(?:"|undefined filter: )(.*)/.exec(complaint) ?? /(\{%.*%\})/.exec(complaint);
  return piece?.[1] ? `: “${piece[1].replaceAll('\\"', '"')}”` : "";
}

/** Whether a part is told by its number, having no name. */
export const isNumber = (label: JsonValue | undefined): boolean => /^\d+$/.test(text(label));

/** A reason's value as text; "?" for what is neither text nor a number. */
export function text(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "?";
}

/** A wall time ("2026-11-30 09:00") with its date as a language writes it, and its zone. */
export const localTime = (
  at: JsonValue | undefined,
  zone: JsonValue | undefined,
  dateOf: (date: string, year: string, month: string, day: string) => string,
): string => `${text(at).replace(/^(\d+)-(\d\d)-(\d\d)/, dateOf)} (${text(zone)})`;

/** The rules that settled a condition, each put into words by `describe`. */
export function ruleTexts(
  rules: JsonValue | undefined,
  separator: string,
  describe: (rule: MessageParams) => string,
): string {
  if (!Array.isArray(rules)) return "";
  return rules.map((rule) => (isObject(rule) ? describe(rule) : "?")).join(separator);
}

/** What an exit is called: by its author, or in a language's `words` by handle: "No reply", "Exit 2". */
export const exitOf = ({ name, named, number }: ExitRef, words: Readonly<Record<string, string>>): string =>
  named || !Object.hasOwn(words, name) ? name : `${words[name]} ${number ?? ""}`.trim();
