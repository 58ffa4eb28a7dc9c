import { METHODS, type Resources } from "./generated/resources.ts";
import { createMethod } from "./methods.ts";
import { createTransport, type TransportOptions } from "./transport/transport.ts";

/** Every route of the API as a method: `client.deals.create(…)`. */
export interface Client extends Resources {}

/**
 * A client of one workspace: the key decides which. Throws a TypeError when the base URL or the key cannot be one.
 * Answers arrive without their envelope; reads, replacements and deletions are repeated when the failure may pass.
 * Every call rejects with ApiError, ResponseShapeError, NetworkError or TimeoutError.
 */
export function createClient(options: TransportOptions): Client {
  const transport = createTransport(options);
  const resources = Object.entries(METHODS).map(([resource, lines]) => [
    resource,
    Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, createMethod(transport, line)])),
  ]);
  // The table and the types were generated together.
  return Object.fromEntries(resources) as Client;
}
