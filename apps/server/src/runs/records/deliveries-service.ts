import { done, notFound, refused, type Failure } from "../../platform/service/outcome.ts";
import type { Store } from "../model/stores.ts";
import type { KeptDelivery } from "../model/delivery-port.ts";
import { frozenIn } from "../action.ts";
import { deliver } from "../actions/delivery.ts";
import type { WebhookContent } from "../actions/webhook.ts";
import type { WebhookCaller } from "../actions/port.ts";
import { presentDelivery } from "./runs-present.ts";
import { openConfig } from "../../areas/automations/webhook-headers.ts";
import { webhookRequest, type WebhookDelivery } from "../../areas/automations/webhook.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

interface DeliveryServiceParts {
  store: Store;
  webhooks: WebhookCaller;
  /** Unix ms. */
  now: () => number;
}

/** Webhooks that runs sent. */
export const createDeliveryService = ({
  store,
  webhooks,
  now,
}: DeliveryServiceParts): Pick<Handlers, "resendWebhookDelivery"> => ({
  /**
   * Sends the same request under the same id again, with the time and signature of now, and answers what came of it. The
   * run stays as it is. 409 where it cannot be made anew.
   */
  async resendWebhookDelivery({ principal: viewer, params: { id: automationId, runId, deliveryId } }) {
    const { workspaceId } = viewer;
    if ((await store.runRecords.read(viewer, { automationId, runId })) === null) return refused(notFound("run"));
    const sent = await store.deliveries.read(workspaceId, runId, deliveryId);
    if (sent === null) return refused(notFound("delivery"));
    const frozen = await store.frozenCalls.read(workspaceId, runId, sent.nodeId);
    const again = frozen === null ? asKept(sent) : { config: frozen.config, ...frozenIn<WebhookContent>({ frozen }) };
    if (again === null) return refused(conflict("Its body was too large to be kept as a whole."));
    const secrets = await store.automations.secrets(workspaceId, automationId);
    const secret = secrets?.signing ?? null;
    if (secrets === null || secret === null) return refused(conflict("This automation has no signing secret."));
    const { nodeId } = sent;
    const { config, body, chainMark } = again;
    const opened = openConfig(config, nodeId, secrets.headers);
    if (opened === null) return refused(conflict("A hidden header of this webhook has no value any more."));
    const at = now();
    const messageId = `${runId}:${nodeId}`;
    const { kept } = await deliver(store, webhooks, {
      workspaceId,
      runId,
      nodeId,
      attempt: null,
      at: new Date(at).toISOString(),
      request: webhookRequest({ config: opened, body, secret, messageId, at, chainMark }),
      config,
      opened,
      secret,
    });
    return done(presentDelivery(kept));
  },
});

/** What was sent before requests were frozen, as far as it was kept; null where its body was not. */
function asKept({
  body,
  isTruncated,
  request,
}: KeptDelivery): Pick<WebhookDelivery, "config" | "body" | "chainMark"> | null {
  const { timeoutMs, ...config } = request;
  return isTruncated ? null : { config: { ...config, timeoutSeconds: timeoutMs / 1000 }, body };
}

const conflict = (message: string): Failure => ({ code: "CONFLICT", message: `It cannot be sent again. ${message}` });
