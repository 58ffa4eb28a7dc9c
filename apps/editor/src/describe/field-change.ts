import { describeUntil, isObject, readUntil } from "@trilho/engine";
import type { GraphNode, JsonValue } from "@trilho/engine";
import { formOf, isShown } from "./layout.ts";
import type { Lookup } from "../document/lookup.ts";
import { describeQuery, nameOf } from "./query-text.ts";
import { readableText } from "./readable.ts";
import { catalogText } from "../i18n/catalog.ts";
import { formatDuration } from "../i18n/duration.ts";
import { engineLocale } from "../i18n/engine-locale.ts";
import { text } from "../i18n/use-text.ts";
import { accessibleName } from "./node-label.ts";
import { readAt, segmentsOf } from "../document/pointers.ts";

/** A field of a step that differs, in words. */
export interface LabelledChange {
  /** What the field is called where it is edited: "Wait for", "Branch VIP". */
  field: string;
  /** Its value in words on either side; null where that side lacks it. */
  before: string | null;
  after: string | null;
}

interface Pair {
  before: JsonValue | undefined;
  after: JsonValue | undefined;
}

/**
 * A change of a step at a JSON Pointer into it, in words. `without`: the step on the side that lacks the field, whose
 * default holds there.
 */
export function fieldChange(
  node: GraphNode,
  path: string,
  { before, after }: Pair,
  names: Lookup,
  without: GraphNode = node,
): LabelledChange {
  const segments = segmentsOf(path);
  const describeValue = (value: JsonValue | undefined): string | null =>
    value === undefined ? defaultLabel(without, segments, names) : valueLabel(node, segments, value, names);
  return { field: fieldName(node, segments), before: describeValue(before), after: describeValue(after) };
}

/** What holds at a step whose field is not set: "1 day (default)"; null where nothing does. */
function defaultLabel(node: GraphNode, path: readonly string[], names: Lookup): string | null {
  const [part, key] = path;
  if (part !== "config" || key === undefined || path.length > 2) return null;
  const { form, schema } = formOf(node);
  const value = schema?.properties[key]?.default;
  // What the contract requires only starts out with its default.
  if (value === undefined || schema?.required.includes(key) === true) return null;
  if (!isShown(form, key, node.config ?? {})) return null;
  return text("compare", "value.default", { value: valueLabel(node, path, value, names) });
}

const UI_FIELDS = {
  label: "ui.label",
  note: "ui.note",
  position: "ui.position",
  scenarios: "ui.scenarios",
  notes: "ui.notes",
} as const;

/** The name of a field: the form's own title where it has one. */
export function fieldName(node: GraphNode, [part, key, ...rest]: readonly string[]): string {
  if (part === undefined) return text("compare", "field.step");
  if (part === "config" && key === "ui") return uiFieldName(rest[0]);
  if (part === "type" || part === "actionType") return text("compare", "field.kind");
  if (part === "condition" && key === "branches") return partName(node, "branch", ["condition", "branches"], rest);
  if (part === "config" && key === "exits") return partName(node, "exit", ["config", "exits"], rest);
  if (part === "config" && key === "buttons") return partName(node, "button", ["config", "buttons"], rest);
  const property = key === undefined ? undefined : formOf(node).schema?.properties[key];
  return property ? catalogText(property.title) : [part, key, ...rest].filter((each) => each !== undefined).join(" › ");
}

function uiFieldName(key: string | undefined): string {
  const known = Object.entries(UI_FIELDS).find(([name]) => name === key)?.[1];
  return text("compare", known === undefined ? "field.ui.other" : `field.${known}`);
}

/** "Branch VIP", "Branch VIP: name". Items come by id from a merge and by position from a comparison. */
function partName(
  node: GraphNode,
  kind: "branch" | "exit" | "button",
  list: readonly string[],
  [item, ...rest]: readonly string[],
): string {
  if (item === undefined) return text("compare", `field.${kind}.all`);
  const items = readAt(node as unknown as JsonValue, list);
  const found = Array.isArray(items)
    ? (items.find((each) => isObject(each) && each["id"] === item) ??
      (/^\d+$/.test(item) ? items[Number(item)] : undefined))
    : undefined;
  const title = isObject(found) ? (found["label"] ?? found["title"] ?? found["id"]) : item;
  const name = text("compare", `field.${kind}.one`, { name: typeof title === "string" ? title : item });
  const known = PART_FIELDS.find((each) => each === rest[0]);
  return known === undefined
    ? name
    : text("compare", "field.of", { name, field: text("compare", `field.part.${known}`) });
}

