import type { ErrorBody, FieldError } from "@trilho/contract";

export type ErrorCode = ErrorBody["code"];

/** Why a request is refused, in the contract's terms. */
export interface Failure {
  code: ErrorCode;
  /** The status where the code has several; otherwise the code decides. */
  status?: number;
  message: string;
  details?: string;
  fieldErrors?: readonly FieldError[];
}

/** What the domain answers: a value, or why not. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refused = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure });

/** A value when it is there, and 404 when it is not. */
export const found = <T>(value: T | null, what: string): Outcome<T> =>
  value === null ? refused(notFound(what)) : done(value);

export const notFound = (what: string): Failure => ({
  code: "NOT_FOUND",
  message: `There is no such ${what} in this workspace.`,
});

export const invalid = (fieldErrors: readonly FieldError[]): Failure => ({
  code: "VALIDATION_ERROR",
  message:
    fieldErrors.length === 1
      ? `${fieldErrors[0]?.field}: ${fieldErrors[0]?.message}`
      : `${fieldErrors.length} fields have problems.`,
  fieldErrors,
});
