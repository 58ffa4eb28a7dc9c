import type { JsonObject } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import type { WebhookRequest } from "../../areas/automations/webhook.ts";
import type { NotSent } from "../../areas/conversations/sender.ts";

/** What became of a request to somebody else's server. */
export type Delivery =
  /** `excerpt` is the beginning of the answer's body, as text. */
  | { answered: true; status: number; durationMs: number; excerpt: string; retryAfterMs: number | null }
  /** `isRefused`: we did not send it, and would not the next time. */
  | { answered: false; isRefused: boolean; durationMs: number; failure: FailureReason[] };

/** Sends requests to addresses that customers chose: never into our own network, never along a redirect. */
export interface WebhookCaller {
  /** Never rejects. */
  call(request: WebhookRequest, timeoutMs: number): Promise<Delivery>;
}

export type Answered = { ok: true; text: string } | NotSent;

/** A language model. */
export interface Assistant {
  /** Never rejects. The key is the same for every attempt at one question. */
  ask(question: { system: string; user: string }, idempotencyKey: string): Promise<Answered>;
}

/** Meta's Conversions API. */
export interface Conversions {
  /** Never rejects. Meta keeps one of all events with the same `event_id`. */
  report(event: JsonObject, testEventCode: string | null): Promise<NotSent | { ok: true }>;
}
