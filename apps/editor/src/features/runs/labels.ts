import { isObject } from "@trilho/engine";
import type { Field, GraphNode, JsonValue } from "@trilho/engine";
import { fieldName, valueLabel } from "../../describe/field-change.ts";
import { pretty } from "../../data/pretty.ts";
import { nameOfAny, type Lookup } from "../../document/lookup.ts";
import { valueText } from "../../describe/query-text.ts";
import { catalogText } from "../../i18n/catalog.ts";
import { text } from "../../i18n/use-text.ts";

/** What something is called, and what it is. */
export type LabelledValue = readonly [name: string, value: string];

/** A setting as in the form it was filled in at, by the names of things. Texts are whole. */
export function settingLabel(node: GraphNode | undefined, key: string, value: JsonValue, names: Lookup): LabelledValue {
  if (node === undefined) return [key, pretty(value)];
  const words = valueLabel(node, ["config", key], value, names);
  const isNamed = words !== valueLabel(node, ["text"], value, names);
  const isWritten = typeof value === "string" || isObject(value);
  return [fieldName(node, ["config", key]), isNamed || !isWritten || value === "" ? words : pretty(value)];
}

/** What came about, of a deal mostly: called as its fields are, and things by their names. Null for ids that nobody reads. */
export function factLabel(
  key: string,
  value: JsonValue | undefined,
  fields: readonly Field[],
  names: Lookup,
): LabelledValue | null {
  if (UNREAD_IDS.has(key)) return null;
  // A deal's status is a word, that of an answer over HTTP a number.
  const isOfDeal = key !== "status" || typeof value === "string";
  const field = (isOfDeal && fields.find(({ name }) => name === `deal.${key}`)) || null;
  const label = field === null ? null : catalogText(field.label);
  const known = FACTS.find((each) => each === key);
  return [label ?? (known === undefined ? key : text("runs", `fact.${known}`)), factText(key, value, field, names)];
}

/** Of what an action made or sent, as it is called in another place. */
const UNREAD_IDS: ReadonlySet<string> = new Set([
  "conversationId",
  "messageId",
  "dealId",
  "taskId",
  "noteId",
  "meetingId",
  "eventId",
]);

const FACTS = [
  "provider",
  "dealSeq",
  "closed",
  "analysis",
  "question",
  "eventName",
  "cancelledRuns",
  "status",
  "durationMs",
  "response",
] as const;
const PROVIDERS = ["outbox", "meta", "smtp"] as const;

function factText(key: string, value: JsonValue | undefined, field: Field | null, names: Lookup): string {
  const ids = Array.isArray(value) ? value : [value];
  const named = ids.map((id) => (typeof id === "string" ? nameOfAny(id, names) : null));
  if (named.every((name) => name !== null)) return named.join(", ");
  const provider = key === "provider" ? PROVIDERS.find((each) => each === value) : undefined;
  if (provider !== undefined) return text("runs", `provider.${provider}`);
  if (key === "dealSeq") return `#${pretty(value)}`;
  const isPlainText = typeof value === "string" && !field?.options?.some((option) => option.value === value);
  return isPlainText || typeof value === "object" ? pretty(value) : valueText(value, field, names);
}
