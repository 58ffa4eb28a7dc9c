import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import { createAssistant } from "../channels/assistant.ts";
import { createConversions } from "../channels/conversions.ts";
import { createWebhookCaller } from "../channels/webhook-caller.ts";
import { createFeedFetcher } from "../areas/calendar/feeds/fetch-feed.ts";
import { openChannels } from "../channels/open.ts";
import { cadenceTasks } from "../areas/cadences/clock-tasks.ts";
import { createClockwork, type Clockwork } from "../platform/background/clockwork.ts";
import { triggerTasks } from "../runs/triggers/clock-tasks.ts";
import type { Config } from "./config/config.ts";
import { createFeedReader } from "../areas/calendar/feeds.ts";
import { createMessenger } from "../areas/conversations/messenger.ts";
import type { Store } from "../runs/model/stores.ts";
import type { Actions } from "../runs/action.ts";
import { createActions } from "../runs/actions/actions.ts";
import { createDispatcher } from "../runs/dispatcher.ts";
import { createCallGate } from "../runs/call-gate.ts";
import { createExecutor } from "../runs/executor.ts";
import { createPlans } from "../runs/plans.ts";
import { createRendering } from "../runs/rendering.ts";
import { framesOf } from "../platform/http/answers/errors.ts";
import { measureBacklog, measureCalls, type ServerMetrics } from "../runs/metrics.ts";
import { createRunner, type Runner } from "../runs/runner.ts";
import { createSealer } from "../platform/security/sealer.ts";
import { readBacklog } from "../runs/store/backlog.ts";
import { createCadenceClock } from "../areas/cadences/store/cadence-clock.ts";
import { countTables } from "../platform/database/count-tables.ts";
import { databaseNow } from "../platform/database/database-clock.ts";
import { createFeedStore } from "../areas/calendar/store/feed-store.ts";
import { listenForWakeSignals } from "../runs/queue/wake-signals.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { createStore } from "../app/store.ts";
import { createTriggerClock } from "../runs/triggers/store/trigger-clock.ts";
import type { Closers } from "../platform/background/closers.ts";
import { watchRuns } from "./run-watch.ts";

/** What happens by itself in a process: runs of automations and the clockwork. */
export interface Automation {
  /** Something was written: looks now instead of in a moment, here and in other processes. */
  wake(): void;
  /** Begins; before that, nothing happens by itself. */
  start(): void;
}

/** A call may take so long, so that two of them end well within the lease of an action. */
const CALL_MS = 9_000;
/** Of one answer of the mail server; a message is given up after three of them. */
const MAIL_MS = 6_000;
/** How long a stop waits for actions under way: longer than the longest of them takes. */
const DRAIN_MS = 25_000;
/** How late a schedule may come, and tables are counted. */
const TRIGGERS_EVERY_MS = 5_000;

/** Opens the clockwork, and with `workers` the runner. Everything is closed by `closers`. */
export async function openAutomation(
  config: Config,
  db: Kysely<Database>,
  serverSecret: string,
  metrics: ServerMetrics,
  logger: FastifyBaseLogger,
  closers: Closers,
): Promise<Automation> {
  const complain = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  const store = createStore(db, serverSecret, complain("last use not recorded"), metrics.runs.tally);
  measureBacklog(metrics.registry, () => readBacklog(db), complain("backlog not counted"));
  const runner = config.workers === 0 ? null : openRunner(config, store, metrics, logger, closers);
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= runner?.stop(DRAIN_MS) ?? Promise.resolve());
  closers.add(stop);
  const hints =
    config.databaseUrl === null
      ? null
      : await listenForWakeSignals(config.databaseUrl, () => runner?.wake(), complain("hints of other processes"));
  if (hints !== null) closers.add(() => hints.close());
  const clockwork = createClockwork({
    tasks: cadenceTasks(createCadenceClock(db)),
    now: () => databaseNow(db),
    onError: (error, task) => logger.error({ err: error, task }, "clockwork"),
  });
  closers.add(() => clockwork.stop());
  const triggers = createClockwork({
    tasks: [
      ...triggerTasks(createTriggerClock(db)),
      { name: "tables not counted yet", run: (_, limit) => countTables(db, limit) },
    ],
    now: () => databaseNow(db),
    everyMs: TRIGGERS_EVERY_MS,
    onError: (error, task) => logger.error({ err: error, task }, "clockwork"),
  });
  closers.add(() => triggers.stop());
  const feeds = openFeeds(config, db, serverSecret, logger, closers);
  return {
    wake() {
      runner?.wake();
      hints?.give();
    },
    start() {
      runner?.start();
      clockwork.start();
      triggers.start();
      feeds.start();
      // Nothing more begins from the first moment of a stop on; its end is waited for after that of all requests.
      closers.add(async () => void stop().catch(() => undefined));
    },
  };
}

