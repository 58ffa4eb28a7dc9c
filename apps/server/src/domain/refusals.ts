import { sayFailure, sayReason, type FailureReason } from "@trilho/engine/failures";
import type { Failure } from "./outcome.ts";

/** What is said where the words of a refusal are all there is. */
type Quoting = "change-refused" | "message-refused";

/** Why a request was refused, in words for who did not write it. */
export function sayRefusal({ message, reason, fieldErrors = [] }: Failure, quoting: Quoting): string {
  const say = (why: FailureReason | undefined, words: string): string =>
    why === undefined ? sayFailure(quoting, { words }) : sayReason(why);
  if (fieldErrors.length === 0) return say(reason, message);
  return fieldErrors.map((error) => say(error.reason, `${error.field} ${error.message}`)).join(" ");
}
