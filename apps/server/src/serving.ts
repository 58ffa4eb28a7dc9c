import { createActivityService } from "./domain/activities/service.ts";
import { createDeliveryService } from "./domain/automations/deliveries-service.ts";
import { createAutomationRunService } from "./domain/automations/runs-service.ts";
import { createPauseService } from "./domain/automations/pause-service.ts";
import { createWorkspaceRunService } from "./domain/automations/workspace-runs.ts";
import { createAutomationService } from "./domain/automations/service.ts";
import { createAutomationTryService } from "./domain/automations/try.ts";
import { createCadenceDefinitions } from "./domain/cadences/definitions.ts";
import { createTaskDelivery } from "./domain/cadences/delivery.ts";
import { createCadenceExecution } from "./domain/cadences/execution.ts";
import { createCadenceService } from "./domain/cadences/service.ts";
import { createCalendarService } from "./domain/calendar/service.ts";
import type { Sender } from "./domain/channels.ts";
import { createCompanyService } from "./domain/companies/service.ts";
import { createContactService } from "./domain/contacts/service.ts";
import { createMessenger } from "./domain/conversations/messenger.ts";
import { createConversationService, type ConversationServiceParts } from "./domain/conversations/service.ts";
import { createCustomFieldService } from "./domain/custom-fields/service.ts";
import { createDealService } from "./domain/deals/service.ts";
import { namesFor } from "./domain/names.ts";
import { createNoteService } from "./domain/notes/service.ts";
import { createPipelineService } from "./domain/pipelines/service.ts";
import type { Store } from "./domain/ports.ts";
import type { WebhookCaller } from "./domain/runs/actions/port.ts";
import { createTagService } from "./domain/tags/service.ts";
import { createTaskService } from "./domain/tasks/service.ts";
import { createUserService } from "./domain/users/service.ts";
import type { Serve } from "./http/handlers.ts";
import { activityHandlers } from "./http/handlers/activities.ts";
import {
  automationBodyChecks,
  automationHandlers,
  automationRunHandlers,
  automationTryHandlers,
  deliveryHandlers,
  pauseHandlers,
  workspaceRunHandlers,
} from "./http/handlers/automations.ts";
import { cadenceBodyChecks, cadenceHandlers } from "./http/handlers/cadences.ts";
import { calendarHandlers } from "./http/handlers/calendar.ts";
import { companyHandlers } from "./http/handlers/companies.ts";
import { contactHandlers } from "./http/handlers/contacts.ts";
import { conversationHandlers } from "./http/handlers/conversations.ts";
import { customFieldHandlers } from "./http/handlers/custom-fields.ts";
import { dealHandlers } from "./http/handlers/deals.ts";
import { noteHandlers } from "./http/handlers/notes.ts";
import { pipelineHandlers } from "./http/handlers/pipelines.ts";
import { tagHandlers } from "./http/handlers/tags.ts";
import { taskHandlers } from "./http/handlers/tasks.ts";
import { userHandlers } from "./http/handlers/users.ts";
import type { Cursors } from "./security/cursors.ts";

export interface ServingParts extends Pick<ConversationServiceParts, "connected"> {
  cursors: Cursors;
  sender: Sender;
  webhooks: WebhookCaller;
  /** Unix ms. */
  now: () => number;
}

/** All operations on a store: the process's own, or that of a transaction which they are to be a part of. */
export const createServing =
  ({ cursors, sender, webhooks, connected, now }: ServingParts): Serve =>
  (store: Store) => {
    const automations = createAutomationService({ store, cursors, now });
    const single = createAutomationRunService({ store, now });
    const messenger = createMessenger(store, sender);
    const deals = createDealService({ store, cursors, now });
    const delivery = createTaskDelivery({ store, sender, messenger });
    const cadences = {
      definitions: createCadenceDefinitions({ store: store.cadences, cursors }),
      instances: createCadenceService({ store: store.cadences, now }),
      execution: createCadenceExecution({
        store: store.cadences,
        deals,
        namesOf: (workspaceId, facts) => namesFor(store, workspaceId, facts),
        delivery,
        now,
      }),
    };
    return {
      handlers: {
        ...automationHandlers(automations),
        ...automationRunHandlers(single),
        ...workspaceRunHandlers(createWorkspaceRunService({ store, cursors, single })),
        ...pauseHandlers(createPauseService(store)),
        ...automationTryHandlers(createAutomationTryService({ store, now })),
        ...deliveryHandlers(createDeliveryService({ store, webhooks, now })),
        ...cadenceHandlers(cadences),
        ...dealHandlers(deals),
        ...conversationHandlers(createConversationService({ store, cursors, messenger, connected })),
        ...pipelineHandlers(createPipelineService(store)),
        ...customFieldHandlers(createCustomFieldService(store)),
        ...contactHandlers(createContactService({ store, cursors })),
        ...companyHandlers(createCompanyService({ store, cursors })),
        ...userHandlers(createUserService(store.reference)),
        ...tagHandlers(createTagService(store)),
        ...noteHandlers(createNoteService({ store, cursors, now })),
        ...taskHandlers(createTaskService({ store, cursors, now })),
        ...calendarHandlers(createCalendarService({ store, cursors, now })),
        ...activityHandlers(createActivityService({ store, cursors })),
      },
      bodyChecks: { ...automationBodyChecks(automations), ...cadenceBodyChecks(cadences) },
    };
  };
