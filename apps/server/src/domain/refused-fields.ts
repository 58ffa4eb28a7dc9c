import type { FieldError } from "@trilho/contract";
import { sayFailure, type FailureArguments, type FailureCode } from "@trilho/engine/failures";

/** Codes whose sentence has no values. */
type Plain = { [Code in FailureCode]: FailureArguments<Code> extends [] ? Code : never }[FailureCode];

/** What a request's refusal means to who reads a run, by the field and the beginning of what is wrong with it. */
export type Meanings = readonly (readonly [field: string, problem: string, code: Plain])[];

/** What is wrong with a field, in words for who did not write the request; null where there are none. */
export function meaningOf(meanings: Meanings, { field, message }: FieldError): string | null {
  const found = meanings.find(([name, problem]) => name === field && message.startsWith(problem));
  return found === undefined ? null : sayFailure(...([found[2]] as [Plain]));
}
