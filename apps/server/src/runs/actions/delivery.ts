import { isObject } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import { HIDDEN } from "../../platform/network/address-secret.ts";
import { credentialsIn } from "../../areas/automations/webhook-headers.ts";
import type { WebhookRequest } from "../../areas/automations/webhook.ts";
import type { Store } from "../model/stores.ts";
import type { KeptDelivery } from "../model/delivery-port.ts";
import { numberIn, textIn } from "./context.ts";
import type { Delivery, WebhookCaller } from "./port.ts";

const DEFAULT_TIMEOUT_SECONDS = 10;
const MAX_TIMEOUT_SECONDS = 20;

export interface Sending extends Pick<KeptDelivery, "runId" | "nodeId" | "attempt" | "at"> {
  workspaceId: string;
  request: WebhookRequest;
  /** What it is made of, hidden parts hidden. */
  config: JsonObject;
  /** The same with their values. */
  opened: JsonObject;
  secret: string;
}

/**
 * Sends a webhook and keeps what was sent and what came back, whatever becomes of the run meanwhile. Answers without
 * secrets.
 */
export async function deliver(
  store: Store,
  caller: WebhookCaller,
  { workspaceId, request, config, opened, secret, ...of }: Sending,
): Promise<{ delivery: Delivery; kept: KeptDelivery }> {
  const timeoutMs = timeoutOf(config);
  const called = await caller.call(request, timeoutMs);
  const delivery = called.answered
    ? { ...called, excerpt: hide(called.excerpt, [secret, ...credentialsIn(opened)]) }
    : called;
  const headers = isObject(config["headers"]) ? (config["headers"] as JsonObject) : {};
  const kept = await store.deliveries.add(workspaceId, {
    ...of,
    request: { url: textIn(config, "url") ?? "", method: request.method, headers, timeoutMs },
    body: request.body,
    status: delivery.answered ? delivery.status : null,
    response: delivery.answered ? delivery.excerpt : null,
    failure: delivery.answered ? null : delivery.failure,
    durationMs: delivery.durationMs,
  });
  return { delivery, kept };
}

function timeoutOf(config: JsonObject): number {
  const seconds = numberIn(config, "timeoutSeconds") ?? DEFAULT_TIMEOUT_SECONDS;
  return Math.min(Math.max(seconds, 1), MAX_TIMEOUT_SECONDS) * 1000;
}

/** Servers that are tried out tend to answer what they were sent. */
const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
