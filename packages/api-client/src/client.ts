import { createAutomations, type Automations } from "./resources/automations.ts";
import {
  createCustomFields,
  createPipelines,
  createTags,
  createUsers,
  type CustomFields,
  type Pipelines,
  type Tags,
  type Users,
} from "./resources/reference.ts";
import { createTransport, type TransportOptions } from "./transport/transport.ts";

export interface Client {
  automations: Automations;
  pipelines: Pipelines;
  tags: Tags;
  customFields: CustomFields;
  users: Users;
}

/**
 * A client of one workspace: the key decides which. Throws a TypeError when the base URL or the key cannot be one.
 * Answers arrive without their envelope; reads, replacements and deletions are repeated when the failure may pass.
 */
export function createClient(options: TransportOptions): Client {
  const transport = createTransport(options);
  return {
    automations: createAutomations(transport),
    pipelines: createPipelines(transport),
    tags: createTags(transport),
    customFields: createCustomFields(transport),
    users: createUsers(transport),
  };
}
