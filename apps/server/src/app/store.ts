import { type Kysely, sql } from "kysely";
import type { Store } from "../runs/model/stores.ts";
import type { RunTally } from "../runs/model/watch.ts";
import { createSealer, type Sealer } from "../platform/security/sealer.ts";
import { createActivityStore } from "../areas/activities/activity-store.ts";
import { createAttachmentStore } from "../areas/deals/notes/attachment-store.ts";
import { createAutomationStore } from "../areas/automations/automation-store.ts";
import { createAutomationDrafts } from "../areas/automations/draft-store.ts";
import { createAutomationReviews } from "../areas/automations/reviews/review-store.ts";
import { createAutomationLists } from "../areas/automations/lists-store.ts";
import { createAutomationHistory } from "../areas/automations/history-store.ts";
import { createCadenceStore } from "../areas/cadences/store/cadence-store.ts";
import { createDealStore } from "../areas/deals/store/deal-store.ts";
import { createChannelStore } from "../areas/conversations/store/channel-store.ts";
import { createTemplateStore } from "../areas/conversations/store/template-store.ts";
import { createConversationStore } from "../areas/conversations/store/conversation-store.ts";
import { createCompanyStore } from "../areas/companies/company-store.ts";
import { createContactStore } from "../areas/contacts/contact-store.ts";
import { createCustomFieldStore } from "../areas/reference/custom-fields/custom-field-store.ts";
import { createCalendarStore } from "../areas/calendar/store/calendar-store.ts";
import { createDeliveryStore } from "../runs/store/delivery-store.ts";
import { createFrozenCalls } from "../runs/store/frozen-calls.ts";
import { createFileStore } from "../platform/database/file-store.ts";
import { createIdempotencyStore } from "../platform/database/idempotency-store.ts";
import { type HeldTally, holdTally } from "../runs/store/held-tally.ts";
import { createKeyStore } from "../platform/database/key-store.ts";
import { createLookups } from "../areas/reference/store/lookups.ts";
import { createMeetingStore } from "../areas/calendar/store/meeting-store.ts";
import { createMigrationStore } from "../runs/store/run-migrations.ts";
import { createNoteStore } from "../areas/deals/notes/note-store.ts";
import { createOutboxStore } from "../areas/conversations/store/outbox-store.ts";
import { createPauseStore } from "../runs/store/pause-store.ts";
import { createPipelineStore } from "../areas/reference/pipelines/pipeline-store.ts";
import { createReferenceStore } from "../areas/reference/store/reference-store.ts";
import { databaseNow } from "../platform/database/database-clock.ts";
import { readOnly } from "../platform/database/errors.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { createEntryStore } from "../runs/store/entries.ts";
import { createEventStore } from "../runs/store/event-store.ts";
import { createActivityCounts } from "../runs/store/activity-store.ts";
import { createRunRecords } from "../runs/store/run-reads.ts";
import { createDueRuns } from "../runs/store/due-runs.ts";
import { createTimelineStore } from "../runs/store/timeline.ts";
import { createRunStore } from "../runs/store/run-store.ts";
import { createTagStore } from "../areas/deals/tags/tag-store.ts";
import { createTaskStore } from "../areas/deals/tasks/store/task-store.ts";
import { createTriggerStore } from "../runs/triggers/store/trigger-store.ts";
import { createWorkspaceRuns } from "../runs/store/workspace-runs.ts";
import { atSavepoint, inTransaction } from "../platform/database/transaction.ts";
import { cancelOfDeleted } from "../runs/store/run-changes.ts";

/** The domain's storage on a migrated database. Secrets are sealed under `serverSecret`; `tally` counts runs. */
export function createStore(
  db: Kysely<Database>,
  serverSecret: string,
  onLostTouch: (error: unknown) => void,
  tally: RunTally = () => undefined,
): Store {
  const sealers = { secrets: createSealer(serverSecret, "secrets"), answers: createSealer(serverSecret, "answers") };
  return storeOn(db, sealers, onLostTouch, tally, null);
}

/**
 * Has a little more written to disk than a session may keep in memory, and gone at once: a full disk refuses that, where
 * a small change may still find room in a page of its own. Rejects where nothing may be written at all, too.
 */
export async function tryRoom(db: Kysely<Database>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    const { rows } = await sql<{ is_read_only: boolean }>`
      select current_setting('transaction_read_only')::boolean as is_read_only, count(*)
      from generate_series(1, 10000)`.execute(trx);
    if (rows[0]?.is_read_only !== false) throw readOnly();
  });
}

/** Every transaction has one of these, so what takes time to make is made before. */
function storeOn(
  db: Kysely<Database>,
  sealers: Record<"secrets" | "answers", Sealer>,
  onLostTouch: (error: unknown) => void,
  tally: RunTally,
  held: HeldTally | null,
): Store {
  return {
    keys: createKeyStore(db, onLostTouch),
    automationHistory: createAutomationHistory(db),
    automationDrafts: createAutomationDrafts(db),
    automationReviews: createAutomationReviews(db, sealers.secrets),
    automationLists: createAutomationLists(db),
    automations: createAutomationStore(db, sealers.secrets, {
      cancel: cancelOfDeleted,
      cancelled: (count) => tally({ what: "cancelled", count }),
    }),
    reference: createReferenceStore(db),
    pipelines: createPipelineStore(db),
    customFields: createCustomFieldStore(db),
    contacts: createContactStore(db),
    companies: createCompanyStore(db),
    cadences: createCadenceStore(db),
    deals: createDealStore(db),
    files: createFileStore(db),
    channels: createChannelStore(db),
    templates: createTemplateStore(db),
    conversations: createConversationStore(db),
    outbox: createOutboxStore(db),
    idempotency: createIdempotencyStore(db, sealers.answers),
    lookups: createLookups(db),
    tags: createTagStore(db),
    notes: createNoteStore(db),
    attachments: createAttachmentStore(db),
    tasks: createTaskStore(db),
    activities: createActivityStore(db),
    calendar: createCalendarStore(db),
    meetings: createMeetingStore(db),
    runs: createRunStore(db, tally),
    dueRuns: createDueRuns(db),
    entries: createEntryStore(db, tally),
    pauses: createPauseStore(db),
    migrations: createMigrationStore(db),
    workspaceRuns: createWorkspaceRuns(db, tally),
    runRecords: createRunRecords(db),
    activityCounts: createActivityCounts(db),
    timeline: createTimelineStore(db),
    deliveries: createDeliveryStore(db, sealers.secrets),
    frozenCalls: createFrozenCalls(db, sealers.secrets),
    events: createEventStore(db),
    triggers: createTriggerStore(db, sealers.secrets),
    async transaction(work) {
      const counted = holdTally();
      const value = await inTransaction(db, (trx) => work(storeOn(trx, sealers, onLostTouch, counted.count, counted)));
      counted.tell(tally);
      return value;
    },
    attempt(work) {
      const undone = () => atSavepoint(db, work);
      return held === null ? undone() : held.attempt(undone);
    },
    ping: () => tryRoom(db),
    now: () => databaseNow(db),
  };
}
