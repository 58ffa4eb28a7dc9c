import { type Kysely, Migrator, type MigrationResultSet } from "kysely";
import { StorageError } from "./errors.ts";
import { initial } from "./migrations/0001-initial.ts";
import { historyAndFiles } from "./migrations/0002-history-and-files.ts";
import { deals } from "./migrations/0003-deals.ts";
import { dealWork } from "./migrations/0004-deal-work.ts";
import { reference } from "./migrations/0005-reference.ts";
import { conversationsAndMessages } from "./migrations/0006-conversations.ts";
import { cadences } from "./migrations/0007-cadences.ts";
import { platform } from "./migrations/0008-platform.ts";
import { calendar } from "./migrations/0009-calendar.ts";
import { runs } from "./migrations/0010-runs.ts";
import { customValues } from "./migrations/0011-custom-values.ts";
import { runFailures } from "./migrations/0012-run-failures.ts";
import { triggers } from "./migrations/0013-triggers.ts";
import { contactsOfCreator } from "./migrations/0014-contacts-of-creator.ts";
import { dealMarks } from "./migrations/0015-deal-marks.ts";
import { testRuns } from "./migrations/0017-test-runs.ts";
import { webhookDeliveries } from "./migrations/0018-webhook-deliveries.ts";
import { dealTexts } from "./migrations/0019-deal-texts.ts";
import { oldDeliveries } from "./migrations/0020-old-deliveries.ts";
import { calendarFeeds } from "./migrations/0022-calendar-feeds.ts";
import { runChanges } from "./migrations/0023-run-changes.ts";
import { lateRuns } from "./migrations/0024-late-runs.ts";
import { oldEvents } from "./migrations/0025-old-events.ts";
import { onSince } from "./migrations/0026-on-since.ts";
import { webhookRequests } from "./migrations/0027-webhook-requests.ts";
import { searchWithoutAccents } from "./migrations/0028-search-without-accents.ts";
import { testMarks } from "./migrations/0029-test-marks.ts";
import { liveByStatus } from "./migrations/0031-live-by-status.ts";
import { roundRobinsOfAutomations } from "./migrations/0032-round-robins-of-automations.ts";
import { furtherDeals } from "./migrations/0033-further-deals.ts";
import { runCounts } from "./migrations/0034-run-counts.ts";
import { retention } from "./migrations/0035-retention.ts";
import { failures } from "./migrations/0037-failures.ts";
import { pauses } from "./migrations/0036-pauses.ts";
import type { Database } from "./schema.ts";

/** In order of name; a migration that has shipped is never edited. */
export const MIGRATIONS = {
  "0001-initial": initial,
  "0002-history-and-files": historyAndFiles,
  "0003-deals": deals,
  "0004-deal-work": dealWork,
  "0005-reference": reference,
  "0006-conversations": conversationsAndMessages,
  "0007-cadences": cadences,
  "0008-platform": platform,
  "0009-calendar": calendar,
  "0010-runs": runs,
  "0011-custom-values": customValues,
  "0012-run-failures": runFailures,
  "0013-triggers": triggers,
  "0014-contacts-of-creator": contactsOfCreator,
  "0015-deal-marks": dealMarks,
  "0017-test-runs": testRuns,
  "0018-webhook-deliveries": webhookDeliveries,
  "0019-deal-texts": dealTexts,
  "0020-old-deliveries": oldDeliveries,
  "0022-calendar-feeds": calendarFeeds,
  "0023-run-changes": runChanges,
  "0024-late-runs": lateRuns,
  "0025-old-events": oldEvents,
  "0026-on-since": onSince,
  "0027-webhook-requests": webhookRequests,
  "0028-search-without-accents": searchWithoutAccents,
  "0029-test-marks": testMarks,
  "0031-live-by-status": liveByStatus,
  "0032-round-robins-of-automations": roundRobinsOfAutomations,
  "0033-further-deals": furtherDeals,
  "0034-run-counts": runCounts,
  "0035-retention": retention,
  "0036-pauses": pauses,
  "0037-failures": failures,
};

/**
 * Brings the schema up to date in one transaction, under a lock: processes that start together wait for each other.
 * Rejects with a `StorageError` when the database was migrated by a newer Trilho.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error }: MigrationResultSet = await migrator.migrateToLatest();
  if (error === undefined) return;
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes("corrupted migrations")) {
    throw new StorageError(`The database was written by another version of Trilho (${message}).`);
  }
  throw error;
}
