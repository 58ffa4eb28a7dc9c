import type { ErrorBody, FieldError } from "@trilho/contract";

/** The API refused a request: its status, and what the error body says. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: ErrorBody["code"];
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

/** No answer came within the client's `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name: string = "TimeoutError";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
    this.timeoutMs = timeoutMs;
  }
}
