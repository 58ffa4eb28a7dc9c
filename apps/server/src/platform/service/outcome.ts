import type { ErrorBody, FieldError, Warning } from "@trilho/contract";
import { failureReason, type FailureArguments, type FailureCode, type FailureReason } from "@trilho/engine/failures";

export type ErrorCode = ErrorBody["code"];

/** What is wrong with a field of a request. */
export interface Problem extends FieldError {
  /** The same for who did not write the request, but reads of a run that it ended. */
  reason?: FailureReason;
}

/** Why a request is refused, in the contract's terms. */
export interface Failure {
  code: ErrorCode;
  /** The status where the code has several; otherwise the code decides. */
  status?: number;
  message: string;
  details?: string;
  fieldErrors?: readonly Problem[];
  /** The id of what is there already, for whoever may see it. */
  existingId?: string;
  /** As that of a problem. */
  reason?: FailureReason;
}

/** What the domain answers: a value, with what deserves a word, or why not. */
export type Outcome<T> = { ok: true; value: T; notices?: Notices } | { ok: false; failure: Failure };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });
/** A value with notices for the client; a refusal has its own message. */
export const noticed = <T>(outcome: Outcome<T>, notices: Notices): Outcome<T> =>
  outcome.ok ? { ...outcome, notices: [...(outcome.notices ?? []), ...notices] } : outcome;
export const refused = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure });

/** A value when it is there, and 404 when it is not. */
export const found = <T>(value: T | null, what: string): Outcome<T> =>
  value === null ? refused(notFound(what)) : done(value);

export const notFound = (what: string): Failure => ({
  code: "NOT_FOUND",
  message: `There is no such ${what} in this workspace.`,
});

/** What the `details` of a duplicate's refusal name: whoever wanted to make it goes on with the one that is there. */
export const existing = (what: string, { id, seq }: { id: string; seq?: number }): string =>
  `existing ${what}: id ${id}${seq === undefined ? "" : `, seq ${seq}`}`;

export const KEY_OF_ANOTHER: Failure = {
  code: "CONFLICT",
  message: "This Idempotency-Key was used for another request.",
};

export const invalid = (fieldErrors: readonly Problem[]): Failure => ({
  code: "VALIDATION_ERROR",
  message:
    fieldErrors.length === 1
      ? `${fieldErrors[0]?.field}: ${fieldErrors[0]?.message}`
      : `${fieldErrors.length} fields have problems.`,
  fieldErrors,
});

/** Codes whose sentence has no values. */
type Plain = { [Code in FailureCode]: FailureArguments<Code> extends [] ? Code : never }[FailureCode];

/** `code` names the reason where runs can meet the problem. */
export const problem = (field: string, message: string, code?: Plain): Problem => ({
  field,
  message,
  ...(code !== undefined && { reason: failureReason<Plain>(code) }),
});

/** What was accepted and yet deserves a word, in the workspace's language. */
export type Notices = readonly Warning[];

/** The envelope around a value: `warnings` only where there is something to say. */
export const enveloped = (data: unknown, notices: Notices = []): object =>
  notices.length === 0
    ? { data, message: null }
    : { data, message: notices.map(({ message }) => message).join(" "), warnings: notices };
