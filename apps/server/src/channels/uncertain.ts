import { sayFailure } from "@trilho/engine/failures";
import type { Sent } from "../domain/channels.ts";

type Failed = Extract<Sent, { ok: false }>;

/** A message whose provider was reached and never answered: it may have gone out, which people are told. */
export const asUncertain = (failed: Failed): Failed => ({
  ...failed,
  isUncertain: true,
  message: `${failed.message} ${sayFailure("may-have-gone-out")}`,
});
