import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine";
import { gapsIn, PARAMETER_PLACES, parametersOf } from "@trilho/engine/whatsapp";
import type { ParameterPlace, TemplateParameters, TemplateParts } from "@trilho/engine/whatsapp";
import { addPart } from "../parts.ts";
import type { Part } from "../parts.ts";

/** `templateParameters` with one value set; an empty one, and what is left empty by it, goes. */
export function withValue(
  given: JsonValue | undefined,
  place: ParameterPlace,
  name: string,
  text: string,
): JsonObject | undefined {
  const places: JsonObject = isObject(given) ? { ...given } : {};
  const old = places[place];
  const values: JsonObject = isObject(old) ? { ...old } : {};
  if (text === "") delete values[name];
  else values[name] = text;
  if (Object.keys(values).length > 0) places[place] = values;
  else delete places[place];
  return Object.keys(places).length > 0 ? places : undefined;
}

/** The values that another template has gaps for as well. */
export function valuesFor(parts: TemplateParts, given: JsonValue | undefined): JsonObject | undefined {
  const old = parametersOf(given);
  let kept: JsonObject | undefined;
  for (const place of PARAMETER_PLACES) {
    for (const { name } of gapsIn(parts, place)) {
      const text = old[place][name];
      if (text !== undefined) kept = withValue(kept, place, name, text);
    }
  }
  return kept;
}

/** What stands in each gap: the value, else its example. */
export function shownValues(
  parts: TemplateParts,
  given: TemplateParameters,
  render: (text: string) => string,
): Pick<TemplateParameters, "header" | "body"> {
  const shown = (place: "header" | "body"): Record<string, string> =>
    Object.fromEntries(
      gapsIn(parts, place).flatMap(({ name, example }) => {
        const text = given[place][name];
        const words = text === undefined ? example : render(text) || example;
        return words === null || words === "" ? [] : [[name, words]];
      }),
    );
  return { header: shown("header"), body: shown("body") };
}

/** A button for each quick reply of a template. */
export const buttonsOf = ({ buttons }: TemplateParts): Part[] =>
  buttons
    .filter(({ kind }) => kind === "quick_reply")
    .reduce<Part[]>((parts, { text }) => addPart(parts, "btn", { label: text }), []);
