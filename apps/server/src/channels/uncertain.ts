import { failureReason } from "@trilho/engine/failures";
import type { NotSent } from "../areas/conversations/sender.ts";

/** A message whose provider was reached and never answered: it may have gone out, which people are told. */
export const asUncertain = (failed: NotSent): NotSent => ({
  ...failed,
  isUncertain: true,
  failure: [...failed.failure, failureReason("may-have-gone-out")],
});
