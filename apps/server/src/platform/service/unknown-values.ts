import { ROUTES, type OperationId, type Route } from "@trilho/contract";
import { ignored } from "./ignored.ts";
import { done, invalid, noticed, refused, type Outcome } from "./outcome.ts";

/**
 * A filter by a value that the workspace does not have, as the route table says: no filter, which the answer says,
 * or a refusal that says `message`. Values of a fixed set are settled before a request comes here.
 */
export function unknownValue(
  operation: OperationId,
  { parameter, value, locale }: { parameter: string; value: string; locale: string },
  message: string,
): Outcome<undefined> {
  const { unknownValues = {} }: Route = ROUTES[operation];
  return unknownValues[parameter] === "ignore"
    ? noticed(done(undefined), [ignored([], [named(parameter, value)], locale)])
    : refused(invalid([{ field: parameter, message }]));
}

/** A value that is passed over, as people read it: `type=NOTE_CREATD`. */
export const named = (parameter: string, value: unknown): string =>
  `${parameter}=${Array.from(String(value)).slice(0, LONGEST).join("")}`;

const LONGEST = 50;
