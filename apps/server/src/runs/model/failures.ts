import { failureReason, failureMessage, type FailureReason } from "@trilho/engine/failures";

/** Errors of the database that another attempt may not meet: it is away, busy, or another transaction was in the way. */
const PASSING = /^(?:08|25P02|40|53|55P03|57)/;
/** The database refuses what it was given: it will the next time. */
const REFUSAL = /^(?:22|23)/;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** What has nothing to do with the run itself. */
export const isPassing = (error: unknown): boolean => {
  const code = codeOf(error);
  return PASSING.test(code) || CONNECTION.has(code) || (error instanceof Error && LOST.test(error.message));
};

const CONNECTION: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
/** What the driver says without a code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export const isRefusal = (error: unknown): boolean => REFUSAL.test(codeOf(error));

/** Thrown where work cannot go on for what people are told. */
export class Failed extends Error {
  readonly failure: FailureReason[];

  constructor(failure: FailureReason[]) {
    super(failureMessage(failure));
    this.failure = failure;
  }
}

/** What people are told of anything that was thrown. */
export function failureOf(error: unknown): FailureReason[] {
  if (error instanceof Failed) return error.failure;
  const words = error instanceof Error ? error.message : String(error);
  return [failureReason(isRefusal(error) ? "database-refuses" : "server-fails", { words })];
}

/** A failure as it is kept: in words, and as data. */
export const errorOf = (failure: FailureReason[]) => ({ message: failureMessage(failure), failure });
