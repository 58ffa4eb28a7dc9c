import type { ConversationSummary, SendMessageResponse } from "@trilho/contract";
import type { Cursors } from "../../platform/security/cursors.ts";
import { Download, type FileStore } from "../../platform/service/files.ts";
import { actorOf } from "../activities/history.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { done, found, noticed, notFound, refused, type Outcome } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import { unknownValue } from "../../platform/service/unknown-values.ts";
import { readHistory } from "./history.ts";
import { recallMessage, type Messenger } from "./messenger.ts";
import type { StoredConversation, StoredMessage } from "./model.ts";
import { answerMessage, type AnsweringParts } from "./answering.ts";
import type { ConversationFilter } from "./port.ts";
import { presentAsset, presentConversation, presentOutboxEntry } from "./present.ts";
import { readRecipient } from "./recipient.ts";
import { noticesOfSent } from "./sender.ts";
import type { Atomic } from "../../platform/service/atomic.ts";
import type { Handlers, Input } from "../../platform/service/handlers.ts";

type ConversationOperation =
  | "sendConversationMessage"
  | "sendMessage"
  | "answerMessage"
  | "listConversations"
  | "getConversation"
  | "updateConversation"
  | "markConversationRead"
  | "listConversationMessages"
  | "uploadMedia"
  | "getMedia"
  | "downloadMedia"
  | "listOutbox"
  | "getOutboxState";

type Sending = Pick<Input<"sendMessage">, "principal" | "body" | "onceKey">;

export interface ConversationServiceParts extends Omit<AnsweringParts, "store"> {
  store: Atomic<AnsweringParts["store"] & { files: FileStore }>;
  cursors: Cursors;
  messenger: Messenger;
  /** The channels that have credentials. */
  connected: { meta: boolean; mail: boolean };
}

/** Where deals come from, as the server itself calls it; workspaces have others besides. */
const OWN_SOURCES = ["manual", "api", "whatsapp", "instagram", "email", "automation"];

