import { KEYED_METHODS, type Route } from "../route.ts";
import type { JsonMap } from "./openapi-schemas.ts";

const whole = (description: string): JsonMap => ({ description, schema: { type: "integer", minimum: 0 } });

/** Headers of answers, by name. */
export const HEADERS: JsonMap = {
  "X-Request-Id": { description: "Names the request in logs and in error bodies.", schema: { type: "string" } },
  "RateLimit-Limit": whole("Requests a minute of whichever limit is closest: the workspace's or the address's."),
  "RateLimit-Remaining": whole("Requests left of it."),
  "RateLimit-Reset": whole("Seconds until it starts anew."),
  "Accept-Idempotency-Key": {
    description: "The methods that may be sent under an `Idempotency-Key`.",
    schema: { type: "string" },
  },
  "X-Rate-Limit-Retry-After-Seconds": whole("Seconds to wait before the next request."),
  "Retry-After": whole("Seconds to wait before the next request."),
};

const MESSAGES: Readonly<Record<number, readonly [code: string, description: string, error: string]>> = {
  400: ["VALIDATION_ERROR", "The request cannot be read, or a value in it is wrong", "name: is required"],
  401: [
    "UNAUTHORIZED",
    "The key is missing, malformed, unknown, revoked or expired, or its member inactive",
    "The API key is missing or not valid.",
  ],
  403: [
    "FORBIDDEN",
    "A permission is missing, or a feature is off in the workspace",
    "This key's member lacks the permission deals.edit.",
  ],
  404: [
    "NOT_FOUND",
    "There is no such resource, or it is outside the member's visibility",
    "There is no such deal in this workspace.",
  ],
  409: [
    "CONFLICT",
    "The state of the resource does not allow it, or a limit of the plan is reached",
    "The deal already exists.",
  ],
  413: ["BAD_REQUEST", "The body is too large", "The body is larger than 1 MB."],
  415: [
    "BAD_REQUEST",
    "The body is of another content type",
    "Send JSON with the header Content-Type: application/json.",
  ],
  422: [
    "UNPROCESSABLE_ENTITY",
    "A valid request that the resource cannot satisfy",
    "This event cannot be changed here.",
  ],
  429: [
    "QUOTA_EXCEEDED",
    "Too many requests of the workspace or of the address",
    "Too many requests from this workspace. Try again in 12 s.",
  ],
  500: ["INTERNAL_ERROR", "Something went wrong on the server's side", "Something went wrong on our side."],
  503: [
    "SERVICE_UNAVAILABLE",
    "The database does not answer, takes no changes or has no room left",
    "The service is not available right now. Try again shortly.",
  ],
};

/** Beside `X-Request-Id`. */
const MORE_HEADERS: Readonly<Record<number, readonly string[]>> = {
  429: ["X-Rate-Limit-Retry-After-Seconds", "Retry-After"],
  503: ["Retry-After"],
};

/** `components.responses`, by `E` and the status. */
export const ERROR_RESPONSES: JsonMap = Object.fromEntries(
  Object.entries(MESSAGES).map(([status, [code, description, error]]) => [
    `E${status}`,
    {
      description,
      headers: headersOf(Number(status)),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/ErrorBody" },
          example: { error, code, requestId: "req_0b6f1f3c-5d0e-4a57-9f39-0d2f6c1a7c11" },
        },
      },
    },
  ]),
);

function headersOf(status: number): JsonMap {
  const names = ["X-Request-Id", ...(MORE_HEADERS[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Every error status a route may answer: those of its row, and those that come from the platform. */
export function errorStatuses({ method, params, query, body, upload, errors }: Route): number[] {
  const hasBody = body !== undefined || upload !== undefined;
  const statuses = new Set<number>([...errors, 401, 403, 429, 500, 503]);
  if (params ?? query ?? hasBody) statuses.add(400);
  // An Idempotency-Key may be malformed.
  if (KEYED_METHODS.includes(method)) statuses.add(400);
  // It may have been used for another request; and what any change names may be changed by others at the same moment.
  if (method !== "GET") statuses.add(409);
  if (hasBody) for (const status of [413, 415]) statuses.add(status);
  return [...statuses].toSorted((a, b) => a - b);
}
