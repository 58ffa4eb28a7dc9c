import type { ErrorBody, FieldError } from "../generated/types.ts";

/** The API refused a request: its status and error body. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string | null;
  readonly details: string | null;
  /** What is wrong with which field; empty when the answer names none. */
  readonly fieldErrors: readonly FieldError[];
  /** Of a 429 or 503: how long to wait. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | null = null) {
    super(body.error);
    this.status = status;
    this.code = body.code;
    this.requestId = body.requestId === "" ? null : body.requestId;
    this.details = body.details ?? null;
    this.fieldErrors = body.fieldErrors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What the service refuses with, by its code. */
export type ErrorCode = ErrorBody["code"];

/** Whether an error is the service's refusal, of this status or code where one is asked for: `isApiError(error, 409)`. */
export const isApiError = (error: unknown, is?: number | ErrorCode): error is ApiError =>
  error instanceof ApiError && (is === undefined || error.status === is || error.code === is);

/** Something answered, but not in the contract's shape: a proxy's page, another service, a newer API. */
export class ResponseShapeError extends Error {
  override readonly name: string = "ResponseShapeError";
  readonly status: number;
  readonly requestId: string | null;
  /** Of a 429 or 503: how long to wait. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, status: number, requestId: string | null, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: no connection, a name that does not resolve, a refused origin. `cause` has the reason. */
export class NetworkError extends Error {
  override readonly name: string = "NetworkError";
}

/** No answer came in time: within `timeoutMs` of an attempt, or of the whole call. */
export class TimeoutError extends Error {
  override readonly name: string = "TimeoutError";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
    this.timeoutMs = timeoutMs;
  }
}
