import { CUSTOM_FIELD_PREFIX, FIELDS, isObject } from "@trilho/engine";
import type { GraphNode } from "@trilho/engine";
import type { Lookup } from "../document/lookup.ts";
import { variableText } from "../i18n/variable-text.ts";

const LABELS: ReadonlyMap<string, string> = new Map(
  FIELDS.flatMap(({ name, variable, label }) => [
    [name, label],
    [variable ?? name, label],
  ]),
);

/**
 * A text with Liquid as people read it: "Hi ‹Contact’s first name›" for `Hi {{ contact.firstName | default: "there" }}`.
 * Where it is drawn, `Words` makes chips of what stands between these marks.
 */
export function readableText(text: string, names: Lookup): string {
  if (!hasLiquid(text)) return text;
  return text
    .replaceAll(/\{%[^{}]*%\}/g, "")
    .replaceAll(/\{\{-?([^{}]*?)-?\}\}/g, (_, inside: string) => `‹${variableName(inside, names)}›`);
}

const hasLiquid = (text: unknown): boolean => typeof text === "string" && /\{[{%]/.test(text);

function variableName(expression: string, names: Lookup): string {
  const path = (expression.split("|")[0] ?? "").trim();
  const known = LABELS.get(path);
  if (known !== undefined) return variableText(path, known);
  const custom = path.startsWith(CUSTOM_FIELD_PREFIX.slice(0, -1)) ? path.slice(CUSTOM_FIELD_PREFIX.length - 1) : "";
  const slug = custom.replaceAll(/^\.|^\[\s*["']|["']\s*\]$/g, "");
  return (slug === "" ? null : names.fieldName(slug)) ?? path;
}

/** A step with the texts of its settings as people read them; the same step where they hold no Liquid. */
export function readableNode(node: GraphNode, names: Lookup): GraphNode {
  const { config } = node;
  if (!isObject(config) || !Object.values(config).some(hasLiquid)) return node;
  const read = Object.entries(config).map(([key, value]) => [
    key,
    typeof value === "string" ? readableText(value, names) : value,
  ]);
  return { ...node, config: Object.fromEntries(read) };
}
