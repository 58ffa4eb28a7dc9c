import { API_PREFIX } from "@trilho/contract";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createAutomationService } from "./domain/automations/service.ts";
import type { Store } from "./domain/ports.ts";
import { createReferenceService } from "./domain/reference.ts";
import { allowEveryOrigin } from "./http/cors.ts";
import { serveDocs, serveOpenapi } from "./http/docs.ts";
import { createEntrance } from "./http/gates.ts";
import type { Handlers } from "./http/handlers.ts";
import { automationBodyChecks, automationHandlers } from "./http/handlers/automations.ts";
import { referenceHandlers } from "./http/handlers/reference.ts";
import { registerHealth } from "./http/health.ts";
import { DEFAULT_LIMITS, type Limits } from "./http/limits.ts";
import { registerRoutes } from "./http/routes.ts";
import { createServer } from "./http/server.ts";
import { serveEditor } from "./http/static.ts";
import { createCursors } from "./security/cursors.ts";

export interface AppOptions {
  store: Store;
  /** What keys are digested and cursors sealed with; the same for every process on one database. */
  serverSecret: string;
  /** The editor's build. Without it, `/` is a plain 404. */
  editorDir?: string;
  /** Silent without one; `createLogger` of http/logging.ts makes a fitting one. */
  logger?: FastifyBaseLogger;
  /** Unix ms; the system's clock by default. */
  now?: () => number;
  /** Requests per minute, 600 each by default. */
  limits?: Partial<Limits>;
  /** Addresses and networks (`10.0.0.0/8`, `loopback`) whose `X-Forwarded-For` names the client. None by default. */
  trustProxy?: readonly string[];
}

/** Puts the server together. It listens when the caller says so, and closes nothing that it was given. */
export function createApp(options: AppOptions): FastifyInstance {
  const { store, serverSecret, now = Date.now } = options;
  const app = createServer(options.logger, options.trustProxy ?? []);

  registerHealth(app, () => store.ping());

  const automations = createAutomationService({ store, cursors: createCursors(serverSecret), now });
  const handlers: Handlers = {
    ...automationHandlers(automations),
    ...referenceHandlers(createReferenceService(store.reference)),
  };
  app.register(
    async (api) => {
      const limits = { ...DEFAULT_LIMITS, ...options.limits };
      api.addHook("onRequest", async (_, reply) => {
        reply.header("cache-control", "no-store");
      });
      allowEveryOrigin(api);
      api.addHook("onRequest", createEntrance({ keys: store.keys, serverSecret, limits, now }));
      registerRoutes(api, handlers, automationBodyChecks(automations));
    },
    { prefix: API_PREFIX },
  );

  serveOpenapi(app);
  app.register(serveDocs);
  app.register(async (pages) => {
    await serveEditor(pages, options.editorDir);
  });
  return app;
}
