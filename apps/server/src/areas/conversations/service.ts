import type {
  ConversationMessage,
  ConversationSummary,
  FileContent,
  MediaAsset,
  Operations,
  OutboxItem,
  OutboxState,
  SendMessageRequest,
  SendMessageResponse,
} from "@trilho/contract";
import type { Cursors } from "../../platform/security/cursors.ts";
import { Download, type FileStore } from "../../platform/service/files.ts";
import { actorOf } from "../activities/history.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { done, found, notFound, refused, type Outcome } from "../../platform/service/outcome.ts";
import { readPage, type Page } from "../../platform/service/page.ts";
import { unknownValue } from "../../platform/service/unknown-values.ts";
import { readHistory } from "./history.ts";
import { mediaTypeOf } from "./media-type.ts";
import type { Messenger } from "./messenger.ts";
import type { StoredConversation, StoredMessage } from "./model.ts";
import type { ConversationFilter, ConversationStore, OutboxStore } from "./port.ts";
import { presentAsset, presentConversation, presentOutboxEntry } from "./present.ts";
import { readRecipient } from "./recipient.ts";
import type { Atomic } from "../../platform/service/atomic.ts";

type Sized<Query> = Query & { limit: number };

/** Conversations of one workspace, as far as the key's member may see them. */
export interface ConversationService {
  /** `onceKey`: what was sent under it is not sent again, whatever became of it. */
  send(principal: Principal, body: SendMessageRequest, onceKey: string | null): Promise<Outcome<SendMessageResponse>>;
  list(
    principal: Principal,
    query: Sized<Operations["listConversations"]["query"]>,
  ): Promise<Outcome<Page<ConversationSummary>>>;
  get(principal: Principal, key: string): Promise<Outcome<ConversationSummary>>;
  setClosed(principal: Principal, key: string, closed: boolean): Promise<Outcome<ConversationSummary>>;
  markRead(principal: Principal, key: string): Promise<Outcome<ConversationSummary>>;
  messages(
    principal: Principal,
    key: string,
    query: Sized<Operations["listConversationMessages"]["query"]>,
  ): Promise<Outcome<Page<ConversationMessage>>>;
  upload(principal: Principal, file: FileContent): Promise<Outcome<MediaAsset>>;
  media(principal: Principal, id: string): Promise<Outcome<MediaAsset>>;
  download(principal: Principal, id: string): Promise<Outcome<Download>>;
  outbox(principal: Principal, query: Sized<Operations["listOutbox"]["query"]>): Promise<Outcome<Page<OutboxItem>>>;
  /** What becomes of messages that this key's requests, or the runs of automations, send. */
  outboxState(principal: Principal): Outcome<OutboxState>;
}

export interface ConversationServiceParts {
  store: Atomic<{ conversations: ConversationStore; files: FileStore; outbox: OutboxStore }>;
  cursors: Cursors;
  messenger: Messenger;
  /** The channels that have credentials. */
  connected: { meta: boolean; mail: boolean };
}

/** Where deals come from, as the server itself calls it; workspaces have others besides. */
const OWN_SOURCES = ["manual", "api", "whatsapp", "instagram", "email", "automation"];

export function createConversationService(parts: ConversationServiceParts): ConversationService {
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

  /** Does something to a conversation and answers what became of it. */
  async function change(
    principal: Principal,
    key: string,
    act: (id: string) => Promise<unknown>,
  ): Promise<Outcome<ConversationSummary>> {
    const stored = await find(principal, key);
    if (stored === null) return refused(notFound(WHAT));
    await act(stored.id);
    return service.get(principal, stored.id);
  }

  const service: ConversationService = {
    async send(principal, body, onceKey) {
      const earlier = onceKey === null ? null : await conversations.messageByKey(principal.workspaceId, onceKey);
      if (earlier !== null) return done(presentSent(earlier));
      const { memberId, locale, mode } = principal;
      const author = { viewer: principal, locale, mode, actor: actorOf(principal), sentByUserId: memberId };
      const from = { ...author, origin: "api", originLabel: null } as const;
      const outcome = await messenger.send(from, body, onceKey ?? undefined);
      return outcome.ok ? done(presentSent(outcome.value.message)) : outcome;
    },

    async list(principal, { limit, cursor, ...query }) {
      const source = await sourceOf(principal.workspaceId, query.source || undefined);
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

    async get(principal, key) {
      const stored = await find(principal, key);
      return found(stored && presentConversation(stored), WHAT);
    },

    setClosed: (principal, key, closed) =>
      change(principal, key, (id) => conversations.setClosed(principal.workspaceId, id, closed)),

    markRead: (principal, key) => change(principal, key, (id) => conversations.markRead(principal.workspaceId, id)),

    async messages(principal, key, query) {
      const stored = await find(principal, key);
      const page = await readHistory({ conversations, cursors }, principal.workspaceId, stored?.id ?? null, query);
      return page.ok && stored === null ? refused(notFound(WHAT)) : page;
    },

    async upload({ workspaceId, memberId }, file) {
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

    async media(principal, id) {
      const asset = await conversations.assets.find(principal, id);
      return found(asset && presentAsset(asset), "media");
    },

    async download(principal, id) {
      const asset = await conversations.assets.find(principal, id);
      const file = asset?.fileKey ? await files.read(principal.workspaceId, asset.fileKey) : null;
      return found(file && new Download(file), "media content");
    },

    outbox: (principal, { limit, cursor }) =>
      readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId: principal.workspaceId, operationId: "listOutbox", filters: {} },
        read: (count, after) => store.outbox.list(principal, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: presentOutboxEntry,
      }),

    outboxState({ mode }) {
      const meta = connected.meta ? "sent" : "kept";
      const email = connected.mail ? "sent" : "kept";
      return done({ testKey: mode === "test", whatsapp: meta, instagram: meta, email });
    },
  };

  /** An origin that the service gives deals itself, or that one of the workspace's deals has. */
  async function sourceOf(workspaceId: string, source: string | undefined): Promise<Outcome<string | undefined>> {
    if (source === undefined || OWN_SOURCES.includes(source)) return done(source);
    if ((await conversations.dealSources(workspaceId)).includes(source)) return done(source);
    return unknownValue("listConversations", "source", "is not a source of this workspace's deals");
  }

  return service;
}

const presentSent = ({ id, conversationId, channelId, externalId }: StoredMessage): SendMessageResponse => ({
  id,
  conversationId,
  channelId: channelId ?? "",
  externalId,
});

const WHAT = "conversation";
