import type { FailureReason, JsonObject } from "@trilho/engine/contract";
import { sql } from "kysely";
import { createAssistant } from "../../channels/assistant.ts";
import { createConversions } from "../../channels/conversions.ts";
import { createWebhookCaller } from "../../channels/webhook-caller.ts";
import { openChannels } from "../../channels/open.ts";
import { META_DEFAULTS } from "../../channels/meta/settings.ts";
import { type MetaServer, startMetaServer, TOKEN } from "../../channels/testing/meta-server.ts";
import { createMessenger } from "../../areas/conversations/messenger.ts";
import { createActions } from "../actions/actions.ts";
import { createDispatcher } from "../dispatcher.ts";
import type { CallGate } from "../call-gate.ts";
import { createExecutor } from "../executor.ts";
import { createPlans } from "../plans.ts";
import { createRendering } from "../rendering.ts";
import type { Answer, CallInit, TestApp } from "../../app/testing/test-app.ts";
import { startTestApp } from "../../app/testing/test-app.ts";
import type { TestWorkspace } from "../../app/testing/workspace.ts";
import { APP_SECRET } from "../../app/testing/conversations.ts";
import { fail, openTestStore, type StoreKind } from "../../testing/open-test-store.ts";
import { type Mailbox, type Receiver, startMailbox, startReceiver } from "./servers.ts";

export const PIXEL_ID = "1234567890";
export const AI_KEY = "sk-very-secret";

export interface RunRow {
  id: string;
  status: string;
  attempts: number;
  lastError: string | null;
  lastFailure: FailureReason[] | null;
  nextAttemptAt: Date | null;
  currentNodeId: string | null;
}

export interface EffectRow {
  isDone: boolean;
  attempts: number;
  config: JsonObject;
  result: JsonObject | null;
  error: string | null;
  failure: FailureReason[] | null;
}

/** A server whose runs are taken further by hand, joined to local servers of everybody that actions reach. */
export interface World {
  app: TestApp;
  workspace: TestWorkspace;
  meta: MetaServer;
  mailbox: Mailbox;
  receiver: Receiver;
  assistant: Receiver;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** Does all there is to do now. */
  work(): Promise<void>;
  /** The automation's run that no other run started: there is one. */
  run(automationId: string): Promise<RunRow>;
  /** What the node called `act` did. */
  effect(runId: string): Promise<EffectRow>;
  /** As if the time of a run that waits had come, and the lease of who had it was over. */
  pass(runId: string): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  kind?: StoreKind;
  /** Whether assistant, pixel and credentials are set up; they are by default. */
  isConnected?: boolean;
  allowPrivate?: boolean;
  /** The API's clock, Unix ms. */
  now?: () => number;
  gate?: CallGate;
}

export async function startWorld({
  kind = "embedded",
  isConnected = true,
  allowPrivate = true,
  now = Date.now,
  gate,
}: WorldOptions = {}): Promise<World> {
  const opened = await openTestStore(kind);
  const { db } = opened;
  const [meta, mailbox, receiver, assistant] = await Promise.all([
    startMetaServer(),
    startMailbox(),
    startReceiver(),
    startReceiver((response) =>
      response.writeHead(200).end(JSON.stringify({ choices: [{ message: { content: "Call Ana today." } }] })),
    ),
  ]);
  const { store } = opened;
  const settings = {
    ...META_DEFAULTS,
    baseUrl: meta.url,
    token: isConnected ? TOKEN : null,
    appSecret: APP_SECRET,
    timeoutMs: 2000,
  };
  const mail = isConnected ? { url: mailbox.url, from: "Acme <sales@acme.example>" } : null;
  const channels = openChannels({ outbox: store.outbox, meta: settings, mail, mailTimeoutMs: 2000, onError: fail });
  const webhooks = createWebhookCaller({ allowPrivate });
  const model = isConnected ? createAssistant({ url: `${assistant.url}/v1`, key: AI_KEY, model: "small" }, 2000) : null;
  const { graph, sender } = channels;
  const executor = createExecutor({
    store,
    actions: createActions({
      store,
      sender,
      messenger: createMessenger(store, sender, fail),
      webhooks,
      assistant: model,
      conversions: graph === null ? null : createConversions(graph, PIXEL_ID),
    }),
    planOf: createPlans(),
    render: createRendering(),
    ...(gate !== undefined && { gate }),
  });
  const dispatcher = createDispatcher(store);
  const app = await startTestApp({ meta: settings, webhookAllowPrivate: allowPrivate, now }, { ...opened, store });
  const workspace = await app.workspace();
  const key = await workspace.addKey({ mode: "live" });

  async function work(): Promise<void> {
    for (;;) {
      while ((await dispatcher.dispatch()) > 0) continue;
      const [claim] = await store.dueRuns.takeFirst(1, []);
      if (claim === undefined) return;
      // What a tick rejects with is on the run; here it would end the test.
      await executor.tick(claim).catch(() => undefined);
    }
  }

  return {
    app,
    workspace,
    meta,
    mailbox,
    receiver,
    assistant,
    call: (method, path, init = {}) => app.call(method, `/api/v1${path}`, { key, ...init }),
    work,
    async run(automationId) {
      const row = await db
        .selectFrom("runs")
        .selectAll()
        .where("automation_id", "=", automationId)
        // A deal that the run makes may start another.
        .orderBy("trigger_depth")
        .executeTakeFirstOrThrow();
      return {
        id: row.id,
        status: row.status,
        attempts: row.attempts,
        lastError: row.last_error,
        lastFailure: row.last_failure,
        nextAttemptAt: row.next_attempt_at,
        currentNodeId: row.current_node_id,
      };
    },
    async effect(runId) {
      const row = await db
        .selectFrom("run_effects")
        .selectAll()
        .where("run_id", "=", runId)
        .where("node_id", "=", "act")
        .executeTakeFirstOrThrow();
      return {
        isDone: row.is_done,
        attempts: row.attempts,
        config: row.config as JsonObject,
        result: row.result as JsonObject | null,
        error: row.error,
        failure: row.failure,
      };
    },
    async pass(runId) {
      await sql`
        update runs set
          next_attempt_at = now() - interval '1 second',
          lease_until = case when lease_until is not null then now() - interval '1 second' end,
          state = jsonb_set(state::jsonb, '{wakeAt}', to_jsonb(floor(extract(epoch from now()) * 1000) - 1000))::json
        where id = ${runId}`.execute(db);
      await work();
    },
    async close() {
      await app.close();
      await channels.close();
      await webhooks.close();
      await model?.close();
      await Promise.all([meta, mailbox, receiver, assistant].map((server) => server.close()));
      await opened.close();
    },
  };
}
