import { ROUTES, type OperationId, type Route } from "@trilho/contract";
import { done, invalid, refused, type Outcome } from "./outcome.ts";

/**
 * A filter by a value that the workspace does not have, as the route table says: no filter, or a refusal that says
 * `message`. Values of a fixed set are settled before a request comes here.
 */
export function unknownValue(operation: OperationId, parameter: string, message: string): Outcome<undefined> {
  const { unknownValues = {} }: Route = ROUTES[operation];
  return unknownValues[parameter] === "ignore" ? done(undefined) : refused(invalid([{ field: parameter, message }]));
}
