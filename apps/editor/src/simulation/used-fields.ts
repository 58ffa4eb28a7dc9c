import { FIELDS, isObject, readUntil } from "@trilho/engine";
import type { Field, GraphDefinition, JsonObject, JsonValue } from "@trilho/engine";
import { findVariables } from "@trilho/engine/liquid";

/** Every deal has a name and a value, also where nothing reads them. */
const ALWAYS = ["deal.name", "deal.value"];

/** A value that a run makes by itself: nobody enters it. */
const MADE_BY_RUNS = new Set(["deal.daysInStage", "deal.stageChangedAt", "deal.lastMessageAt"]);

/** The fields of rules, wherever in a value they are. */
function fieldsOfRules(value: JsonValue | undefined, found: Set<string>): void {
  if (Array.isArray(value)) value.forEach((item) => fieldsOfRules(item, found));
  else if (isObject(value)) {
    if (typeof value["field"] === "string" && typeof value["operator"] === "string") found.add(value["field"]);
    for (const item of Object.values(value)) fieldsOfRules(item, found);
  }
}

/** The date that a wait lasts until. */
function fieldOfWait(config: JsonObject | undefined): string[] {
  const read = readUntil(config?.["until"]);
  return read !== null && "until" in read && read.until.kind === "field" ? [read.until.field] : [];
}

/** The variables of texts, wherever in a value they are. */
function variablesOfTexts(value: JsonValue | undefined, found: Set<string>): void {
  if (typeof value === "string") findVariables(value).forEach(({ name }) => found.add(name));
  else if (Array.isArray(value)) value.forEach((item) => variablesOfTexts(item, found));
  else if (isObject(value)) for (const item of Object.values(value)) variablesOfTexts(item, found);
}

/** Whether a path is a field, as conditions or texts call it, or something inside of it. */
const isOf = (path: string, { name, variable = name }: Field): boolean =>
  [name, variable].some((own) => path === own || path.startsWith(`${own}.`));

const textField = (name: string): Field => ({ name, label: name, type: "text", example: "" });

/**
 * What a deal must have for a graph to run on it: the fields that its branches, its texts and the automation's own
 * conditions read, in the catalogue's order, and then those that no catalogue has.
 */
export function usedFields(
  definition: GraphDefinition,
  conditions: JsonValue | undefined,
  catalogue: readonly Field[] = FIELDS,
): Field[] {
  const read = new Set<string>(ALWAYS);
  fieldsOfRules(conditions, read);
  for (const { condition, config } of definition.nodes) {
    fieldsOfRules(condition, read);
    for (const name of fieldOfWait(config)) read.add(name);
    // What only the editor needs prints nothing.
    variablesOfTexts(config && { ...config, ui: null }, read);
  }
  const names = [...read];
  const known = catalogue.filter((field) => names.some((each) => isOf(each, field)));
  const covered = (name: string): boolean =>
    catalogue.some((field) => isOf(name, field) || field.name.startsWith(`${name}.`));
  const unknown = names.filter((name) => name.includes(".") && !covered(name)).map(textField);
  return [...known, ...unknown].filter(({ name }) => !MADE_BY_RUNS.has(name) || conditionReads(definition, name));
}

/** A condition may be about time spent before the run: then it must be enterable. */
function conditionReads(definition: GraphDefinition, name: string): boolean {
  const found = new Set<string>();
  for (const { condition } of definition.nodes) fieldsOfRules(condition, found);
  return found.has(name);
}
