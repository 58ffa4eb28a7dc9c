import { randomUUID } from "node:crypto";
import { createRenderer } from "@trilho/engine/liquid";
import { alone } from "../../platform/background/alone.ts";
import type { Cursors } from "../../platform/security/cursors.ts";
import { done, found, invalid, noticed, notFound, refused } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import { firstWebhook } from "./actions.ts";
import { credentialsIn, mergeSecrets, NO_SECRETS, withoutCredentials } from "./credentials.ts";
import { withHookToken } from "./hook-token.ts";
import { checkDraft, toReplacement } from "./draft.ts";
import { EXAMPLE_FACTS, EXAMPLE_NAMES, exampleEvent } from "./example-event.ts";
import { noticesOf, type NoticeStores } from "./notices.ts";
import { presentAutomation, presentWritten } from "./present.ts";
import { replaceGuarded, switchGuarded, type ReviewedStores } from "./reviews/review-guard.ts";
import { BORN_ON, NOT_APPROVED } from "./reviews/review-refusals.ts";
import { webhookBody, webhookRequest } from "./webhook.ts";
import type { AutomationDrafts, AutomationHistory } from "./port.ts";
import type { Handlers, BodyChecks } from "../../platform/service/handlers.ts";
import type { Principal } from "../../platform/security/principal.ts";
import type { ReferenceStore } from "../reference/reference.ts";

type AutomationOperation =
  | "listAutomations"
  | "createAutomation"
  | "getAutomation"
  | "replaceAutomation"
  | "setAutomationEnabled"
  | "deleteAutomation"
  | "testAutomation"
  | "listAutomationHistory"
  | "getAutomationVersion"
  | "getAutomationDraft"
  | "saveAutomationDraft"
  | "discardAutomationDraft";

export interface AutomationServiceParts {
  store: NoticeStores &
    ReviewedStores & {
      automationHistory: AutomationHistory;
      automationDrafts: AutomationDrafts;
    };
  cursors: Cursors;
  /** Whether webhooks may go into the server's own network. */
  callsPrivateAddresses: boolean;
  /** Unix ms. */
  now: () => number;
}

const WHAT = "automation";

