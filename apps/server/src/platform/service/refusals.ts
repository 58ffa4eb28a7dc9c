import { failureReason, type FailureReason } from "@trilho/engine/failures";
import type { Failure } from "./outcome.ts";

/** What is reported where a refusal has nothing but its text. */
type Quoting = "change-refused" | "message-refused";

/** Why a request was refused, for who did not write it. */
export function reasonsOf({ message, reason, fieldErrors = [] }: Failure, quoting: Quoting): FailureReason[] {
  const reasonFor = (why: FailureReason | undefined, words: string): FailureReason =>
    why ?? failureReason(quoting, { words });
  if (fieldErrors.length === 0) return [reasonFor(reason, message)];
  return fieldErrors.map((error) => reasonFor(error.reason, `${error.field} ${error.message}`));
}
