import { WEB_ADDRESS, type FieldError, type Route, type Schema } from "@trilho/contract";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { instantOf } from "../../service/texts.ts";
import { join, joinInBrackets, unstorableValues, type JoinPath } from "./text.ts";
import { createPassOver } from "./unknown-values.ts";

/** The problems of one part of a request. Texts of a query or path become what their schema says, in place. */
export type Check = (value: unknown) => FieldError[];

// The schemas are the contract's, which holds them to their meta-schema: the first request need not wait for that.
const options = { allErrors: true, strict: true, allowUnionTypes: true, meta: false, validateSchema: false };
/** Bodies say what they mean: "10" is no number, and null is no text. */
const bodies = new Ajv2020(options);
/** Queries and paths can only say text. */
const parameters = new Ajv2020({ ...options, coerceTypes: true });
const formats = ajvFormats.default(new Ajv2020(options));
const isDateTime = formats.compile({ type: "string", format: "date-time" });
for (const ajv of [bodies, parameters]) {
  ajvFormats.default(ajv);
  // A leap second is a valid way to write an instant, but none that can be kept or looked for; nor is one of the year 0.
  ajv.addFormat("date-time", (text) => isDateTime(text) && instantOf(text) !== null);
}

/** The checks of a route, each compiled when it is first needed: all of them together would take a start half a second. That of the query takes what the route's query reader made of it. */
export function createChecks(route: Route): { params: Check; query: Check; body: Check } {
  const { query = { type: "object" }, unknownQuery } = route;
  const refusing = unknownQuery === "reject" ? { ...query, additionalProperties: false } : query;
  return {
    params: route.params ? withoutNul(decimal(route.params, compile(parameters, route.params, join))) : nothing,
    query: unlessEmpty(
      refusing,
      storable(passingOver(route, decimal(refusing, compile(parameters, refusing, joinInBrackets))), joinInBrackets),
    ),
    body: route.body ? storable(compile(bodies, route.body, join), join) : nothing,
  };
}

const NONE: FieldError[] = [];
const nothing: Check = () => NONE;

/** Most requests have no query. */
function unlessEmpty(schema: Schema, check: Check): Check {
  if (Object.hasOwn(schema, "required")) return check;
  return (value) => {
    for (const _ in value as object) return check(value);
    return NONE;
  };
}

/** PostgreSQL reads no text with NUL. An id that has one names nothing, and neither does what it becomes. */
function withoutNul(check: Check): Check {
  return (value) => {
    const ids = value as Record<string, string>;
    for (const [name, id] of Object.entries(ids)) ids[name] = id.replaceAll("\0", "\uFFFD");
    return check(value);
  };
}

function compile(ajv: Ajv2020, schema: Schema, joinPath: JoinPath): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value)
      ? NONE
      : firstOfEachField((validate.errors ?? []).map((error) => toFieldError(error, joinPath)));
  };
}

function passingOver(route: Route, check: Check): Check {
  const passOver = createPassOver(route);
  if (passOver === null) return check;
  return (value) => {
    passOver(value as Record<string, unknown>);
    return check(value);
  };
}

const DECIMAL = /^-?\d{1,16}(?:\.\d{1,16})?$/;

/** Numbers in a query or path are written as people write them: `1e999`, `0x10` and `Infinity` are none. */
function decimal(schema: Schema, check: Check): Check {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const numbers = Object.entries(properties).filter(([, { type }]) => type === "integer" || type === "number");
  if (numbers.length === 0) return check;
  return (value) => {
    const texts = value as Readonly<Record<string, unknown>>;
    const misspelt = numbers.filter(([name]) => typeof texts[name] === "string" && !DECIMAL.test(texts[name]));
    if (misspelt.length === 0) return check(value);
    const problems = misspelt.map(([field, { type }]) => ({ field, message: `must be ${nameOfType(String(type))}` }));
    return firstOfEachField([...problems, ...check(value)]);
  };
}

const storable =
  (check: Check, joinPath: JoinPath): Check =>
  (value) => {
    const problems = unstorableValues(value, joinPath);
    return problems.length === 0 ? check(value) : firstOfEachField([...problems, ...check(value)]);
  };

/** An empty text is also a blank one: one message a field is enough to fix it. */
function firstOfEachField(problems: readonly FieldError[]): FieldError[] {
  const seen = new Map<string, FieldError>();
  for (const problem of problems) if (!seen.has(problem.field)) seen.set(problem.field, problem);
  return [...seen.values()];
}

function toFieldError(error: ErrorObject, joinPath: JoinPath): FieldError {
  const path = pathOf(error.instancePath, joinPath);
  const words = Object.hasOwn(MESSAGES, error.keyword) ? MESSAGES[error.keyword] : undefined;
  const { field, message } = words?.(error, path, joinPath) ?? {
    field: path,
    message: error.message ?? "is not valid",
  };
  return { field: field === "" ? "body" : field, message };
}

type DescribeError = (error: ErrorObject, path: string, joinPath: JoinPath) => FieldError;

const withMessage =
  (message: (params: Record<string, unknown>) => string): DescribeError =>
  (error, path) => ({ field: path, message: message(error.params) });

const MESSAGES: Readonly<Record<string, DescribeError>> = {
  required: ({ params }, path, joinPath) => ({
    field: joinPath(path, String(params["missingProperty"]), false),
    message: "is required",
  }),
  additionalProperties: ({ params }, path, joinPath) => ({
    field: joinPath(path, String(params["additionalProperty"]), false),
    message: "is not known here",
  }),
  type: withMessage(({ type }) => `must be ${[type].flat().map(String).map(nameOfType).join(" or ")}`),
  enum: withMessage(({ allowedValues }) => `must be one of ${[allowedValues].flat().map(String).join(", ")}`),
  minLength: withMessage(({ limit }) =>
    limit === 1 ? "must not be empty" : `must have at least ${String(limit)} characters`,
  ),
  maxLength: withMessage(({ limit }) => `must have at most ${String(limit)} characters`),
  minimum: withMessage(({ limit }) => `must be at least ${String(limit)}`),
  maximum: withMessage(({ limit }) => `must be at most ${String(limit)}`),
  maxItems: withMessage(({ limit }) => `must have at most ${String(limit)} items`),
  minItems: withMessage(({ limit }) =>
    limit === 1 ? "must not be empty" : `must have at least ${String(limit)} items`,
  ),
  minProperties: withMessage(({ limit }) =>
    limit === 1 ? "must not be empty" : `must have at least ${String(limit)} fields`,
  ),
  format: withMessage(({ format }) => FORMATS[String(format)] ?? `must be of the format ${String(format)}`),
  pattern: withMessage(({ pattern }) => PATTERNS[String(pattern)] ?? `must match ${String(pattern)}`),
};

const PATTERNS: Readonly<Record<string, string>> = {
  "\\S": "must not be blank",
  [WEB_ADDRESS]: "must be an http or https address",
};

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "must be an instant such as 2026-03-01T12:00:00Z",
  date: "must be a date such as 2026-03-01",
  email: "must be an e-mail address",
  uri: "must be a URL",
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};
const nameOfType = (type: string): string => TYPE_NAMES[type] ?? type;

const pathOf = (pointer: string, joinPath: JoinPath): string =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => joinPath(path, part, /^\d+$/.test(part)), "");
