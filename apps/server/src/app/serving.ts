import { createActivityService } from "../areas/activities/service.ts";
import { createDeliveryService } from "../runs/records/deliveries-service.ts";
import { createAutomationRunService } from "../runs/records/runs-service.ts";
import { createPauseService } from "../runs/records/pause-service.ts";
import { createWorkspaceRunService } from "../runs/records/workspace-runs.ts";
import { createAutomationService } from "../areas/automations/service.ts";
import { createAutomationTryService } from "../runs/records/try.ts";
import { createCadenceDefinitions } from "../areas/cadences/definitions.ts";
import { createTaskDelivery } from "../areas/cadences/delivery.ts";
import { createCadenceExecution } from "../areas/cadences/execution.ts";
import { createCadenceService } from "../areas/cadences/service.ts";
import { createCalendarService } from "../areas/calendar/service.ts";
import type { Sender } from "../areas/conversations/sender.ts";
import { createCompanyService } from "../areas/companies/service.ts";
import { createContactService } from "../areas/contacts/service.ts";
import { createMessenger } from "../areas/conversations/messenger.ts";
import { createConversationService, type ConversationServiceParts } from "../areas/conversations/service.ts";
import { createCustomFieldService } from "../areas/reference/custom-fields/service.ts";
import { createDealService } from "../areas/deals/service.ts";
import { namesFor } from "../areas/deals/names.ts";
import { createNoteService } from "../areas/deals/notes/service.ts";
import { createPipelineService } from "../areas/reference/pipelines/service.ts";
import type { Store } from "../runs/model/stores.ts";
import type { WebhookCaller } from "../runs/actions/port.ts";
import { createTagService } from "../areas/deals/tags/service.ts";
import { createTaskService } from "../areas/deals/tasks/service.ts";
import { createUserService } from "../areas/reference/users/service.ts";
import type { Serve } from "../platform/http/handlers.ts";
import { activityHandlers } from "../areas/activities/handlers.ts";
import { automationBodyChecks, automationHandlers } from "../areas/automations/handlers.ts";
import { cadenceBodyChecks, cadenceHandlers } from "../areas/cadences/handlers.ts";
import { calendarHandlers } from "../areas/calendar/handlers.ts";
import { companyHandlers } from "../areas/companies/handlers.ts";
import { contactHandlers } from "../areas/contacts/handlers.ts";
import { conversationHandlers } from "../areas/conversations/handlers.ts";
import { customFieldHandlers } from "../areas/reference/custom-fields/handlers.ts";
import { dealHandlers } from "../areas/deals/handlers.ts";
import { noteHandlers } from "../areas/deals/notes/handlers.ts";
import { pipelineHandlers } from "../areas/reference/pipelines/handlers.ts";
import { tagHandlers } from "../areas/deals/tags/handlers.ts";
import { taskHandlers } from "../areas/deals/tasks/handlers.ts";
import { userHandlers } from "../areas/reference/users/handlers.ts";
import type { Cursors } from "../platform/security/cursors.ts";
import {
  automationRunHandlers,
  automationTryHandlers,
  deliveryHandlers,
  pauseHandlers,
  workspaceRunHandlers,
} from "../runs/records/handlers.ts";

export interface ServingParts extends Pick<ConversationServiceParts, "connected"> {
  cursors: Cursors;
  sender: Sender;
  webhooks: WebhookCaller;
  /** Unix ms. */
  now: () => number;
}

/** All operations on a store: the process's own, or that of a transaction which they are to be a part of. */
export const createServing =
  ({ cursors, sender, webhooks, connected, now }: ServingParts): Serve<Store> =>
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
