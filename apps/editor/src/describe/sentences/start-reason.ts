import {
  CUSTOM_FIELD_PREFIX,
  isObject,
  TRIGGER_SCHEMAS,
  type Field,
  type JsonObject,
  type JsonValue,
  type KnownTriggerType,
} from "@trilho/engine";
import { describeStart, type StartReason } from "@trilho/engine/trigger";
import { nameOfAny, type Lookup } from "../../document/lookup.ts";
import { catalogText } from "../../i18n/catalog.ts";
import { engineLocale } from "../../i18n/engine-locale.ts";
import { formatInstant } from "../../i18n/format.ts";
import { capitalized } from "../../i18n/plain-text.ts";
import { currentLocale, text } from "../../i18n/use-text.ts";
import { triggerText } from "../trigger.ts";

type Params = StartReason["params"];

/** What an event was, and the names of what it may have brought. */
export interface StartNames {
  /** The trigger that it fired. */
  type: string;
  fields: readonly Field[];
  lookup: Lookup;
}

/** Why an event starts no run, as a sentence of the current language, with names for ids, fields and settings. */
export function startReasonText(reason: StartReason, names: StartNames): string {
  const { fields, lookup } = names;
  const isFields = reason.params["setting"] === "fields";
  const naming = (value: JsonValue): string | null => {
    if (typeof value !== "string") return null;
    return isFields ? fieldLabel(`deal.${value}`, fields) : known(nameOfAny(value, lookup), value);
  };
  const words = describeStart({ ...reason, params: called(reason, names) }, engineLocale(), naming);
  return `${capitalized(words)}.`;
}

/** While a list is on its way or cannot be had, every id is called the same, or as it is. */
const known = (name: string | null, id: string): string | null => (name === id || name === "…" ? null : name);

/** What the engine calls as programs do, as the forms call it. */
function called({ code, params }: StartReason, { type, fields }: StartNames): Params {
  const { seen, asked, setting, rules, fields: unread } = params;
  switch (code) {
    case "other-trigger":
      return { ...params, seen: triggerText(String(seen)), asked: triggerText(String(asked)) };
    case "settings":
      return { ...params, setting: `“${settingTitle(type, String(setting))}”` };
    case "unreadable":
      return { ...params, fields: Array.isArray(unread) ? unread.map((path) => partName(type, String(path))) : [] };
    case "before-switched-on":
    case "entered-before":
    case "entered-lately":
    case "later-event":
      return { ...params, seen: instantText(seen), asked: instantText(asked) };
    default:
      return Array.isArray(rules)
        ? { ...params, rules: rules.filter(isObject).map((rule) => named(rule, fields)) }
        : params;
  }
}

const instantText = (at: JsonValue = null): JsonValue =>
  typeof at === "string" ? formatInstant(at, currentLocale()) : at;

const named = (rule: JsonObject, fields: readonly Field[]): JsonObject => {
  const { field } = rule;
  return typeof field === "string" ? { ...rule, field: fieldLabel(field, fields) } : rule;
};

const fieldLabel = (field: string, fields: readonly Field[]): string =>
  fields.find(({ name }) => name === field)?.label ?? field.replace(CUSTOM_FIELD_PREFIX, "").replace(/^deal\./, "");

/** A trigger's setting as its form names it. */
function settingTitle(type: string, setting: string): string {
  const schema = Object.hasOwn(TRIGGER_SCHEMAS, type) ? TRIGGER_SCHEMAS[type as KnownTriggerType] : null;
  const title = schema?.properties[setting]?.title;
  return title === undefined ? setting : catalogText(title);
}

/** A part of an automation, by its path in the contract. */
function partName(type: string, path: string): string {
  const [part, setting] = path.split(".");
  if (part === "triggerConfig" && setting !== undefined) return settingTitle(type, setting);
  switch (part) {
    case "scope":
      return text("compare", "setting.where");
    case "triggerWindow":
      return text("compare", "setting.window");
    case "conditions":
    case "triggerConfig":
      return text("compare", `setting.${part}`);
    default:
      return path;
  }
}
