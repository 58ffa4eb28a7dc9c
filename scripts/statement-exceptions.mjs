/** Tables whose rows belong to no workspace: the system's, and those of one server as a whole. */
export const isOfNoWorkspace = (table) =>
  /^(?:pg_|kysely_)/.test(table) || table === "server_meta" || table === "rate_limits";

/** Why a file asks for rows of many workspaces, and of which tables. */
export const EXCEPTIONS = {
  "looked up before the workspace is known": {
    "areas/conversations/store/channel-store.ts": ["channels", "workspaces"],
    "platform/database/key-store.ts": ["api_keys", "members", "workspaces"],
    "runs/triggers/store/trigger-store.ts": ["automations", "automation_versions", "workspaces"],
  },
  "due in any workspace": {
    "areas/cadences/store/cadence-clock.ts": ["cadence_instances", "cadence_tasks", "contacts", "deals"],
    "areas/calendar/store/feed-store.ts": ["calendar_feeds", "members"],
    "areas/conversations/store/conversation-store.ts": ["messages"],
    "areas/conversations/store/media-asset-store.ts": ["media_assets"],
    "runs/store/due-runs.ts": ["runs"],
    "runs/store/event-store.ts": ["events"],
    "runs/store/migration-batches.ts": ["run_migrations"],
    "runs/store/pause-store.ts": ["runs"],
    "runs/triggers/store/trigger-clock.ts": ["automations", "trigger_clocks", "workspaces"],
  },
  "removed by age from all workspaces": {
    "platform/database/request-log.ts": ["request_log"],
    "runs/store/cleanup.ts": [
      "activities",
      "automation_versions",
      "events",
      "frozen_calls",
      "idempotency_keys",
      "outbox",
      "request_log",
      "run_migrations",
      "runs",
      "webhook_deliveries",
    ],
  },
  "measured over all workspaces": {
    "runs/store/backlog.ts": ["automations", "events", "runs", "workspaces"],
    "runs/store/run-counts.ts": ["runs"],
  },
  "asked by whoever runs the server, seldom": {
    "demo/create.ts": ["workspaces"],
    "demo/ensure.ts": ["api_keys", "workspaces"],
    "launch/commands/calendars.ts": ["calendar_feeds", "members", "workspaces"],
    "launch/commands/runs.ts": ["automations"],
    "platform/database/key-admin.ts": ["api_keys", "members", "workspaces"],
    "provision/keys.ts": ["api_keys"],
    "provision/workspaces.ts": ["workspaces"],
  },
};

/** What works on the whole database, whatever is in it. */
export const WHOLE = ["platform/database/backup/", "platform/database/open/", "platform/database/upgrade/"];
