import type { ActionType, NodeKind } from "../contract/definition.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import type { NodeList, NodeRef } from "./params.ts";

/** A unit of time, its plural, and how many seconds it has. */
type Unit = readonly [one: string, many: string, seconds: number];

/** What a language needs to name nodes. */
export interface NodeWords {
  readonly kinds: Readonly<Record<NodeKind | ActionType, string>>;
  readonly unknown: string;
  readonly unreadable: string;
  readonly units: readonly Unit[];
  readonly and: string;
  readonly more: (count: number) => string;
}

const LONGEST = 60;

/** Names nodes and lists of them in one language: “Wait 2 days”, “Send WhatsApp: Hello” and 4 more. */
export function nodeNames(words: NodeWords): { node(ref: NodeRef): string; nodes(list: NodeList): string } {
  const node = (ref: NodeRef) => (ref ? `“${shorten(nameOf(ref, words))}”` : words.unreadable);
  const nodes = ({ shown, more }: NodeList) => {
    const names = shown.map(node);
    if (more > 0) return `${names.join(", ")} ${words.and} ${words.more(more)}`;
    const last = names.pop() ?? "";
    return names.length === 0 ? last : `${names.join(", ")} ${words.and} ${last}`;
  };
  return { node, nodes };
}

function nameOf({ label, kind, detail, seconds }: NonNullable<NodeRef>, words: NodeWords): string {
  if (label !== undefined) return label;
  const name = isKind(kind, words) ? words.kinds[kind] : words.unknown;
  if (seconds !== undefined) return name + durationName(seconds, words.units);
  return detail === undefined ? name : `${name}: ${detail}`;
}

function isKind(kind: string | undefined, { kinds }: NodeWords): kind is NodeKind | ActionType {
  return kind !== undefined && Object.hasOwn(kinds, kind);
}

/** The largest unit that the time fills, with the rest left out: " 2 days". */
function durationName(seconds: number, units: readonly Unit[]): string {
  const unit = units.find(([, , length]) => seconds >= length);
  if (!unit) return "";
  const [one, many, size] = unit;
  const count = Math.floor(seconds / size);
  return ` ${count} ${count === 1 ? one : many}`;
}

/** A text as messages show it: on one line, at most 60 characters. */
export function shorten(long: string): string {
  // Cut first, so that a text of a megabyte costs nothing; the cut may have left half a character.
  const start = long.slice(0, 4 * LONGEST).replace(/[\uD800-\uDBFF]$/, "");
  const letters = Array.from(start.trim().replaceAll(/\s+/g, " "));
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
}

/** A reason's value as text; "?" for what is neither text nor a number. */
export function text(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "?";
}

/** The rules that settled a condition, each put into words by `describe`. */
export function ruleTexts(
  rules: JsonValue | undefined,
  separator: string,
  describe: (rule: MessageParams) => string,
): string {
  if (!Array.isArray(rules)) return "";
  return rules
    .map((rule) => (typeof rule === "object" && rule !== null && !Array.isArray(rule) ? describe(rule) : "?"))
    .join(separator);
}
