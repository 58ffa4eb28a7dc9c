import type { JsonObject } from "@trilho/engine/contract";
import { credentialsIn, HIDDEN } from "../../automations/webhook-headers.ts";
import type { WebhookRequest } from "../../automations/webhook.ts";
import type { Store } from "../../ports.ts";
import type { KeptDelivery } from "../delivery-port.ts";
import type { Delivery, WebhookCaller } from "./port.ts";

export interface Sending extends Pick<KeptDelivery, "runId" | "nodeId" | "attempt" | "at"> {
  workspaceId: string;
  request: WebhookRequest;
  /** As the config has them, hidden ones hidden. */
  headers: JsonObject;
  /** The same with their values. */
  opened: JsonObject;
  secret: string;
  timeoutMs: number;
}

/**
 * Sends a webhook and keeps what was sent and what came back, whatever becomes of the run meanwhile. Answers without
 * secrets.
 */
export async function deliver(
  store: Store,
  caller: WebhookCaller,
  { workspaceId, request, headers, opened, secret, timeoutMs, ...of }: Sending,
): Promise<{ delivery: Delivery; kept: KeptDelivery }> {
  const called = await caller.call(request, timeoutMs);
  const delivery = called.answered
    ? { ...called, excerpt: hide(called.excerpt, [secret, ...credentialsIn(opened)]) }
    : called;
  const { url, method } = request;
  const kept = await store.deliveries.add(workspaceId, {
    ...of,
    request: { url, method, headers, timeoutMs },
    body: request.body,
    status: delivery.answered ? delivery.status : null,
    response: delivery.answered ? delivery.excerpt : null,
    error: delivery.answered ? null : delivery.message,
    durationMs: delivery.durationMs,
  });
  return { delivery, kept };
}

/** Servers that are tried out tend to answer what they were sent. */
const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
