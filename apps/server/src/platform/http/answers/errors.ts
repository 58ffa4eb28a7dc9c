import { isObject } from "@trilho/engine";
import type { ErrorBody } from "@trilho/contract";
import type { FastifyReply } from "fastify";
import { NoResultError } from "kysely";
import { hasNoRoom } from "../../database/errors.ts";
import { isAway } from "../../service/thrown.ts";
import type { ErrorCode, Failure } from "../../service/outcome.ts";
import { dropRest } from "./dropping.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The code that it was refused with; null for one that was not. */
    failureCode: ErrorCode | null;
  }
}

/** The status of each code (contract, "Status meanings"), where the failure does not name another. */
const STATUS: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  FEATURE_DISABLED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  QUOTA_EXCEEDED: 409,
  UNPROCESSABLE_ENTITY: 422,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** A refusal on its way to the error handler, which alone answers. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const badRequest = (status: number, message: string): Failure => ({ code: "BAD_REQUEST", status, message });

/** What the framework refuses by itself, in words that hold nothing of the request. */
const FRAMEWORK_FAILURES: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: badRequest(413, "The body is larger than 1 MB."),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: badRequest(415, "Send JSON with the header Content-Type: application/json."),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badRequest(400, "The body is not as long as Content-Length says."),
  FST_ERR_BAD_URL: badRequest(400, "The address is not a valid URL."),
};

/** What the parts that serve files refuse, by status: their errors have no codes. */
const FILE_FAILURES: Readonly<Record<number, Failure>> = {
  // A path that leads out of the folder of files. Nobody is allowed more there, so nothing is there.
  403: { code: "NOT_FOUND", message: "There is nothing at this address." },
  412: badRequest(412, "The file is not the one that If-Match or If-Unmodified-Since asks for."),
  416: badRequest(416, "The file ends before the part that Range asks for."),
};

/** PostgreSQL's class of transactions that lost to another one. */
const LOST = /^40\w{3}$/;

const NO_ROOM =
  "Nothing can be written: the server's database has no room left on its disk. Reading goes on; writing will when " +
  "whoever runs the server has made room.";

/** PostgreSQL's foreign_key_violation and unique_violation, serialization_failure and deadlock_detected. */
const OVERTAKEN = /^(?:23503|23505|40001|40P01)$/;

/** Whether others did something to the same things meanwhile: what was there is gone, what was free is taken. */
export const wasOvertaken = (error: unknown): boolean =>
  error instanceof NoResultError || OVERTAKEN.test(partsOf(error).code);

/** Turns a thrown value into a failure for the client. An unforeseen one is an internal error without details. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return error.failure;
  const { code, statusCode } = partsOf(error);
  const known = Object.hasOwn(FRAMEWORK_FAILURES, code) ? FRAMEWORK_FAILURES[code] : undefined;
  if (known) return known;
  if (hasNoRoom(error)) return { code: "SERVICE_UNAVAILABLE", message: NO_ROOM };
  if (isAway(error) || LOST.test(code)) {
    return { code: "SERVICE_UNAVAILABLE", message: "The service is not available right now. Try again shortly." };
  }
  if (wasOvertaken(error)) {
    return { code: "CONFLICT", message: "What this request names was changed at the same moment. Send it again." };
  }
  const ofFile = FILE_FAILURES[statusCode];
  if (ofFile) return ofFile;
  if (statusCode >= 400 && statusCode < 500) return badRequest(statusCode, "The request cannot be read.");
  return { code: "INTERNAL_ERROR", message: "Something went wrong on our side." };
}

/** How large a file is of which a part was asked for that it does not have, as `Content-Range` says it. */
export function contentRangeOf(error: unknown): string | null {
  const headers = isObject(error) ? error["headers"] : null;
  const range = isObject(headers) ? headers["Content-Range"] : null;
  return typeof range === "string" ? range : null;
}

/** What a log may keep of an error: no stack, no rows, no values. */
export function loggable(error: unknown): Record<string, unknown> {
  const { code, message } = partsOf(error);
  return { type: error instanceof Error ? error.name : typeof error, code, message };
}

/** Where in the code it was thrown, without its message, which `loggable` keeps. */
export function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines.map((line) => line.trim()).filter((line) => /^at .*:\d+\)?$/.test(line));
}

function partsOf(error: unknown): { code: string; message: string; statusCode: number } {
  const thrown = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  return {
    code: typeof thrown["code"] === "string" ? thrown["code"] : "",
    message: typeof thrown["message"] === "string" ? thrown["message"] : "",
    statusCode: typeof thrown["statusCode"] === "number" ? thrown["statusCode"] : 500,
  };
}

export const statusOf = (failure: Failure): number => failure.status ?? STATUS[failure.code];

/** The contract's error body. */
export const errorBody = (failure: Failure, requestId: string): ErrorBody => ({
  error: failure.message,
  code: failure.code,
  requestId,
  ...(failure.details !== undefined && { details: failure.details }),
  ...(failure.fieldErrors !== undefined && {
    fieldErrors: failure.fieldErrors.map(({ field, message }) => ({ field, message })),
  }),
});

/** Seconds: a stand-in for a database takes about as long to be there. */
const RETRY_AFTER = 5;

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  reply.request.failureCode = failure.code;
  dropRest(reply);
  const status = statusOf(failure);
  if (status === STATUS.SERVICE_UNAVAILABLE) reply.header("retry-after", RETRY_AFTER);
  return reply.code(status).send(errorBody(failure, reply.request.id));
}
