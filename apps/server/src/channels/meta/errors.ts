import { isObject } from "@trilho/engine";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { notSent, type NotSent } from "../../areas/conversations/sender.ts";

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
const ADVICE = {
  4: "meta-rate",
  10: "meta-permission",
  190: "meta-token",
  200: "meta-permission",
  368: "meta-restricted",
  80007: "meta-rate",
  130429: "meta-rate",
  131026: "meta-not-on-whatsapp",
  131042: "meta-payment",
  131047: "meta-window-closed",
  131048: "meta-rate",
  131049: "meta-held-back",
  131051: "meta-type-unknown",
  131053: "meta-media-broken",
  131056: "meta-rate",
  132000: "meta-template-parameters",
  132001: "meta-template-unknown",
  132015: "meta-template-paused",
  132016: "meta-template-paused",
} as const;

const isKnown = (code: number): code is keyof typeof ADVICE => Object.hasOwn(ADVICE, code);

/** Of errors that share a code, those that say that Instagram's time to answer is over. */
const WINDOW_CLOSED: ReadonlySet<unknown> = new Set([2534022, 2018278]);

/** What a provider's refusal means. `retryAfterMs` is its `Retry-After`. */
export function failureOf(status: number, body: unknown, retryAfterMs: number | null): NotSent {
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : null;
  if (error === null) {
    const isPermanent = status >= 400 && status < 500 && status !== 429 && status !== 408;
    return notSent(isPermanent, [failureReason("meta-status", { status })], retryAfterMs);
  }
  const code = typeof error["code"] === "number" ? error["code"] : 0;
  const isTransient = error["is_transient"] === true || status >= 500 || status === 429;
  const isPermanent = !TEMPORARY.has(code) && !isTransient;
  return notSent(isPermanent, reasonsOf(error), retryAfterMs);
}

/** What to do about an error, and Meta's own words with its code. */
export function reasonsOf(error: Record<string, unknown>): FailureReason[] {
  const code = typeof error["code"] === "number" && error["code"] >= 0 ? Math.floor(error["code"]) : null;
  const details = isObject(error["error_data"]) ? error["error_data"]["details"] : null;
  const words = [details, error["message"], error["title"]].find((text) => typeof text === "string" && text !== "");
  return [...adviceOf(code, error["error_subcode"]), reasonOf(typeof words === "string" ? words : null, code)];
}

function adviceOf(code: number | null, subcode: unknown): FailureReason[] {
  if (WINDOW_CLOSED.has(subcode)) return [failureReason("meta-instagram-window-closed")];
  return code !== null && isKnown(code) ? [failureReason(ADVICE[code])] : [];
}

function reasonOf(words: string | null, code: number | null): FailureReason {
  if (words === null) return failureReason("meta-code", { code: code ?? 0 });
  return code === null ? failureReason("meta-words-alone", { words }) : failureReason("meta-words", { words, code });
}
