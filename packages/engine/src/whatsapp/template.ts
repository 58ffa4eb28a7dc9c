import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";

/** The language of a template where a step does not say. */
export const DEFAULT_TEMPLATE_LANGUAGE = "pt_BR";

/** A WhatsApp template as Meta describes it; `status` in small letters, such as `approved`. */
export interface WhatsappTemplate {
  name: string;
  language: string;
  status: string;
  /** Header, body, footer and buttons, in the format of Meta's Graph API. */
  components: readonly JsonObject[];
  /** The channel that has it; templates without one are any channel's. */
  channelId?: string | null;
}

/** A gap in a template. `name` is "1", "2", … or, of named ones, a word. */
export interface TemplateVariable {
  name: string;
  /** What its author gave as an example. */
  example: string | null;
}

export interface TemplateButton {
  /** `quick_reply`, `url`, `phone_number`, …: Meta's type in small letters. */
  kind: string;
  text: string;
  /** The end of its address, where a message fills it in. */
  variable: TemplateVariable | null;
}

/** A template, read. */
export interface TemplateParts {
  /** `format` is `text`, or what stands above the text: `image`, `video`, `document`, `location`. */
  header: { format: string; text: string; variables: readonly TemplateVariable[] } | null;
  body: { text: string; variables: readonly TemplateVariable[] };
  footer: string | null;
  buttons: readonly TemplateButton[];
}

/** What fills the gaps: of header and body by the variable's name, of buttons by their place, from "0". */
export interface TemplateParameters {
  header: Readonly<Record<string, string>>;
  body: Readonly<Record<string, string>>;
  buttons: Readonly<Record<string, string>>;
}

/** Parts of a template that have gaps. */
export const PARAMETER_PLACES = ["header", "body", "buttons"] as const;
export type ParameterPlace = (typeof PARAMETER_PLACES)[number];

/**
 * Reads the components of a template. Never throws; what cannot be read is left out.
 *
 * @example
 * ```ts
 * import { readTemplate } from "@trilho/engine/whatsapp";
 *
 * const body = { type: "BODY", text: "Hi {{1}}!", example: { body_text: [["Ana"]] } };
 * readTemplate([body]).body; // { text: "Hi {{1}}!", variables: [{ name: "1", example: "Ana" }] }
 * ```
 */
export function readTemplate(components: readonly JsonValue[]): TemplateParts {
  const header = partOf(components, "HEADER");
  const body = partOf(components, "BODY");
  return {
    header: header && readHeader(header),
    body: { text: textAt(body, "text"), variables: variablesIn(textAt(body, "text"), body?.["example"], "body_text") },
    footer: textAt(partOf(components, "FOOTER"), "text") || null,
    buttons: listAt(partOf(components, "BUTTONS"), "buttons").filter(isObject).map(readButton),
  };
}

/**
 * The gaps of a part, by the names under which their parameters are kept.
 *
 * @example
 * ```ts
 * import { gapsIn, readTemplate } from "@trilho/engine/whatsapp";
 *
 * const link = { type: "URL", text: "Track", url: "https://acme.example/{{1}}", example: ["4711"] };
 * gapsIn(readTemplate([{ type: "BUTTONS", buttons: [link] }]), "buttons"); // [{ name: "0", example: "4711" }]
 * ```
 */
export function gapsIn(parts: TemplateParts, place: ParameterPlace): TemplateVariable[] {
  if (place === "header") return [...(parts.header?.variables ?? [])];
  if (place === "body") return [...parts.body.variables];
  return parts.buttons.flatMap(({ variable }, index) => (variable === null ? [] : [{ ...variable, name: `${index}` }]));
}

/**
 * The parameters that a config holds under `templateParameters`; values that are no text, or blank, count as missing.
 *
 * @example
 * ```ts
 * import { parametersOf } from "@trilho/engine/whatsapp";
 *
 * parametersOf({ body: { "1": "{{ contact.firstName }}", "2": "" } }).body; // { "1": "{{ contact.firstName }}" }
 * ```
 */
export function parametersOf(given: JsonValue | undefined): TemplateParameters {
  const places = isObject(given) ? given : {};
  const textsAt = (place: ParameterPlace): Record<string, string> => {
    const values = places[place];
    if (!isObject(values)) return {};
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return Object.fromEntries(texts.filter(([, text]) => text.trim() !== ""));
  };
  return { header: textsAt("header"), body: textsAt("body"), buttons: textsAt("buttons") };
}

