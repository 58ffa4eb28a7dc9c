import { isObject } from "@trilho/engine";
import type { CreateCustomFieldRequest, CustomField } from "@trilho/contract";
import type { FailureCode } from "@trilho/engine/failures";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";

/** What a field can hold: `FIELD_TYPES` of the contract. */
export type FieldType = CreateCustomFieldRequest["fieldType"];

/** What its values are held to. The options of `members` fields are the workspace's members. */
export type FieldDefinition = Pick<CustomField, "fieldType" | "options">;

/** What is wrong with a value: as an end of a sentence ("must be a number"), and as runs say it. */
export interface WrongValue {
  message: string;
  code: Extract<FailureCode, `field-${string}`>;
  /** What `code` counts: the most there may be. */
  count?: number;
}

/** What is wrong with a value that is not empty; null when nothing is. */
type Check = (value: unknown, field: FieldDefinition) => WrongValue | null;

const wrong = (code: WrongValue["code"], message: string): WrongValue => ({ code, message });

const MAX_CHOICES = 200;

// A start does not wait for the meta-schema: what is compiled here is known.
const ajv = new Ajv2020({ meta: false, validateSchema: false });
ajvFormats.default(ajv);
/** Texts of a format as bodies know it. */
const isOf = (format: "date" | "date-time" | "email") => ajv.compile({ type: "string", format });
const isDate = isOf("date");
const isDateTime = isOf("date-time");
const isEmail = isOf("email");

/*
 * | type                      | value                                                        |
 * | text, long_text           | text of up to 2,000 and 20,000 characters                    |
 * | number, currency, percent | a number                                                     |
 * | boolean                   | true or false                                                |
 * | date                      | `yyyy-MM-dd`                                                 |
 * | datetime, event           | an instant with its offset, ISO 8601; of an event, its begin |
 * | select                    | the `value` of an option                                     |
 * | multi_select              | a list of different options' values                          |
 * | members                   | a userId, or a list of different ones                        |
 * | member_field              | a userId                                                     |
 * | email, phone, url         | text of that form                                            |
 * | file                      | `{ key, name, size, mimeType }`, as an upload answered it    |
 */
const CHECKS: Record<FieldType, Check> = {
  text: upTo(2000),
  long_text: upTo(20_000),
  number: isNumber,
  currency: isNumber,
  percent: isNumber,
  boolean: (value) => (typeof value === "boolean" ? null : wrong("field-not-true-or-false", "must be true or false")),
  date: (value) => (isDate(value) ? null : wrong("field-not-a-date", "must be a date as in 2026-01-31")),
  datetime: isInstant,
  select: isChoice,
  multi_select: (value, field) =>
    Array.isArray(value) ? areChoices(value, field) : wrong("field-not-a-list", "must be a list of options"),
  members: (value, field) => (Array.isArray(value) ? areChoices(value, field) : isChoice(value, field)),
  member_field: isChoice,
  event: isInstant,
  email: (value) =>
    isEmail(value) ? upTo(255)(value, NO_FIELD) : wrong("field-not-an-email", "must be an e-mail address"),
  phone: (value) =>
    typeof value === "string" && /^\+?(?:[\s().\-/]*\d){3,17}[\s().\-/]*$/.test(value)
      ? null
      : wrong("field-not-a-phone", "must be a phone number"),
  url: (value) =>
    isWebAddress(value) ? upTo(2000)(value, NO_FIELD) : wrong("field-not-web", "must be an http or https address"),
  file: (value) => (isFile(value) ? null : wrong("field-not-a-file", "must be a file: { key, name, size, mimeType }")),
};

const NO_FIELD: FieldDefinition = { fieldType: "text", options: null };

/**
 * Why a field cannot hold this value, or null when it can. Every field can be empty: null clears it. Whether a file's
 * key exists is not known here.
 */
export function checkValue(field: FieldDefinition, value: unknown): WrongValue | null {
  if (value === null) return null;
  // A type of a newer version holds what it holds.
  if (!Object.hasOwn(CHECKS, field.fieldType)) return null;
  const isText = typeof value === "string";
  return isText && isEmptyValue(value) ? null : CHECKS[field.fieldType as FieldType](value, field);
}

/** Whether a value says nothing: missing, null, blank text, an empty list. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

function upTo(length: number): Check {
  return (value) => {
    if (typeof value !== "string") return wrong("field-not-a-text", "must be text");
    if (value.length <= length) return null;
    return { code: "field-too-long", message: `must have at most ${length} characters`, count: length };
  };
}

function isNumber(value: unknown): WrongValue | null {
  return typeof value === "number" && Number.isFinite(value) ? null : wrong("field-not-a-number", "must be a number");
}

function isInstant(value: unknown): WrongValue | null {
  const isOne = isDateTime(value) && !Number.isNaN(Date.parse(String(value)));
  return isOne ? null : wrong("field-not-an-instant", "must be an instant as in 2026-01-31T09:00:00-03:00");
}

function isChoice(value: unknown, { options }: FieldDefinition): WrongValue | null {
  if (typeof value !== "string") return wrong("field-not-an-option", "must be the value of an option");
  return options?.some((option) => option.value === value)
    ? null
    : wrong("field-not-an-option", "is not the value of an option");
}

function areChoices(values: readonly unknown[], field: FieldDefinition): WrongValue | null {
  if (values.length > MAX_CHOICES)
    return { code: "field-too-many", message: `must have at most ${MAX_CHOICES} items`, count: MAX_CHOICES };
  if (new Set(values).size < values.length) return wrong("field-not-a-list", "must not repeat an option");
  return values.map((value) => isChoice(value, field)).find((one) => one !== null) ?? null;
}

const isWebAddress = (value: unknown): boolean =>
  typeof value === "string" && URL.canParse(value) && ["http:", "https:"].includes(new URL(value).protocol);

const isFile = (value: unknown): boolean =>
  isObject(value) &&
  ["key", "name", "mimeType"].every((key) => typeof value[key] === "string" && value[key] !== "") &&
  Number.isSafeInteger(value["size"]) &&
  Number(value["size"]) >= 0;
