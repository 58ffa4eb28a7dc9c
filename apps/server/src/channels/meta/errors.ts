import type { Sent } from "../../domain/channels.ts";
import { isObject } from "../../domain/json.ts";

type Failed = Extract<Sent, { ok: false }>;

/** Sending again later can help (Meta, "Error codes"): limits of calls and messages, pauses, and its own failures. */
const TEMPORARY: ReadonlySet<number> = new Set([
  1, // unknown, possibly Meta's own
  2, // down or overloaded
  4, // calls of the app
  17, // calls of the user
  32, // calls of the page
  341, // application limit
  613, // calls of this kind
  80007, // calls of the WhatsApp account
  130429, // messages of the phone number
  131000, // something went wrong
  131016, // overloaded
  131048, // spam limit
  131049, // kept back for the sake of the user's inbox
  131056, // messages to the same person
  131057, // maintenance
  133004, // server unavailable
  133016, // registrations
]);

/** What people can do about the errors that they meet most. */
const ADVICE: Readonly<Record<number, string>> = {
  190: "The access token is not valid any more: set a new TRILHO_META_TOKEN.",
  131026: "The message cannot be delivered: the number may not be on WhatsApp.",
  131047: "More than 24 hours have passed since the contact wrote: send a template.",
  131049: "WhatsApp held the message back to keep the person's inbox healthy.",
  131051: "WhatsApp does not know this type of message.",
  132000: "The number of the template's parameters is wrong.",
  132001: "There is no such template in this language.",
  368: "The account is restricted for breaking WhatsApp's policies.",
};

const MAX_MESSAGE = 500;

/** What a provider's refusal means. `retryAfterMs` is what its `Retry-After` said. */
export function failureOf(status: number, body: unknown, retryAfterMs: number | null): Failed {
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : null;
  if (error === null) {
    const isPermanent = status >= 400 && status < 500 && status !== 429 && status !== 408;
    return { ok: false, isPermanent, retryAfterMs, message: `Meta answered ${status} without a reason.` };
  }
  const code = typeof error["code"] === "number" ? error["code"] : 0;
  const isTransient = error["is_transient"] === true || status >= 500 || status === 429;
  const isPermanent = !TEMPORARY.has(code) && !isTransient;
  return { ok: false, isPermanent, retryAfterMs, message: describeError(error) };
}

/** One line for people: Meta's own words, its code, and what to do about it. */
export function describeError(error: Record<string, unknown>): string {
  const code = typeof error["code"] === "number" ? error["code"] : null;
  const details = isObject(error["error_data"]) ? error["error_data"]["details"] : null;
  const words = [details, error["message"], error["title"]].find((text) => typeof text === "string" && text !== "");
  const advice = code === null ? undefined : ADVICE[code];
  const text = [
    advice,
    `Meta: ${typeof words === "string" ? words : "no reason given"}`,
    code === null ? undefined : `(${code})`,
  ];
  const line = text.filter((part) => part !== undefined).join(" ");
  return Array.from(line.replaceAll("\0", "")).slice(0, MAX_MESSAGE).join("");
}