/**
 * The name of the first parameter that says something in one config and nothing in another, its texts filled in: WhatsApp
 * takes no message that leaves a gap open. Null for none.
 *
 * @example
 * ```ts
 * import { emptiedParameter } from "@trilho/engine/whatsapp";
 *
 * const asked = { templateParameters: { body: { "1": "{{ contact.firstName }}" } } };
 * emptiedParameter(asked, { templateParameters: { body: { "1": "" } } }); // "1"
 * ```
 */
export function emptiedParameter(asked: JsonObject, sent: JsonObject): string | null {
  const [before, after] = [parametersOf(asked["templateParameters"]), parametersOf(sent["templateParameters"])];
  for (const place of PARAMETER_PLACES)
    for (const name of Object.keys(before[place])) if (!Object.hasOwn(after[place], name)) return name;
  return null;
}

/**
 * A text of a template with its gaps filled in; those without a value keep their place.
 *
 * @example
 * ```ts
 * import { fillTemplate } from "@trilho/engine/whatsapp";
 *
 * fillTemplate("Hi {{1}}, see {{2}}", { "1": "Ana" }); // "Hi Ana, see {{2}}"
 * ```
 */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(GAP, (gap, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? gap) : gap));
}

/**
 * What a contact reads of a template above its buttons: its header and body, with their gaps filled in.
 *
 * @example
 * ```ts
 * import { parametersOf, readTemplate, templateText } from "@trilho/engine/whatsapp";
 *
 * const parts = readTemplate([{ type: "BODY", text: "Hi {{1}}" }]);
 * templateText(parts, parametersOf({ body: { "1": "Ana" } })); // "Hi Ana"
 * ```
 */
export function templateText({ header, body }: TemplateParts, values: TemplateParameters): string {
  const lines = [fillTemplate(header?.text ?? "", values.header), fillTemplate(body.text, values.body)];
  return lines.filter((line) => line !== "").join("\n\n");
}

/**
 * Whether a name is one of a template whose gaps are numbered.
 *
 * @example
 * ```ts
 * import { isNumbered } from "@trilho/engine/whatsapp";
 *
 * isNumbered("1"); // true
 * isNumbered("first_name"); // false
 * ```
 */
export const isNumbered = (name: string): boolean => /^\d+$/.test(name);

const GAP = /\{\{\s*(\w+)\s*\}\}/g;

function readHeader(header: JsonObject): TemplateParts["header"] {
  const format = textAt(header, "format").toLowerCase() || "text";
  const text = format === "text" ? textAt(header, "text") : "";
  return { format, text, variables: variablesIn(text, header["example"], "header_text") };
}

function readButton(button: JsonObject): TemplateButton {
  const kind = textAt(button, "type").toLowerCase();
  const [name] = kind === "url" ? namesIn(textAt(button, "url")) : [];
  const { example } = button;
  const first: JsonValue = Array.isArray(example) ? (example[0] ?? null) : (example ?? null);
  const variable = name === undefined ? null : { name, example: typeof first === "string" ? first : null };
  return { kind, text: textAt(button, "text"), variable };
}

/** Each gap of a text once, by number or in order of appearance, with the example of it. */
function variablesIn(text: string, example: JsonValue | undefined, key: string): TemplateVariable[] {
  const names = namesIn(text);
  const given = isObject(example) ? example : {};
  const named = listAt(given, `${key}_named_params`).filter(isObject);
  // Of a body it is a list of lists, one for each set of examples.
  const listed = listAt(given, key);
  const numbered: readonly JsonValue[] = Array.isArray(listed[0]) ? listed[0] : listed;
  return names.map((name, index) => {
    const value = named.find(({ param_name }) => param_name === name)?.["example"] ?? numbered[index];
    return { name, example: typeof value === "string" ? value : null };
  });
}

function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(GAP)].map(([, name = ""]) => name))];
  return names.every(isNumbered) ? names.toSorted((a, b) => Number(a) - Number(b)) : names;
}

function partOf(components: readonly JsonValue[], type: string): JsonObject | null {
  for (const component of components) {
    if (isObject(component) && textAt(component, "type").toUpperCase() === type) return component;
  }
  return null;
}

function textAt(from: JsonObject | null, key: string): string {
  const value = from?.[key];
  return typeof value === "string" ? value : "";
}

function listAt(from: JsonObject | null, key: string): readonly JsonValue[] {
  const value = from?.[key];
  return Array.isArray(value) ? value : [];
}
