import { codeOf, isAway } from "../../platform/service/thrown.ts";
import { failureReason, failureMessage, type FailureReason } from "@trilho/engine/failures";

/** Errors of a database that is there, which another attempt may not meet: another transaction was in the way. */
const PASSING = /^(?:25P02|40|55P03|57)/;
/** The database refuses what it was given: it will the next time. */
const REFUSAL = /^(?:22|23)/;

/** What has nothing to do with the run itself. */
export const isPassing = (error: unknown): boolean => isAway(error) || PASSING.test(codeOf(error) ?? "");

export const isRefusal = (error: unknown): boolean => REFUSAL.test(codeOf(error) ?? "");

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
