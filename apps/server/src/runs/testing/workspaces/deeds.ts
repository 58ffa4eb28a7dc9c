import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import type { Happening } from "@trilho/engine/workspace";
import type { CreateDealRequest, UpdateDealRequest } from "@trilho/contract";
import { createInbox, type InboundMessage } from "../../../areas/conversations/inbound.ts";
import { createDealService } from "../../../areas/deals/service.ts";
import { createTagService } from "../../../areas/deals/tags/service.ts";
import { createTaskService } from "../../../areas/deals/tasks/service.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import { hearingOfRuns } from "../../answer.ts";
import { NO_CURSORS } from "../../facts.ts";
import type { Store } from "../../model/stores.ts";
import { createHookService } from "../../triggers/hooks.ts";
import type { Names } from "./names.ts";
import { INSTAGRAM, phoneOf, taskOf, WHATSAPP } from "./rows.ts";

type Of<Type extends Happening["type"]> = Extract<Happening, { type: Type }>;

/** A button that is pressed is one of a message. */
export interface Said {
  readonly text: string;
  readonly pressed: { readonly buttonId: string; readonly messageId: string | null } | null;
}

/** What people and contacts do in a workspace, through what serves requests and providers' deliveries. */
export interface Deeds {
  create(happening: Of<"deal_created">): Promise<void>;
  change(happening: Of<"deal_changed">): Promise<void>;
  /** Does the task of the happening of that place. */
  completeTask(happening: Of<"event">, place: number): Promise<void>;
  comment(contactId: string, text: string): Promise<void>;
  /** Another system calls an automation's address. */
  call(automationId: string, body: JsonValue): Promise<void>;
  write(contactId: string, said: Said): Promise<void>;
}

interface DeedsParts {
  store: Store;
  workspaceId: string;
  timeZone: string;
  names: Names;
  /** Unix ms. */
  now: () => number;
}

const LOCALE = "pt-BR";

export function createDeeds({ store, workspaceId, timeZone, names, now }: DeedsParts): Deeds {
  const principal: Principal = {
    workspaceId,
    memberId: "u1",
    keyId: "key",
    role: "owner",
    permissions: { allow: [], deny: [] },
    features: new Set(),
    visibility: "all",
    timeZone,
    locale: LOCALE,
    mode: "live",
  };
  const deals = createDealService({ store, cursors: NO_CURSORS, now });
  const tags = createTagService(store);
  const tasks = createTaskService({ store, cursors: NO_CURSORS, now });
  const hooks = createHookService({ store, now });
  const inbox = createInbox(store, hearingOfRuns);
  const asked = { principal, query: undefined, onceKey: null };
  let delivered = 0;
  const nextId = (): string => `in-${workspaceId}-${(delivered += 1)}`;

  /** Null for a deal that was not made. */
  async function seqOf(name: string): Promise<number | null> {
    const id = names.idOf(name);
    const deal = id === null ? null : await store.deals.row(principal, { id });
    return deal?.seq ?? null;
  }

  return {
    async create({ deal: { id, contactId = null, facts } }) {
      const { stageId, value, responsibleUserId, tagIds, customFields, expectedCloseAt } = facts;
      const body = { name: id, stageId, value, responsibleUserId, tagIds, customFields, expectedCloseAt };
      const person = contactId === null ? {} : { phone: phoneOf(contactId) };
      const made = await deals.create(principal, { ...body, ...person } as CreateDealRequest);
      if (made.ok) names.give(made.value.id, id);
    },

    async change({ dealId, set = {}, addTagIds = [], removeTagIds = [] }) {
      const seq = await seqOf(dealId);
      if (seq === null) return;
      if (Object.keys(set).length > 0) await deals.update(principal, seq, bodyOf(set));
      for (const tagId of addTagIds) await tags.addDealTag({ ...asked, params: { seq }, body: { tagId } });
      for (const tagId of removeTagIds) await tags.removeDealTag({ ...asked, params: { seq, tagId }, body: undefined });
    },

    async completeTask({ dealId }, place) {
      const seq = await seqOf(dealId ?? "");
      const params = { seq: seq ?? 0, taskId: taskOf(place) };
      const done = await tasks.updateTask({ ...asked, params, body: { done: true } });
      if (!done.ok) throw new Error(done.failure.message);
    },

    async call(automationId, body) {
      const hook = await hooks.findNow(workspaceId + automationId);
      const taken = hook && (await hooks.call(hook, body, { idempotencyKey: null, mark: null }));
      if (taken?.ok !== true) throw new Error(`${automationId} takes no calls`);
    },

    comment: (contactId, text) =>
      inbox.receiveFor(
        { workspaceId, locale: LOCALE, channel: INSTAGRAM },
        {
          type: "comment",
          channelKind: "instagram",
          receiver: "",
          from: { externalId: contactId, name: null, username: null },
          comment: { id: nextId(), mediaId: null, parentId: null, text },
        },
      ),

    write: (contactId, { text, pressed }) =>
      inbox.receiveFor(
        { workspaceId, locale: LOCALE, channel: WHATSAPP },
        {
          type: "message",
          channelKind: "whatsapp",
          receiver: "",
          message: {
            ...NOTHING_ELSE,
            from: { externalId: phoneOf(contactId).slice(1), name: null, username: null },
            externalId: nextId(),
            sentAt: new Date(now()).toISOString(),
            body: text,
            previewText: text,
            quotedExternalId: pressed?.messageId ?? null,
            reply: pressed && { id: pressed.buttonId, title: text },
          },
        },
      ),
  };
}

const NOTHING_ELSE: Pick<InboundMessage, "type" | "content" | "media" | "recipientPhone" | "isEcho" | "file"> = {
  type: "text",
  content: null,
  media: null,
  recipientPhone: null,
  isEcho: false,
  file: null,
};

/** A change by the names of facts, as requests have it. */
function bodyOf(set: JsonObject): UpdateDealRequest {
  const custom = Object.entries(set).filter(([field]) => field.startsWith(CUSTOM));
  const plain = Object.entries(set).filter(([field]) => !field.startsWith(CUSTOM));
  const customFields = Object.fromEntries(custom.map(([field, value]) => [field.slice(CUSTOM.length), value]));
  return { ...Object.fromEntries(plain), ...(custom.length > 0 && { customFields }) };
}

const CUSTOM = "customFields.";
