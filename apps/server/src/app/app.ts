import { API_PREFIX } from "@trilho/contract";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createWebhookCaller } from "../channels/webhook-caller.ts";
import { fetchMedia } from "../channels/meta/media.ts";
import { templatesOfMeta } from "../channels/meta/templates.ts";
import { META_DEFAULTS, type MetaSettings } from "../channels/meta/settings.ts";
import { openChannels } from "../channels/open.ts";
import { createInbox } from "../areas/conversations/inbound.ts";
import { startMediaCopier } from "../areas/conversations/media-copier.ts";
import type { RequestLog } from "../platform/service/requests.ts";
import type { DueCopy } from "../areas/conversations/port.ts";
import type { Store } from "../runs/model/stores.ts";
import { createHookService } from "../runs/triggers/hooks.ts";
import { allowEveryOrigin } from "../platform/http/cors.ts";
import { serveDocs, serveOpenapi } from "../platform/http/docs.ts";
import { createEntrance } from "../platform/http/gates.ts";
import { registerHealth } from "../platform/http/health.ts";
import { DEFAULT_LIMITS, type Limits, type SharedCounts } from "../platform/http/limits.ts";
import { type Metrics, serveMetrics } from "../platform/http/metrics.ts";
import { registerRoutes } from "../platform/http/routes.ts";
import { serveAutomationHooks } from "../runs/triggers/routes.ts";
import { serveMetaHook } from "../channels/meta/routes.ts";
import { createServer } from "../platform/http/server.ts";
import { serveEditor } from "../platform/http/static.ts";
import { createCursors } from "../platform/security/cursors.ts";
import { createServing } from "./serving.ts";
import type { MailConfig } from "../channels/smtp.ts";
import { hearingOfRuns } from "../runs/answer.ts";

export interface AppOptions {
  store: Store;
  /** What keys are digested and cursors sealed with; the same for every process on one database. */
  serverSecret: string;
  /** The editor's build. Without it, `/` is a plain 404. */
  editorDir?: string;
  /** Silent without one; `createLogger` of platform/http/logging.ts makes a fitting one. */
  logger?: FastifyBaseLogger;
  /** Unix ms; the system's clock by default, and the database's where processes must agree. */
  now?: () => number;
  /** Requests per minute, 600 each by default. */
  limits?: Partial<Limits>;
  /** Where processes on one database count requests together; without it each counts for itself. */
  sharedCounts?: SharedCounts;
  /** Where requests of the API are noted; nowhere without it. */
  requests?: RequestLog;
  /** What `/metrics` tells; there is no such address without it. */
  metrics?: Metrics;
  /** Opens `/metrics`; without it, only programs on this machine may read them. */
  metricsToken?: string | null;
  /** Addresses and networks (`10.0.0.0/8`, `loopback`) whose `X-Forwarded-For` names the client. None by default. */
  trustProxy?: readonly string[];
  /** WhatsApp and Instagram. Without a token, what they would send stays in the local outbox. */
  meta?: MetaSettings;
  /** The mail server; without one, e-mail stays in the local outbox. */
  mail?: MailConfig | null;
  /** Whether webhooks may be sent into this server's own network; not without it. */
  webhookAllowPrivate?: boolean;
  /** A request was answered that may have changed something. */
  onWrite?: () => void;
}

/** Far longer than sending one message may take. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** Puts the server together. It listens when the caller says so, and closes nothing that it was given. */
export function createApp(options: AppOptions): FastifyInstance {
  const { store, serverSecret, now = Date.now } = options;
  const { logger, trustProxy = [], requests, metrics } = options;
  const app = createServer({ logger, trustProxy, requests, metrics });
  const { onWrite } = options;
  if (onWrite !== undefined) {
    app.addHook("onResponse", (request, reply, done) => {
      if (request.method !== "GET" && reply.statusCode < 400) onWrite();
      done();
    });
  }

  registerHealth(app, () => store.ping());
  if (metrics !== undefined) serveMetrics(app, metrics, options.metricsToken ?? null);

  const cursors = createCursors(serverSecret);
  const meta = options.meta ?? META_DEFAULTS;
  const onError = (error: unknown): void => app.log.error({ err: error }, "sending");
  const channels = openChannels({ outbox: store.outbox, meta, mail: options.mail ?? null, onError });
  const { graph, sender } = channels;
  const callsPrivateAddresses = options.webhookAllowPrivate ?? false;
  const webhooks = createWebhookCaller({ allowPrivate: callsPrivateAddresses });
  const onCopyError = (error: unknown): void => app.log.error({ err: error }, "copying media");
  const fetch = graph && ((due: DueCopy) => fetchMedia(graph, due));
  const copier = fetch && startMediaCopier({ store, fetch, now, onError: onCopyError });
  app.addHook("onReady", async () => {
    try {
      await store.conversations.failAbandoned(ABANDONED_AFTER_MS);
    } catch (error) {
      app.log.error({ err: error }, "abandoned messages");
    }
  });
  app.addHook("onClose", async () => {
    await copier?.stop();
    await channels.close();
    await webhooks.close();
  });
  const connected = { meta: graph !== null, mail: (options.mail ?? null) !== null };
  const readTemplates = graph && templatesOfMeta(graph);
  const serve = createServing({
    cursors,
    sender,
    onError,
    readTemplates,
    webhooks,
    callsPrivateAddresses,
    connected,
    now,
    storeNow: options.now ?? ((of) => of.now()),
  });
  app.register(
    async (api) => {
      const limits = { ...DEFAULT_LIMITS, ...options.limits };
      api.addHook("onRequest", (_request, reply, done) => {
        reply.header("cache-control", "no-store");
        done();
      });
      allowEveryOrigin(api);
      api.addHook(
        "onRequest",
        createEntrance({ keys: store.keys, serverSecret, limits, sharedCounts: options.sharedCounts, now }),
      );
      registerRoutes(api, store, serve);
    },
    { prefix: API_PREFIX },
  );

  app.register((hooks) =>
    serveMetaHook(hooks, {
      settings: meta,
      inbox: createInbox(store, hearingOfRuns),
      onMedia: () => copier?.wake(),
      now,
    }),
  );
  app.register((hooks) =>
    serveAutomationHooks(hooks, {
      hooks: createHookService({ store, now }),
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      sharedCounts: options.sharedCounts,
    }),
  );
  serveOpenapi(app);
  app.register(serveDocs);
  app.register(async (pages) => {
    await serveEditor(pages, options.editorDir);
  });
  return app;
}