const PART_FIELDS = ["label", "query", "weight", "title", "id"] as const;

const isDuration = (key: string | undefined): boolean => key?.endsWith("Seconds") === true;

/** A value in words: durations, names for ids, rules as sentences; anything else as it is written. */
export function valueLabel(node: GraphNode, path: readonly string[], value: JsonValue, names: Lookup): string {
  const [part, key] = path;
  if (part === undefined)
    return isObject(value) ? accessibleName(value as unknown as GraphNode, names, null) : plain(value);
  if (path.includes("query") || (isObject(value) && "combinator" in value)) {
    return isObject(value) && "combinator" in value ? describeQuery(value, names) : plain(value);
  }
  if (typeof value === "number" && isDuration(path.at(-1))) return formatDuration(value);
  const until = key === "until" && path.length === 2 ? readUntil(value) : null;
  if (until !== null && "until" in until) return describeUntil(until.until, engineLocale(), names.fieldName);
  const picker = part === "config" && key !== undefined ? pickerOf(node, key) : undefined;
  if (picker !== undefined) return namesText(picker, value, names);
  if (part === "config" && (key === "fieldId" || key === "fieldSlug") && typeof value === "string") {
    return names.fieldName(value) ?? value;
  }
  if (Array.isArray(value)) return listText(node, path, value, names);
  const choice = part === "config" && key !== undefined ? choiceText(node, key, value) : undefined;
  if (choice !== undefined) return catalogText(choice);
  return plain(typeof value === "string" ? readableText(value, names) : value);
}

/** What the form calls one of the values that a field can have. */
function choiceText(node: GraphNode, key: string, value: JsonValue): string | undefined {
  const property = formOf(node).schema?.properties[key];
  return typeof value === "string" ? property?.["x-labels"]?.[property.enum?.indexOf(value) ?? -1] : undefined;
}

type PickerNoun = Parameters<typeof nameOf>[0];
const NOUNS: readonly string[] = ["stage", "tag", "user", "pipeline"] satisfies PickerNoun[];

function pickerOf(node: GraphNode, key: string): PickerNoun | undefined {
  const property = formOf(node).schema?.properties[key];
  const noun = property?.["x-picker"] ?? property?.items?.["x-picker"];
  return typeof noun === "string" && NOUNS.includes(noun) ? (noun as PickerNoun) : undefined;
}

const namesText = (picker: PickerNoun, value: JsonValue, names: Lookup): string =>
  (Array.isArray(value) ? value : [value])
    .map((id) => (typeof id === "string" ? (nameOf(picker, id, names) ?? id) : plain(id)))
    .join(", ") || text("compare", "value.nothing");

/** Branches, exits and buttons by their names; lists of anything else item by item. */
function listText(node: GraphNode, path: readonly string[], list: readonly JsonValue[], names: Lookup): string {
  const words = list.map((item) => {
    if (!isObject(item)) return valueLabel(node, [...path, "item"], item, names);
    const name = item["label"] ?? item["title"] ?? item["name"] ?? item["id"];
    return typeof name === "string" ? name : plain(item);
  });
  return words.join(", ") || text("compare", "value.nothing");
}

const LONGEST = 140;

function plain(value: JsonValue): string {
  if (value === null || value === "") return text("compare", "value.nothing");
  if (typeof value === "boolean") return text("compare", value ? "value.yes" : "value.no");
  const written = typeof value === "string" ? value : typeof value === "number" ? String(value) : JSON.stringify(value);
  const line = written.replaceAll(/\s+/g, " ").trim();
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\s….]+$/, "")}…` : line;
  return typeof value === "string" ? text("compare", "value.quoted", { text: cut }) : cut;
}