/** A runner that begins no further action of a run once it is to stop. */
function openRunner(
  config: Config,
  store: Store,
  { registry, runs }: ServerMetrics,
  logger: FastifyBaseLogger,
  closers: Closers,
): Runner {
  const gate = createCallGate(config.workers);
  measureCalls(registry, gate.state);
  const actions = openActions(config, store, (error) => logger.error({ err: error }, "sending"), closers);
  const watch = watchRuns(logger, runs);
  const executor = createExecutor({ store, actions, planOf: createPlans(), render: createRendering(), gate, watch });
  const runner = createRunner({
    store,
    executor,
    dispatcher: createDispatcher(store),
    concurrency: config.workers,
    onError(error, doing) {
      if (doing !== "running") logger.error({ err: error, stack: framesOf(error) }, doing);
    },
  });
  return {
    ...runner,
    stop(graceMs) {
      executor.drain();
      return runner.stop(graceMs);
    },
  };
}

/** Reads members' calendars elsewhere; on its own, as nothing else may wait for them. */
function openFeeds(
  config: Config,
  db: Kysely<Database>,
  serverSecret: string,
  logger: FastifyBaseLogger,
  closers: Closers,
): Clockwork {
  const fetcher = createFeedFetcher({ allowPrivate: config.webhookAllowPrivate });
  closers.add(() => fetcher.close());
  const read = createFeedReader({
    store: createFeedStore(db, createSealer(serverSecret, "secrets")),
    fetch: (url, known) => fetcher.fetch(url, known),
    parse: async (content, range) => (await import("../areas/calendar/feeds/read-feed.ts")).readFeed(content, range),
    onProblem: ({ workspaceId, memberId, id: feedId, source }, problem) =>
      logger.warn({ workspaceId, memberId, feedId, source, problem }, "calendar not read"),
  });
  const clockwork = createClockwork({
    // A few at once: most of the time is waited for them.
    tasks: [{ name: "calendars elsewhere", batch: 4, run: read }],
    now: () => databaseNow(db),
    onError: (error, task) => logger.error({ err: error, task }, "clockwork"),
  });
  closers.add(() => clockwork.stop());
  return clockwork;
}

/** Actions with connections of their own, whose calls end before their lease does. */
function openActions(config: Config, store: Store, onError: (error: unknown) => void, closers: Closers): Actions {
  const meta = { ...config.meta, timeoutMs: Math.min(config.meta.timeoutMs, CALL_MS) };
  const channels = openChannels({ outbox: store.outbox, meta, mail: config.mail, mailTimeoutMs: MAIL_MS, onError });
  closers.add(() => channels.close());
  const webhooks = createWebhookCaller({ allowPrivate: config.webhookAllowPrivate });
  closers.add(() => webhooks.close());
  const assistant = config.ai === null ? null : createAssistant(config.ai);
  if (assistant !== null) closers.add(() => assistant.close());
  const { graph, sender } = channels;
  const { pixelId } = meta;
  return createActions({
    store,
    sender,
    messenger: createMessenger(store, sender, onError),
    webhooks,
    assistant,
    conversions: graph === null || pixelId === null ? null : createConversions(graph, pixelId),
  });
}