/** Conversations of one workspace, as far as the key's member may see them. */
export function createConversationService(parts: ConversationServiceParts): Pick<Handlers, ConversationOperation> {
  const { store, cursors, messenger, connected } = parts;
  const { conversations, files } = store;

  const find = (principal: Principal, key: string): Promise<StoredConversation | null> => {
    const recipient = readRecipient(key, principal.locale);
    return conversations.find(principal, {
      id: key,
      phone: recipient?.kind === "whatsapp" ? recipient.phone : null,
      instagramId: recipient?.kind === "instagram" ? recipient.instagramId : null,
    });
  };

  const read = async (principal: Principal, key: string): Promise<Outcome<ConversationSummary>> => {
    const stored = await find(principal, key);
    return found(stored && presentConversation(stored), WHAT);
  };

  /** Does something to a conversation and answers what became of it. */
  async function change(
    principal: Principal,
    key: string,
    act: (id: string) => Promise<unknown>,
  ): Promise<Outcome<ConversationSummary>> {
    const stored = await find(principal, key);
    if (stored === null) return refused(notFound(WHAT));
    await act(stored.id);
    return read(principal, stored.id);
  }

  /** `onceKey`: what was begun under it is not sent again, whatever became of it; that it may have gone out is told. */
  async function send({ principal, body, onceKey }: Sending): Promise<Outcome<SendMessageResponse>> {
    const { workspaceId, memberId, locale, mode } = principal;
    const earlier = onceKey === null ? "not-begun" : await recallMessage(store, workspaceId, onceKey);
    if (earlier !== "not-begun")
      return noticed(done(presentSent(earlier.message)), noticesOfSent(earlier.sent, locale));
    const author = { viewer: principal, locale, mode, actor: actorOf(principal), sentByUserId: memberId };
    const from = { ...author, origin: "api", originLabel: null } as const;
    const outcome = await messenger.send(from, body, onceKey ?? undefined);
    return outcome.ok ? done(presentSent(outcome.value.message)) : outcome;
  }

  return {
    sendConversationMessage: send,

    sendMessage: send,

    answerMessage: ({ principal, params, body }) => answerMessage(parts, principal, params.id, body),

    async listConversations({ principal, query: { limit, cursor, ...query } }) {
      const source = await sourceOf(principal, query.source || undefined);
      if (!source.ok) return source;
      const filter: ConversationFilter = {
        filter: query.filter ?? "all",
        search: query.search?.trim() ?? "",
        channelIds: query.channelIds ?? [],
        sort: query.sort ?? "desc",
        responsibleId: query.responsibleId || undefined,
        pipelineId: query.pipelineId || undefined,
        stageId: query.stageId || undefined,
        source: source.value,
      };
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId: principal.workspaceId, operationId: "listConversations", filters: { ...filter } },
        read: (count, after) => conversations.list(principal, filter, count, after),
        positionOf: ({ lastActivityAt, id }) => ({ at: lastActivityAt, id }),
        present: presentConversation,
      });
    },

    getConversation: ({ principal, params }) => read(principal, params.conversationKey),

    updateConversation: ({ principal, params: { conversationKey: key }, body: { closed } }) =>
      change(principal, key, (id) => conversations.setClosed(principal.workspaceId, id, closed)),

    markConversationRead: ({ principal, params: { conversationKey: key } }) =>
      change(principal, key, (id) => conversations.markRead(principal.workspaceId, id)),

    async listConversationMessages({ principal, params: { conversationKey: key }, query }) {
      const stored = await find(principal, key);
      const page = await readHistory({ conversations, cursors }, principal.workspaceId, stored?.id ?? null, query);
      return page.ok && stored === null ? refused(notFound(WHAT)) : page;
    },

    async uploadMedia({ principal: { workspaceId, memberId }, body: file }) {
      const stored = await files.put(workspaceId, { ...file, createdBy: memberId });
      const asset = await conversations.assets.add(workspaceId, {
        mediaType: mediaTypeOf(file.mimeType),
        contentType: file.mimeType,
        filename: file.name,
        createdBy: memberId,
        source: { fileKey: stored.key, sizeBytes: stored.size },
      });
      return done(presentAsset(asset));
    },

    async getMedia({ principal, params: { id } }) {
      const asset = await conversations.assets.find(principal, id);
      return found(asset && presentAsset(asset), "media");
    },

    async downloadMedia({ principal, params: { id } }) {
      const asset = await conversations.assets.find(principal, id);
      const file = asset?.fileKey ? await files.read(principal.workspaceId, asset.fileKey) : null;
      return found(file && new Download(file), "media content");
    },

    listOutbox: ({ principal, query: { limit, cursor } }) =>
      readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId: principal.workspaceId, operationId: "listOutbox", filters: {} },
        read: (count, after) => store.outbox.list(principal, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: presentOutboxEntry,
      }),

    async getOutboxState({ principal: { mode } }) {
      const meta = connected.meta ? "sent" : "kept";
      const email = connected.mail ? "sent" : "kept";
      return done({ testKey: mode === "test", whatsapp: meta, instagram: meta, email });
    },
  };

  /** An origin that the service gives deals itself, or that one of the workspace's deals has. */
  async function sourceOf(
    { workspaceId, locale }: Principal,
    source: string | undefined,
  ): Promise<Outcome<string | undefined>> {
    if (source === undefined || OWN_SOURCES.includes(source)) return done(source);
    if ((await conversations.dealSources(workspaceId)).includes(source)) return done(source);
    const given = { parameter: "source", value: source, locale };
    return unknownValue("listConversations", given, "is not a source of this workspace's deals");
  }
}

const presentSent = ({ id, conversationId, channelId, externalId }: StoredMessage): SendMessageResponse => ({
  id,
  conversationId,
  channelId: channelId ?? "",
  externalId,
});

const WHAT = "conversation";

const FAMILIES: ReadonlySet<string> = new Set(["image", "audio", "video"]);

/** As which kind of media a file can be sent: `document` by default. */
const mediaTypeOf = (mimeType: string): string => {
  const [family = ""] = mimeType.split("/");
  return FAMILIES.has(family) ? family : "document";
};
