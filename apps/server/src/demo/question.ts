import { EXAMPLE_IDS } from "@trilho/contract";
import type { GraphNode, JsonObject } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import { createMessenger } from "../areas/conversations/messenger.ts";
import type { StoredMessage } from "../areas/conversations/model.ts";
import { createChannelStore } from "../areas/conversations/store/channel-store.ts";
import { createConversationStore } from "../areas/conversations/store/conversation-store.ts";
import { createOutboxStore } from "../areas/conversations/store/outbox-store.ts";
import { automationPrincipal } from "../areas/automations/principal.ts";
import { createSender } from "../channels/sender.ts";
import { createFileStore } from "../platform/database/file-store.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { actorOf } from "../runs/actions/context.ts";
import type { EffectRecord, HeldRun } from "../runs/model/run.ts";

const FAILED = (error: unknown): never => {
  throw error;
};

/** Sends a test's question, which stays in the outbox. */
export async function insertQuestion(
  trx: Kysely<Database>,
  run: HeldRun,
  node: GraphNode,
  at: number,
): Promise<EffectRecord> {
  const { workspaceId } = run;
  const contact = await trx
    .selectFrom("contacts")
    .select(["phone", "first_name"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", run.contactId)
    .executeTakeFirstOrThrow();
  const { text, buttons } = node.config as { text: string; buttons: { id: string; label: string }[] };
  const config = { ...node.config, text: text.replace("{{ contact.firstName }}", contact.first_name ?? "") };
  const content: JsonObject = {
    type: "button",
    body: { text: config.text },
    action: { buttons: buttons.map(({ id, label }) => ({ type: "reply", reply: { id, title: label } })) },
  };
  const author = {
    viewer: automationPrincipal(run),
    mode: "test" as const,
    locale: run.workspace.locale,
    actor: actorOf({ run, nodeId: node.id }),
    sentByUserId: null,
    origin: "automation" as const,
    originLabel: run.automationName,
  };
  const request = { to: contact.phone ?? "", type: "interactive", content };
  const answer = await messengerOn(trx).send(author, request, `${run.id}:${node.id}`);
  if (!answer.ok || !answer.value.sent.ok) throw new Error("The demo's question was not kept");
  const { message, sent } = answer.value;
  await dateQuestion(trx, workspaceId, message, new Date(at));
  const { conversationId, previewText } = message;
  const { provider, externalId: messageId } = sent;
  const result = { conversationId, text: previewText, provider, messageId };
  const outcome = { ok: true as const, result, messageId };
  return { nodeId: node.id, actionType: "send_whatsapp", config, attempts: 1, outcome, at };
}

function messengerOn(trx: Kysely<Database>) {
  const outbox = createOutboxStore(trx);
  const stores = {
    conversations: createConversationStore(trx),
    channels: createChannelStore(trx),
    files: createFileStore(trx),
  };
  const store = { ...stores, transaction: <T>(work: (inside: typeof stores) => Promise<T>) => work(stores) };
  return createMessenger(store, createSender({ outbox, graph: null, mailer: null, onError: FAILED }), FAILED);
}

/** It was sent when its run came to it, and the document's examples name it. */
async function dateQuestion(
  trx: Kysely<Database>,
  workspaceId: string,
  { id, conversationId }: StoredMessage,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("messages")
    .set({ id: EXAMPLE_IDS.message, sent_at: at, status_at: at, created_at: at })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
  await trx
    .updateTable("outbox")
    .set({ idempotency_key: EXAMPLE_IDS.message, created_at: at })
    .where("workspace_id", "=", workspaceId)
    .where("idempotency_key", "=", id)
    .execute();
  await trx
    .updateTable("conversations")
    .set({ last_activity_at: at, created_at: at })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", conversationId)
    .execute();
}
