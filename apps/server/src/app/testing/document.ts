import { API_PREFIX, emitOpenapi } from "@trilho/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";

/** A request as it was sent, below no prefix: `/api/v1/deals?limit=2`. */
export interface Exchange {
  method: string;
  path: string;
  /** Undefined without one, or with one that is no JSON. */
  body: unknown;
  answer: Answer;
}

type Answer = { status: number; body: unknown };

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: { type?: string | string[] };
}

interface Operation {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, unknown> };
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

const DOCUMENT = "openapi.json";
const document = emitOpenapi() as unknown as { paths: Record<string, Record<string, Operation>> };

const strict = new Ajv2020({ strict: false, allErrors: true });
/** Parameters are texts. */
const coercing = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true });
for (const ajv of [strict, coercing]) {
  ajvFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
}

const compiled = new Map<string, ValidateFunction>();

/** The validator of the schema at a place in the document, compiled when it is first needed. */
function validatorAt(place: readonly string[], ajv = strict, around = (schema: object) => schema): ValidateFunction {
  const pointer = place.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  const known = compiled.get(pointer) ?? ajv.compile(around({ $ref: `${DOCUMENT}#/${pointer}` }));
  compiled.set(pointer, known);
  return known;
}

/** In an object of its own, where a text can be made a number. */
const inObject = (value: object): object => ({ properties: { value } });

/** Paths with fewest parameters first, as `/deals/custom-field-values` is no `/deals/{seq}`. */
const TEMPLATES = Object.keys(document.paths)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, "([^/]+)")}$`) }))
  .toSorted((a, b) => a.template.split("{").length - b.template.split("{").length);

/**
 * What is said in an exchange and not in the API's OpenAPI document: all that is wrong with the answer, and of a success
 * also what should have had the request refused. Nothing of addresses and methods that the document does not have, nor of
 * a query that is no text, which is refused before its route is known.
 */
export function undocumented({ method, path, body, answer }: Exchange): string[] {
  const [address = "", query = ""] = path.slice(API_PREFIX.length).split(/\?(.*)/s);
  const verb = method.toLowerCase();
  const template = TEMPLATES.find(({ pattern }) => pattern.test(address))?.template ?? "";
  const operation = document.paths[template]?.[verb];
  if (operation === undefined || !isText(query)) return [];
  const place = ["paths", template, verb];
  const wrong = wrongAnswer(operation, place, answer);
  if (answer.status >= 300) return wrong;
  return [...wrong, ...wrongBody(operation, place, body), ...wrongQuery(operation, place, new URLSearchParams(query))];
}

function isText(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}

function wrongAnswer({ responses }: Operation, place: readonly string[], { status, body }: Answer): string[] {
  const response = responses[status];
  if (response === undefined) return [`status: ${status} is not documented`];
  const at = response.$ref?.slice(2).split("/") ?? [...place, "responses", String(status)];
  const content = response.$ref === undefined ? response.content : { "application/json": {} };
  if (content === undefined) return body === "" ? [] : ["answer: a body where there is none"];
  if (!Object.hasOwn(content, "application/json")) return [];
  return errorsOf("answer", validatorAt([...at, "content", "application/json", "schema"]), body);
}

function wrongBody({ requestBody }: Operation, place: readonly string[], body: unknown): string[] {
  if (requestBody === undefined || !Object.hasOwn(requestBody.content, "application/json")) return [];
  if (body === undefined) return requestBody.required ? ["request: the body is missing"] : [];
  return errorsOf("request", validatorAt([...place, "requestBody", "content", "application/json", "schema"]), body);
}

/** Lists may be written in other ways than the document's (`won,lost`, `k[]=a`): what is in them is not looked at. */
function wrongQuery({ parameters = [] }: Operation, place: readonly string[], query: URLSearchParams): string[] {
  return parameters.flatMap((parameter, index) => {
    if (!("in" in parameter) || parameter.in !== "query") return [];
    const { name, required, schema } = parameter;
    if (!query.has(name)) {
      const isThere = [...query.keys()].some((key) => key.startsWith(`${name}[`));
      return required && !isThere ? [`query: ${name} is missing`] : [];
    }
    if (["array", "object"].some((type) => schema.type?.includes(type))) return [];
    const value = { value: query.getAll(name).at(-1) };
    const validator = validatorAt([...place, "parameters", String(index), "schema"], coercing, inObject);
    return errorsOf(`query ${name}`, validator, value);
  });
}

function errorsOf(what: string, validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath}: ${message ?? ""}`);
}
