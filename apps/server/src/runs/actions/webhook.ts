import { isObject, isWebAddress } from "@trilho/engine";
import type { Facts, JsonObject } from "@trilho/engine/contract";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { shownAddress } from "../../platform/network/address-secret.ts";
import { openConfig, shownConfig } from "../../areas/automations/webhook-headers.ts";
import { webhookBody, webhookRequest, type WebhookRequest } from "../../areas/automations/webhook.ts";
import type { Store } from "../model/stores.ts";
import {
  frozenIn,
  modeOf,
  permanent,
  refusal,
  succeeded,
  transient,
  unanswered,
  type Action,
  type ActionCall,
} from "../action.ts";
import type { ActionOutcome } from "../model/run.ts";
import { textIn } from "./context.ts";
import { deliver } from "./delivery.ts";
import type { Delivery, WebhookCaller } from "./port.ts";

/** What of a request is made before its first attempt, beside its config. */
export interface WebhookContent {
  body: string;
  chainMark: string;
}

const MAX_BODY_BYTES = 256 * 1024;
/** Of what was answered; the delivery keeps more. */
const MAX_WORDS = 200;
/** Statuses that another attempt may change; every 5xx does too. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Sends a signed request, the same on every attempt but for its time and signature. What came back is kept with the run:
 * status, time and the beginning of the answer.
 */
export const callWebhook = (store: Store, caller: WebhookCaller): Action => ({
  where: "outside",
  shown: shownConfig,
  staysFrozen: true,
  host: ({ config }) => new URL(textIn(config, "url") ?? "").host,
  async freeze(inside, call) {
    const { run } = call;
    const config = { ...call.config, url: (textIn(call.config, "url") ?? "").trim() };
    if (!isWebAddress(config.url)) return refusal("webhook-not-web");
    const body = webhookBody(config, eventOf(call, await call.facts()));
    if (Buffer.byteLength(body) > MAX_BODY_BYTES)
      return refusal("webhook-body-too-large", { kilobytes: MAX_BODY_BYTES / 1024 });
    return { config, content: { body, chainMark: inside.triggers.markOf({ id: run.chainId, depth: run.depth }) } };
  },
  async perform(call) {
    const { run, nodeId, config, key, at } = call;
    const secrets = await store.automations.secrets(run.workspaceId, run.automationId);
    const secret = secrets?.signing ?? null;
    if (secrets === null || secret === null) return refusal("webhook-without-secret");
    const { body, chainMark } = frozenIn<WebhookContent>(call);
    const opened = openConfig(config, nodeId, secrets.headers);
    if (opened === null) return refusal("webhook-header-gone");
    const isTest = modeOf(run) === "test";
    const request = webhookRequest({ config: opened, body, secret, messageId: key, at, isTest, chainMark });
    if (isTest) return keep(store, call, request);
    const { delivery } = await deliver(store, caller, {
      workspaceId: run.workspaceId,
      runId: run.id,
      nodeId,
      attempt: call.attempt,
      at: new Date(at).toISOString(),
      request,
      config,
      opened,
      secret,
    });
    return outcomeOf(delivery);
  },
});

/** What is sent where the config has no body of its own. */
function eventOf({ run, nodeId, key, at }: ActionCall, facts: Facts): JsonObject {
  const { deal = null, contact = null, company = null, message = null } = facts;
  const trigger = facts["event"];
  return {
    id: key,
    type: "automation.webhook",
    ...(modeOf(run) === "test" && { test: true }),
    occurredAt: new Date(at).toISOString(),
    automation: { id: run.automationId, name: run.automationName, version: run.automationVersion },
    triggerType: isObject(trigger) && typeof trigger["type"] === "string" ? trigger["type"] : null,
    runId: run.id,
    nodeId,
    deal,
    contact,
    company,
    message,
  };
}

/** Nobody receives what a test sends. */
async function keep(store: Store, call: ActionCall, request: WebhookRequest): Promise<ActionOutcome> {
  const { method, body } = request;
  const url = shownAddress(request.url);
  const content = { method, url, body };
  const { workspaceId, contactId } = call.run;
  const entry = { kind: "webhook", channelId: null, contactId, recipient: url, content };
  const { id } = await store.outbox.add(workspaceId, call.key, entry);
  return succeeded({ provider: "outbox", messageId: `outbox_${id}` });
}

function outcomeOf(delivery: Delivery): ActionOutcome {
  const { durationMs } = delivery;
  if (!delivery.answered) return delivery.isRefused ? permanent(delivery.failure) : unanswered(delivery.failure);
  const { status, excerpt: response, retryAfterMs } = delivery;
  if (status < 300) return succeeded({ status, durationMs, response });
  if (status < 400) return refusal("address-redirects", { status });
  const failure = [failureReason(refusalOf(status), { status }), ...wordsOf(response)];
  return status >= 500 || TEMPORARY.has(status) ? transient(failure, retryAfterMs) : permanent(failure);
}

function refusalOf(status: number) {
  if (status >= 500) return "address-fails";
  if (TEMPORARY.has(status)) return "address-busy";
  if (status === 401 || status === 403) return "address-denies";
  return status === 404 || status === 410 ? "address-empty" : "address-refuses";
}

/** What the answer says, as a sentence to follow another. A page for browsers says nothing here. */
function wordsOf(response: string): FailureReason[] {
  const words = response.trim().slice(0, MAX_WORDS);
  return words === "" || words.startsWith("<") ? [] : [failureReason("its-words", { words })];
}
