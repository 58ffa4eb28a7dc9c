import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import type { CountryCode } from "libphonenumber-js/min";
import { normalisePhone } from "../../../platform/service/phone.ts";
import { checkValue, type WrongValue } from "./types.ts";
import type { StoredFile } from "../../../platform/service/files.ts";
import type { Problem } from "../../../platform/service/outcome.ts";
import { instantOf } from "../../../platform/service/texts.ts";

/** What a value is held to beside its field. */
export interface ValueContext {
  fields: readonly DealField[];
  /** Where phones without a country code are from. */
  country: CountryCode;
  /** The kept files that the values name, by key. */
  files: ReadonlyMap<string, StoredFile>;
}

/** Values by slug as they are stored, and every problem among them. null is kept: it clears. */
export function readCustomValues(
  given: JsonObject,
  before: JsonObject,
  context: ValueContext,
): { values: JsonObject; problems: Problem[] } {
  const bySlug = new Map(context.fields.map((field) => [field.slug, field]));
  const values: [string, JsonValue][] = [];
  const problems: Problem[] = [];
  for (const [slug, value = null] of Object.entries(given)) {
    const field = bySlug.get(slug);
    const read =
      field === undefined ? UNKNOWN : isSame(value, before, slug) ? { value } : readValue(value, field, context);
    if ("value" in read) values.push([slug, read.value]);
    else problems.push(problemOf(slug, read));
  }
  return { values: Object.fromEntries(values), problems };
}

const problemOf = (slug: string, { message, code, ...counted }: WrongValue): Problem => ({
  field: `customFields.${slug}`,
  message,
  reason: { code, params: { words: slug, ...counted } },
});

const UNKNOWN: WrongValue = { code: "field-unknown", message: "is not a custom field of this kind of record" };

/** A value as it is stored, or what is wrong with it. */
type Read = { value: JsonValue } | WrongValue;

/** What is sent back as it was read is never wrong, though its option or member is gone by now. */
const isSame = (value: JsonValue, before: JsonObject, slug: string): boolean =>
  Object.hasOwn(before, slug) && JSON.stringify(before[slug]) === JSON.stringify(value);

function readValue(value: JsonValue, field: DealField, context: ValueContext): Read {
  const wrong = checkValue(field, value);
  if (wrong !== null) return wrong;
  const isGiven = value !== null && value !== "";
  const write = isGiven && Object.hasOwn(WRITTEN, field.fieldType) ? WRITTEN[field.fieldType] : undefined;
  return write?.(value, field, context) ?? { value };
}

type Write = (value: JsonValue, field: DealField, context: ValueContext) => Read;

const instant: Write = (value) => {
  const stored = instantOf(String(value));
  return stored === null
    ? { code: "field-not-an-instant", message: "must be an instant between the years 1 and 9999" }
    : { value: stored };
};

const phone: Write = (value, _, { country }) => {
  const stored = normalisePhone(String(value), country);
  return stored === null ? { code: "field-not-a-phone", message: "must be a phone number" } : { value: stored };
};

/** Members who left stay where they are, but are not chosen anew. */
const members: Write = (value, { options }) => {
  const gone = new Set((options ?? []).flatMap((option) => (option.inactive === true ? [option.value] : [])));
  return [value].flat().some((id) => gone.has(String(id)))
    ? { code: "field-not-a-member", message: "must be an active member" }
    : { value };
};

/** Name, size and type are those of the file that was kept, whatever is said of it. */
const file: Write = (value, _, { files }) => {
  const kept = files.get(fileKey(value) ?? "");
  return kept === undefined
    ? { code: "field-not-a-file", message: "must be a file that was uploaded here" }
    : { value: { ...kept } };
};

/** Types whose values are stored in one way of writing, by which they are found again. */
const WRITTEN: Readonly<Record<string, Write>> = {
  datetime: instant,
  event: instant,
  phone,
  members,
  member_field: members,
  file,
};

const fileKey = (value: unknown): string | null =>
  isObject(value) && typeof value["key"] === "string" ? value["key"] : null;

/** Keys of the files that values may name, to be looked up before they are read. */
export const fileKeysIn = (given: JsonObject): string[] =>
  Object.values(given).flatMap((value) => fileKey(value) ?? []);

/** A custom field of deals. */
export interface DealField {
  id: string;
  slug: string;
  fieldType: string;
  /** Of `members` fields, the workspace's members. */
  options: { value: string; label: string; inactive?: boolean }[] | null;
}
