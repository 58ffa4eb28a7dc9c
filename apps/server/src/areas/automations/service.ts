import { randomUUID } from "node:crypto";
import type {
  Automation,
  AutomationTestResult,
  CreateAutomationRequest,
  FieldError,
  Operations,
  ReplaceAutomationRequest,
} from "@trilho/contract";
import { createRenderer } from "@trilho/engine/liquid";
import type { Cursors } from "../../platform/security/cursors.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { done, found, invalid, noticed, notFound, refused, type Outcome } from "../../platform/service/outcome.ts";
import { readPage, type Page } from "../../platform/service/page.ts";
import { firstWebhook } from "./actions.ts";
import { credentialsIn, mergeSecrets, NO_SECRETS, withoutCredentials } from "./credentials.ts";
import { withHookToken } from "./hook-token.ts";
import { checkDraft, toReplacement } from "./draft.ts";
import { EXAMPLE_FACTS, EXAMPLE_NAMES, exampleEvent } from "./example-event.ts";
import { noticesOf, type NoticeStores } from "./notices.ts";
import { presentAutomation, presentWritten } from "./present.ts";
import { replaceStored } from "./replace.ts";
import { webhookBody, webhookRequest } from "./webhook.ts";
import type { AutomationStore } from "./port.ts";

/** Texts are rendered and said for its time zone and locale. */
type Workspace = Pick<Principal, "workspaceId" | "timeZone" | "locale">;
type Sized<Query> = Query & { limit: number };

/** Automations of one workspace. Who may call what is settled before; what is asked for is settled here. */
export interface AutomationService {
  list(workspaceId: string, query: Sized<Operations["listAutomations"]["query"]>): Promise<Outcome<Page<Automation>>>;
  get(workspaceId: string, id: string): Promise<Outcome<Automation>>;
  create(workspace: Workspace, body: CreateAutomationRequest): Promise<Outcome<Automation>>;
  replace(workspace: Workspace, id: string, body: ReplaceAutomationRequest): Promise<Outcome<Automation>>;
  setEnabled(workspace: Workspace, id: string, enabled: boolean): Promise<Outcome<Automation>>;
  delete(by: Pick<Principal, "workspaceId" | "memberId" | "keyId">, id: string): Promise<Outcome<null>>;
  /** Texts are rendered for the workspace's time zone and locale, as they will be in a run. */
  test(workspace: Workspace, id: string): Promise<Outcome<AutomationTestResult>>;
  /** Every problem of a body beyond its schema, so that they can be reported beside the schema's. */
  problems(workspaceId: string, body: unknown): Promise<FieldError[]>;
}

export interface AutomationServiceParts {
  store: NoticeStores & { automations: AutomationStore };
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

const WHAT = "automation";

export function createAutomationService({ store, cursors, now }: AutomationServiceParts): AutomationService {
  const { automations, reference } = store;
  return {
    list(workspaceId, { limit, cursor, search, ...rest }) {
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

    async get(workspaceId, id) {
      const stored = await automations.get(workspaceId, id);
      return found(stored && presentAutomation(stored), WHAT);
    },

    async create(workspace, body) {
      const { workspaceId } = workspace;
      const { problems, scope } = await checkDraft(reference, workspaceId, body);
      if (problems.length > 0 || scope === null) return refused(invalid(problems));
      const draft = withHookToken({ enabled: false, ...toReplacement(body, scope) }, null);
      const given = credentialsIn({ ...body, triggerConfig: body.triggerConfig ?? null });
      const { secrets, generated, missing } = mergeSecrets(NO_SECRETS, given, draft.graphDefinition, null);
      if (missing.length > 0) return refused(invalid(missing));
      const notices = await noticesOf(store, workspace, draft);
      return noticed(done(presentWritten(await automations.create(workspaceId, draft, secrets), generated)), notices);
    },

    async replace(workspace, id, body) {
      const { workspaceId } = workspace;
      const { problems, scope } = await checkDraft(reference, workspaceId, body);
      if (problems.length > 0 || scope === null) return refused(invalid(problems));
      const replacement = toReplacement(body, scope);
      const notices = await noticesOf(store, workspace, replacement);
      const replaced = await replaceStored(automations, workspaceId, id, {
        replacement,
        given: credentialsIn({ ...body, triggerConfig: body.triggerConfig ?? null }),
        baseVersion: body.baseVersion ?? null,
      });
      return noticed(replaced, notices);
    },

    async setEnabled(workspace, id, enabled) {
      const stored = await automations.setEnabled(workspace.workspaceId, id, enabled);
      if (stored === null) return refused(notFound(WHAT));
      const switched = done(presentAutomation(stored));
      return enabled ? noticed(switched, await noticesOf(store, workspace, stored)) : switched;
    },

    async delete(by, id) {
      return (await automations.delete(by.workspaceId, id, by)) ? done(null) : refused(notFound(WHAT));
    },

    async test({ workspaceId, timeZone, locale }, id) {
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
      const { config } = renderer.render(node.config ?? {}, EXAMPLE_FACTS, at);
      const event = exampleEvent(stored, node.id, messageId, at);
      return done({
        nodeId: node.id,
        ...webhookRequest({ config, body: webhookBody(config, event), secret, messageId, at, isTest: true }),
      });
    },

    async problems(workspaceId, body) {
      return (await checkDraft(reference, workspaceId, body)).problems;
    },
  };
}

const unprocessable = (message: string) => ({ code: "UNPROCESSABLE_ENTITY", message }) as const;
