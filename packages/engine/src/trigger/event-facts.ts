import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";

const MESSAGES: ReadonlySet<string> = new Set(["message_received", "instagram_comment"]);

/** Whether events of a type bring a message to the facts. */
export const bringsMessage = (type: string): boolean => MESSAGES.has(type) || type === "incoming_webhook";

/**
 * What an event brings to the facts: what was said or sent, and what is known of the event itself. `at` is ISO 8601.
 *
 * @example
 * ```ts
 * import { eventFacts } from "@trilho/engine/trigger";
 *
 * const at = "2026-01-05T09:00:00.000Z";
 * eventFacts({ type: "message_received", payload: { text: "Hi" }, at }).message;
 * // { text: "Hi", direction: "inbound" }
 * ```
 */
export function eventFacts({ type, payload, at }: { type: string; payload: JsonObject; at: string }): Facts {
  const event = { ...payload, type, at };
  if (type === "incoming_webhook") return { event, message: { ...plainValues(payload["body"]), direction: "inbound" } };
  return MESSAGES.has(type) ? { event, message: { ...payload, direction: "inbound" } } : { event };
}

/** The texts, numbers and flags of an object, so that a call that holds `text` reads like a message. */
const plainValues = (body: unknown): JsonObject =>
  isObject(body)
    ? (Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== "object")) as JsonObject)
    : {};
