import { PART_ID_PATTERN } from "./definition.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** Things of the workspace that a form offers to choose from. */
export type Picker = "pipeline" | "stage" | "tag" | "user" | "customField" | "channel";

/** Inputs that plain types do not tell apart. A `duration` is kept in seconds. */
export type Widget =
  | "duration"
  | "until"
  | "multiline"
  | "buttons"
  | "exits"
  | "branches"
  | "secret"
  | "json"
  | "query"
  | "cron"
  | "entry"
  | "list";

/** JSON Schema 2020-12 of one config key, with the keywords from which an editor generates its form. */
export interface ConfigProperty {
  title: string;
  description?: string;
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  default?: JsonValue;
  enum?: readonly string[];
  minimum?: number;
  minLength?: number;
  minItems?: number;
  format?: string;
  items?: JsonObject;
  oneOf?: readonly JsonObject[];
  examples?: readonly JsonValue[];
  "x-picker"?: Picker;
  /** What is kept of the thing picked; its id by default. */
  "x-keeps"?: "slug";
  "x-widget"?: Widget;
  /** The text may hold Liquid. */
  "x-liquid"?: true;
  /** Names for the values of `enum`, in its order. */
  "x-labels"?: readonly string[];
  /** Place in the form, from 1. */
  "x-order": number;
}

/**
 * JSON Schema 2020-12 of a node's config. `required` holds the contract's keys and no more; unknown keys are accepted.
 * `x-one-of` names keys of which exactly one is set.
 */
export interface ConfigSchema {
  type: "object";
  title: string;
  properties: Readonly<Record<string, ConfigProperty>>;
  required: readonly string[];
  "x-one-of"?: readonly string[];
}

/** The id of a branch, exit or button. */
export const partId = { type: "string", pattern: PART_ID_PATTERN } as const;

/** A property without its place: `schema` numbers them in the order they are written. */
type Unplaced = Omit<ConfigProperty, "x-order">;

/** Writes a config schema; the form shows its properties in the order given here. */
export function configSchema(
  title: string,
  required: readonly string[],
  properties: Readonly<Record<string, Unplaced>>,
): ConfigSchema {
  const placed = Object.entries(properties).map(([key, property], index): [string, ConfigProperty] => [
    key,
    { ...property, "x-order": index + 1 },
  ]);
  return { type: "object", title, properties: Object.fromEntries(placed), required };
}

/** A line of text that may hold Liquid. */
export function liquidText(title: string, description?: string): Unplaced {
  return { title, ...(description && { description }), type: "string", "x-liquid": true };
}

/** Several lines of text that may hold Liquid. */
export function liquidParagraph(title: string, description?: string): Unplaced {
  return { ...liquidText(title, description), "x-widget": "multiline" };
}

/** One thing of the workspace, kept by its id. */
export function picked(picker: Picker, title: string, description?: string): Unplaced {
  return { title, ...(description && { description }), type: "string", minLength: 1, "x-picker": picker };
}

/** A length of time in seconds. */
export function duration(title: string, extra: Partial<Unplaced> = {}): Unplaced {
  return { title, type: "number", minimum: 0, ...extra, "x-widget": "duration" };
}