/** Automations of one workspace. Who may call what is settled before; what is asked for is settled here. */
export function createAutomationService({
  store,
  cursors,
  callsPrivateAddresses,
  now,
}: AutomationServiceParts): Pick<Handlers, AutomationOperation> {
  const { automations, reference } = store;
  const sources = { ...store, callsPrivateAddresses };
  return {
    listAutomations({ principal: { workspaceId }, query: { limit, cursor, search, ...rest } }) {
      const filter = { ...rest, ...(search !== "" && { search }) };
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listAutomations", filters: filter },
        read: (count, after) => automations.list(workspaceId, filter, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: presentAutomation,
      });
    },

    async getAutomation({ principal: { workspaceId }, params: { id } }) {
      const stored = await automations.get(workspaceId, id);
      return found(stored && presentAutomation(stored), WHAT);
    },

    async createAutomation({ principal: workspace, body }) {
      const { workspaceId } = workspace;
      const { problems, scope } = await checkDraft(reference, workspaceId, body);
      if (problems.length > 0 || scope === null) return refused(invalid(problems));
      const draft = withHookToken({ enabled: false, ...toReplacement(body, scope) }, null);
      const given = credentialsIn({ ...body, triggerConfig: body.triggerConfig ?? null });
      const { secrets, generated, missing } = mergeSecrets(NO_SECRETS, given, draft.graphDefinition, null);
      if (missing.length > 0) return refused(invalid(missing));
      const isReviewed = await store.automationReviews.isRequired(workspaceId);
      if (isReviewed && draft.enabled) return refused(BORN_ON);
      const notices = await noticesOf(sources, workspace, draft);
      const created = await store.transaction(async (inside) => {
        const stored = await inside.automations.create(workspaceId, draft, secrets, workspace, body.note);
        if (isReviewed) await inside.automationReviews.mark(workspaceId, stored.id, false);
        return stored;
      });
      return noticed(done(presentWritten(created, generated)), notices);
    },

    async replaceAutomation({ principal: workspace, params: { id }, body }) {
      const { workspaceId } = workspace;
      const { problems, scope } = await checkDraft(reference, workspaceId, body);
      if (problems.length > 0 || scope === null) return refused(invalid(problems));
      const replacement = toReplacement(body, scope);
      const notices = await noticesOf(sources, workspace, replacement);
      const replaced = await replaceGuarded(store, workspaceId, id, {
        replacement,
        given: credentialsIn({ ...body, triggerConfig: body.triggerConfig ?? null }),
        baseVersion: body.baseVersion ?? null,
        by: workspace,
        note: body.note,
      });
      return noticed(replaced, notices);
    },

    async setAutomationEnabled({ principal: workspace, params: { id }, body: { enabled } }) {
      const stored = await switchGuarded(store, workspace, id, enabled);
      if (stored === "unapproved") return refused(NOT_APPROVED);
      if (stored === null) return refused(notFound(WHAT));
      const switched = done(presentAutomation(stored));
      return enabled ? noticed(switched, await noticesOf(sources, workspace, stored)) : switched;
    },

    async deleteAutomation({ principal: by, params: { id } }) {
      return (await automations.delete(by.workspaceId, id, by)) ? done(null) : refused(notFound(WHAT));
    },

    async listAutomationHistory({ principal: { workspaceId }, params: { id }, query: { limit, cursor } }) {
      const page = await readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listAutomationHistory", filters: { id } },
        read: (count, after) => store.automationHistory.list(workspaceId, id, count, after),
        positionOf: ({ createdAt, id: last }) => ({ at: createdAt, id: last }),
        present: (change) => change,
      });
      const isEmpty = page.ok && page.value.items.length === 0;
      return isEmpty && (await automations.get(workspaceId, id)) === null ? refused(notFound(WHAT)) : page;
    },

    getAutomationVersion: async ({ principal: { workspaceId }, params: { id, version } }) =>
      found(await store.automationHistory.version(workspaceId, id, version), "version"),

    async getAutomationDraft({ principal: { workspaceId }, params: { id } }) {
      const draft = await store.automationDrafts.get(workspaceId, id);
      if (draft === null && (await automations.get(workspaceId, id)) === null) return refused(notFound(WHAT));
      return done(draft);
    },

    async saveAutomationDraft({ principal: by, params: { id }, body }) {
      const change = { ...body, content: withoutCredentials(body.content) };
      const saved = await store.automationDrafts.save(by.workspaceId, id, change, by);
      return saved === "missing" ? refused(notFound(WHAT)) : saved === "conflict" ? refused(NEWER_DRAFT) : done(saved);
    },

    async discardAutomationDraft({ principal: { workspaceId }, params: { id }, query: { revision } }) {
      const outcome = await store.automationDrafts.remove(workspaceId, id, revision);
      if (outcome === "missing") return refused(notFound(WHAT));
      return outcome === "conflict" ? refused(NEWER_DRAFT) : done(null);
    },

    /** Texts are rendered for the workspace's time zone and locale, as they will be in a run. */
    async testAutomation({ principal: { workspaceId, timeZone, locale }, params: { id } }) {
      const stored = await automations.get(workspaceId, id);
      if (stored === null) return refused(notFound(WHAT));
      const node = firstWebhook(withoutCredentials(stored).graphDefinition);
      const secret = (await automations.secrets(workspaceId, id))?.signing ?? null;
      if (node === null) return refused(unprocessable("This automation has no webhook action."));
      if (secret === null)
        return refused(unprocessable("This automation has no signing secret. Replace it to get one."));
      const messageId = `msg_test_${randomUUID()}`;
      const at = now();
      const renderer = createRenderer({ timeZone, locale, names: EXAMPLE_NAMES });
      const { config } = await alone(() => renderer.render(node.config ?? {}, EXAMPLE_FACTS, at));
      const event = exampleEvent(stored, node.id, messageId, at);
      return done({
        nodeId: node.id,
        ...webhookRequest({ config, body: webhookBody(config, event), secret, messageId, at, isTest: true }),
      });
    },
  };
}

const NEWER_DRAFT = {
  code: "CONFLICT",
  message: "Somebody changed the draft since. Read it again and apply your change to it.",
} as const;

const unprocessable = (message: string) => ({ code: "UNPROCESSABLE_ENTITY", message }) as const;

/** Every problem of a body beyond its schema, so that they can be reported beside the schema's. */
export function automationBodyChecks(reference: ReferenceStore): BodyChecks {
  const problemsOf = async ({ principal: { workspaceId }, body }: { principal: Principal; body: unknown }) =>
    (await checkDraft(reference, workspaceId, body)).problems;
  return { createAutomation: problemsOf, replaceAutomation: problemsOf, askAutomationReview: problemsOf };
}
