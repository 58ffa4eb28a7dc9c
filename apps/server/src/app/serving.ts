import { createActivityService } from "../areas/activities/service.ts";
import { createDeliveryService } from "../runs/records/deliveries-service.ts";
import { createAutomationRunService } from "../runs/records/runs-service.ts";
import { createMigrationService } from "../runs/records/migration-service.ts";
import { createInteractionService } from "../areas/automations/interactions/interactions-service.ts";
import { tellingUses } from "../areas/automations/interactions/telling-uses.ts";
import { createUsageService } from "../areas/automations/interactions/usage-service.ts";
import { createOverviewService } from "../runs/records/overview-service.ts";
import { createPauseService } from "../runs/records/pause-service.ts";
import { createNotStartedService } from "../runs/records/not-started.ts";
import { createTimelineService } from "../runs/records/timeline-service.ts";
import { createWorkspaceRunService } from "../runs/records/workspace-runs.ts";
import { createAutomationService, automationBodyChecks } from "../areas/automations/service.ts";
import { createReviewService } from "../areas/automations/reviews/review-service.ts";
import { createAutomationTryService } from "../runs/records/try.ts";
import { createCadenceDefinitions, cadenceBodyChecks } from "../areas/cadences/definitions.ts";
import { createTaskDelivery } from "../areas/cadences/delivery.ts";
import { createCadenceExecution } from "../areas/cadences/execution.ts";
import { createCadenceService } from "../areas/cadences/service.ts";
import { createCalendarService } from "../areas/calendar/service.ts";
import type { Sender } from "../areas/conversations/sender.ts";
import { createCompanyService } from "../areas/companies/service.ts";
import { contactBodyChecks, createContactService } from "../areas/contacts/service.ts";
import { deliveryOfMeta } from "../channels/meta/contact.ts";
import { createInbox } from "../areas/conversations/inbound.ts";
import { hearingOfRuns } from "../runs/answer.ts";
import { createMessenger } from "../areas/conversations/messenger.ts";
import type { ReadTemplates } from "../areas/conversations/template-port.ts";
import { createTemplateService } from "../areas/conversations/templates.ts";
import { createConversationService, type ConversationServiceParts } from "../areas/conversations/service.ts";
import { createCustomFieldService } from "../areas/reference/custom-fields/service.ts";
import { createDealBatchService } from "../areas/deals/batch.ts";
import { createDealService } from "../areas/deals/service.ts";
import { namesFor } from "../areas/deals/names.ts";
import { createNoteService } from "../areas/deals/notes/service.ts";
import { createPipelineService } from "../areas/reference/pipelines/service.ts";
import type { Store } from "../runs/model/stores.ts";
import type { WebhookCaller } from "../runs/actions/port.ts";
import { createTagService } from "../areas/deals/tags/service.ts";
import { createTaskService, taskBodyChecks } from "../areas/deals/tasks/service.ts";
import { createUserService } from "../areas/reference/users/service.ts";
import type { Cursors } from "../platform/security/cursors.ts";
import { dealBodyChecks, dealHandlers } from "../areas/deals/handlers.ts";
import { automationRunHandlers } from "../runs/records/handlers.ts";
import type { Serve } from "../platform/service/handlers.ts";

export interface ServingParts extends Pick<ConversationServiceParts, "connected"> {
  cursors: Cursors;
  sender: Sender;
  /** Hears of what was sent and could not be recorded. */
  onError: (error: unknown) => void;
  /** Null without credentials. */
  readTemplates: ReadTemplates | null;
  webhooks: WebhookCaller;
  /** Whether webhooks may go into the server's own network. */
  callsPrivateAddresses: boolean;
  /** Unix ms. */
  now: () => number;
  /** The same by the clock of a store's database, which may differ from this process's. */
  storeNow: (store: Store) => number | Promise<number>;
}

/** All operations on a store: the process's own, or that of a transaction which they are to be a part of. */
export const createServing =
  ({
    cursors,
    sender,
    onError,
    readTemplates,
    webhooks,
    callsPrivateAddresses,
    connected,
    now,
    storeNow,
  }: ServingParts): Serve<Store> =>
  (store: Store) => {
    const single = createAutomationRunService({ store, now });
    const messenger = createMessenger(store, sender, onError);
    const deals = createDealService({ store, cursors, now });
    return {
      handlers: {
        ...createAutomationService({ store, cursors, callsPrivateAddresses, now }),
        ...createReviewService(store, callsPrivateAddresses),
        ...createInteractionService(store),
        ...createUsageService(store),
        ...automationRunHandlers(single),
        ...createWorkspaceRunService({ store, cursors, single }),
        ...createTimelineService({ store, cursors }),
        ...createNotStartedService({ store, cursors, now }),
        ...createPauseService(store),
        ...createOverviewService(store, now),
        ...createMigrationService(store),
        ...createAutomationTryService({ store, now }),
        ...createDeliveryService({ store, webhooks, now }),
        ...createCadenceDefinitions({ store: store.cadences, cursors }),
        ...createCadenceService({ store: store.cadences, now: () => storeNow(store) }),
        ...createCadenceExecution({
          store: store.cadences,
          deals,
          namesOf: (workspaceId, facts) => namesFor(store, workspaceId, facts),
          delivery: createTaskDelivery({ store, sender, messenger }),
          now: () => storeNow(store),
        }),
        ...dealHandlers(deals),
        ...createDealBatchService({ store, cursors, now }),
        ...createConversationService({
          store,
          cursors,
          messenger,
          connected,
          inbox: createInbox(store, hearingOfRuns),
          deliveryOf: deliveryOfMeta,
          now,
        }),
        ...tellingUses(store, {
          ...createTemplateService({ store, read: readTemplates }),
          ...createPipelineService(store),
          ...createCustomFieldService(store),
          ...createTagService(store),
        }),
        ...createContactService({ store, cursors }),
        ...createCompanyService({ store, cursors }),
        ...createUserService(store, callsPrivateAddresses),
        ...createNoteService({ store, cursors, now }),
        ...createTaskService({ store, cursors, now }),
        ...createCalendarService({ store, cursors, now }),
        ...createActivityService({ store, cursors }),
      },
      bodyChecks: {
        ...automationBodyChecks(store.reference),
        ...cadenceBodyChecks(store.cadences),
        ...dealBodyChecks(deals),
        ...taskBodyChecks(store.lookups),
        ...contactBodyChecks(store),
      },
    };
  };
