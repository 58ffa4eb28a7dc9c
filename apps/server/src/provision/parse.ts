import { isTimeZone } from "@trilho/engine";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { canBeStored } from "../platform/database/columns.ts";
import { findContradictions } from "./contradictions.ts";
import { type Mistake, ProvisionError, type ProvisionFile } from "./file.ts";
import { PROVISION_SCHEMA } from "./schema.ts";
import { findSyntaxError } from "./syntax.ts";

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

const NO_ADDRESS = { protocol: "", username: "", password: "" };

const formats = {
  // What a header carries unchanged: visible ASCII, blanks inside.
  "api-key": (text: string) => /^[!-~](?:[ -~]*[!-~])?$/.test(text),
  "calendar-address": (text: string) => {
    const { protocol, username, password } = URL.canParse(text) ? new URL(text) : NO_ADDRESS;
    return /^(?:https?|webcals?):$/.test(protocol) && username + password === "";
  },
  email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text) && canBeStored(text),
  instant: (text: string) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
  locale: (text: string) => isAccepted(() => Intl.getCanonicalLocales(text)),
  storable: canBeStored,
  "time-zone": isTimeZone,
};

function isAccepted(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    // Intl has no other way to say no.
    return false;
  }
}

const options = { allErrors: true, allowUnionTypes: true, strict: true, formats };
let validator: ValidateFunction<ProvisionFile> | undefined;
/** Compiled when there is a file, once: most starts have none. */
const compile = (): ValidateFunction<ProvisionFile> =>
  (validator ??= new Ajv2020(options).compile<ProvisionFile>(PROVISION_SCHEMA));

/** Reads a provisioning file's text. Throws a `ProvisionError` with every mistake at once. */
export function parseProvisionFile(text: string, fileName: string): ProvisionFile {
  const value = parseJson(text.replace(/^\uFEFF/, ""), fileName);
  const validate = compile();
  if (!validate(value)) throw new ProvisionError(fileName, (validate.errors ?? []).map(toMistake));
  const contradictions = findContradictions(value);
  if (contradictions.length > 0) throw new ProvisionError(fileName, contradictions);
  return value;
}

function parseJson(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The runtime's own message quotes the file, which holds secrets.
    const { line, column } = findSyntaxError(text);
    throw new ProvisionError(fileName, [{ place: `${line}:${column}`, message: "this is not JSON" }]);
  }
}

const MESSAGES: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: ({ params }) => `"${params["missingProperty"]}" is missing`,
  additionalProperties: ({ params }) => `"${params["additionalProperty"]}" is not known here`,
  enum: ({ params }) => `must be one of: ${(params["allowedValues"] as string[]).join(", ")}`,
  format: ({ params }) => `must be ${FORMAT_WORDS[params["format"] as keyof typeof formats]}`,
};

const FORMAT_WORDS: Readonly<Record<keyof typeof formats, string>> = {
  "api-key": "of visible ASCII characters, without blanks at its ends, to travel in a header",
  "calendar-address": "an https, http or webcal address without a user's name",
  email: "an e-mail address",
  instant: "a date and time with its offset, for example 2027-01-31T12:00:00Z",
  locale: "a language tag, for example pt-BR",
  storable: "text without NUL characters and half surrogate pairs",
  "time-zone": "an IANA time zone, for example America/Sao_Paulo",
};

function toMistake(error: ErrorObject): Mistake {
  const place = error.instancePath === "" ? "/" : error.instancePath;
  return { place, message: MESSAGES[error.keyword]?.(error) ?? error.message ?? "is not valid" };
}
