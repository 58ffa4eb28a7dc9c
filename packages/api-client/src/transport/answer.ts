import type { ErrorBody, FieldError, Warning } from "../generated/types.ts";
import { ApiError, ResponseShapeError } from "./errors.ts";

type Fields = Record<string, unknown>;

/**
 * The envelope's `data` and `warnings`; null for an answer without content; of a file, itself. Rejects with ApiError or
 * ResponseShapeError.
 */
export async function readAnswer(
  response: Response,
  isBinary: boolean,
): Promise<{ data: unknown; warnings: Warning[] }> {
  if (isBinary && response.ok) return { data: await response.blob(), warnings: [] };
  const text = await response.text();
  if (!response.ok) throw toError(response, text);
  if (response.status === 204) return { data: null, warnings: [] };
  const body = parse(text);
  if (isObject(body) && "data" in body) {
    const { data, warnings } = body;
    return { data, warnings: Array.isArray(warnings) ? warnings.filter(isWarning) : [] };
  }
  throw new ResponseShapeError(
    `${describe(response)} is not the API's envelope. Is the base URL right?`,
    response.status,
    response.headers.get("x-request-id"),
  );
}

function toError(response: Response, text: string): ApiError | ResponseShapeError {
  const retryAfter = retryAfterSeconds(response.headers);
  const body = parse(text);
  if (isErrorBody(body)) return new ApiError(response.status, body, retryAfter);
  const requestId = response.headers.get("x-request-id");
  return new ResponseShapeError(
    `${describe(response)} is not the API's error body.`,
    response.status,
    requestId,
    retryAfter,
  );
}

const describe = (response: Response): string =>
  `The answer (${response.status}, ${response.headers.get("content-type") ?? "no content type"})`;

/** Seconds to wait, from the contract's header or else `Retry-After` (seconds or an HTTP date). */
export function retryAfterSeconds(headers: Headers): number | null {
  return seconds(headers.get("x-rate-limit-retry-after-seconds")) ?? seconds(headers.get("retry-after"));
}

function seconds(text: string | null): number | null {
  if (text === null || text.trim() === "") return null;
  const number = Number(text);
  if (Number.isFinite(number)) return Math.max(0, number);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: no shape will match it, and the caller reports that.
    return undefined;
  }
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isErrorBody(value: unknown): value is ErrorBody {
  if (!isObject(value) || typeof value["error"] !== "string" || typeof value["code"] !== "string") return false;
  const { requestId, details, fieldErrors } = value;
  if (typeof requestId !== "string") return false;
  if (details !== undefined && details !== null && typeof details !== "string") return false;
  return fieldErrors === undefined || (Array.isArray(fieldErrors) && fieldErrors.every(isFieldError));
}

const isWarning = (value: unknown): value is Warning =>
  isObject(value) &&
  typeof value["code"] === "string" &&
  typeof value["message"] === "string" &&
  Array.isArray(value["fields"]) &&
  value["fields"].every((field) => typeof field === "string");

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
