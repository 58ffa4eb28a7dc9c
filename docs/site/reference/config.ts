import type { ConfigProperty, ConfigSchema, Picker, Widget } from "../../../packages/engine/src/contract/index.ts";
import { code, either, json, sentence, table } from "./markdown.ts";

const PICKED: Readonly<Record<Picker, string>> = {
  pipeline: "a pipeline",
  stage: "a stage",
  tag: "a tag",
  user: "a member",
  customField: "a custom field",
  channel: "a channel",
};

/** Values that a form has an input of its own for; null where the type says enough. */
const WIDGETS: Readonly<Record<Widget, string | null>> = {
  duration: "seconds",
  until: "object: [until when](../automations.md#waits)",
  multiline: "text",
  buttons: "list of `{ id, label }`",
  exits: "list of `{ id, label, weight }`",
  branches: "list of `{ id, label, query }`",
  secret: "text, kept encrypted and never shown",
  json: null,
  query: "[rule group](conditions.md)",
  cron: "[five parts](../triggers.md#schedules)",
  entry: "[entry rule](../triggers.md#how-often-a-deal-may-enter)",
  list: "list of texts",
};

const TYPES: Readonly<Record<NonNullable<ConfigProperty["type"]>, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "`true` or `false`",
  array: "list",
  object: "object",
};

function kindOf(property: ConfigProperty): string {
  const { enum: choices, type } = property;
  if (choices !== undefined) return either(choices.map(code));
  const picker = property["x-picker"];
  if (picker !== undefined) {
    const what = `${property["x-keeps"] ?? "id"} of ${PICKED[picker]}`;
    return type === "array" ? `list: ${what} each` : what;
  }
  const widget = property["x-widget"];
  return (widget && WIDGETS[widget]) ?? (type === undefined ? "any value" : TYPES[type]);
}

function valueOf(property: ConfigProperty): string {
  const { minimum, minItems } = property;
  return [
    kindOf(property),
    ...(minimum === undefined ? [] : [`${minimum} or more`]),
    ...(minItems === undefined ? [] : [`at least ${minItems}`]),
    ...(property["x-liquid"] ? ["may hold [Liquid](variables.md)"] : []),
  ].join(", ");
}

function withoutIt(key: string, { default: value }: ConfigProperty, schema: ConfigSchema): string {
  if (schema.required.includes(key)) return "**required**";
  const group = schema["x-one-of"] ?? [];
  if (group.includes(key)) return `**one of** ${either(group.map(code))}`;
  return value === undefined ? "" : json(value);
}

function about(property: ConfigProperty): string {
  const { title, description, examples = [], enum: choices = [] } = property;
  const labels = property["x-labels"] ?? [];
  return [
    `${title}.`,
    ...(description === undefined ? [] : [sentence(description)]),
    ...(labels.length === 0
      ? []
      : [`${labels.map((label, at) => `${code(choices[at] ?? "")}: ${label}`).join("; ")}.`]),
    ...(examples.length === 0 ? [] : [`Such as ${either(examples.map(json))}.`]),
  ].join(" ");
}

/** What a config holds, key by key, in the order of the form; a sentence where it holds nothing. */
export function configTable(schema: ConfigSchema, isOwn: (key: string) => boolean = () => true): string {
  const rows = Object.entries(schema.properties).filter(([key]) => isOwn(key));
  if (rows.length === 0) return "It has no settings of its own.";
  return table(
    ["Key", "Value", "Without it", "Meaning"],
    rows.map(([key, property]) => [code(key), valueOf(property), withoutIt(key, property, schema), about(property)]),
  );
}
