import type { ConfigProperty, ConfigSchema, Picker, Widget } from "../../../packages/engine/src/contract/index.ts";
import type { InBoth, Language } from "./language.ts";
import { code, either, json, sentence, table } from "./markdown.ts";

const PICKED: Readonly<Record<Picker, InBoth>> = {
  pipeline: ["a pipeline", "um funil"],
  stage: ["a stage", "uma etapa"],
  tag: ["a tag", "uma tag"],
  user: ["a member", "um membro"],
  customField: ["a custom field", "um campo personalizado"],
  channel: ["a channel", "um canal"],
};

/** Values that a form has an input of its own for; null where the type says enough. */
const WIDGETS: Readonly<Record<Widget, InBoth | null>> = {
  duration: ["seconds", "segundos"],
  until: ["object: [until when](../automations.md#waits)", "objeto: [até quando](../automations.md#esperas)"],
  multiline: ["text", "texto"],
  buttons: ["list of `{ id, label }`", "lista de `{ id, label }`"],
  exits: ["list of `{ id, label, weight }`", "lista de `{ id, label, weight }`"],
  branches: ["list of `{ id, label, query }`", "lista de `{ id, label, query }`"],
  secret: ["text, kept encrypted and never shown", "texto, guardado criptografado e nunca mostrado"],
  json: null,
  query: ["[rule group](conditions.md)", "[grupo de regras](conditions.md)"],
  cron: ["[five parts](../triggers.md#schedules)", "[cinco partes](../triggers.md#agendamentos)"],
  entry: [
    "[entry rule](../triggers.md#how-often-a-deal-may-enter)",
    "[regra de entrada](../triggers.md#com-que-frequência-um-negócio-pode-entrar)",
  ],
  list: ["list of texts", "lista de textos"],
};

const TYPES: Readonly<Record<NonNullable<ConfigProperty["type"]>, InBoth>> = {
  string: ["text", "texto"],
  number: ["number", "número"],
  integer: ["whole number", "número inteiro"],
  boolean: ["`true` or `false`", "`true` ou `false`"],
  array: ["list", "lista"],
  object: ["object", "objeto"],
};

/** The id of something, or what else is kept of it; in a list, of each. */
export function pickedText(picker: Picker, isList: boolean, { say }: Language, keeps = "id"): string {
  const what = `${keeps} ${say("of", "de")} ${say(...PICKED[picker])}`;
  return isList ? say(`list: ${what} each`, `lista: ${what} em cada item`) : what;
}

function kindOf(property: ConfigProperty, language: Language): string {
  const { say } = language;
  const { enum: choices, type } = property;
  if (choices !== undefined) return either(choices.map(code), language);
  const picker = property["x-picker"];
  if (picker !== undefined) return pickedText(picker, type === "array", language, property["x-keeps"]);
  const widget = property["x-widget"];
  const words = (widget && WIDGETS[widget]) ?? (type === undefined ? null : TYPES[type]);
  return words === null ? say("any value", "qualquer valor") : say(...words);
}

function valueOf(property: ConfigProperty, language: Language): string {
  const { minimum, minItems } = property;
  const { say } = language;
  return [
    kindOf(property, language),
    ...(minimum === undefined ? [] : [say(`${minimum} or more`, `${minimum} ou mais`)]),
    ...(minItems === undefined ? [] : [say(`at least ${minItems}`, `pelo menos ${minItems}`)]),
    ...(property["x-liquid"] ? [say("may hold [Liquid](variables.md)", "pode ter [Liquid](variables.md)")] : []),
  ].join(", ");
}

function withoutIt(key: string, { default: value }: ConfigProperty, schema: ConfigSchema, language: Language): string {
  const { say } = language;
  if (schema.required.includes(key)) return say("**required**", "**obrigatória**");
  const group = schema["x-one-of"] ?? [];
  if (group.includes(key)) return `${say("**one of**", "**uma destas:**")} ${either(group.map(code), language)}`;
  return value === undefined ? "" : json(value);
}

function about(property: ConfigProperty, language: Language): string {
  const { title, description, examples = [], enum: choices = [] } = property;
  const { say, text } = language;
  const labels = property["x-labels"] ?? [];
  return [
    `${text(title)}.`,
    ...(description === undefined ? [] : [sentence(text(description))]),
    ...(labels.length === 0
      ? []
      : [`${labels.map((label, at) => `${code(choices[at] ?? "")}: ${text(label)}`).join("; ")}.`]),
    ...(examples.length === 0 ? [] : [`${say("Such as", "Por exemplo,")} ${either(examples.map(json), language)}.`]),
  ].join(" ");
}

/** What a config holds, key by key, in the order of the form; a sentence where it holds nothing. */
export function configTable(
  schema: ConfigSchema,
  language: Language,
  isOwn: (key: string) => boolean = () => true,
): string {
  const { say } = language;
  const rows = Object.entries(schema.properties).filter(([key]) => isOwn(key));
  if (rows.length === 0) return say("It has no settings of its own.", "Não tem configurações próprias.");
  return table(
    say("Key, Value, Without it, Meaning", "Chave, Valor, Sem ela, Significado").split(", "),
    rows.map(([key, property]) => [
      code(key),
      valueOf(property, language),
      withoutIt(key, property, schema, language),
      about(property, language),
    ]),
  );
}
