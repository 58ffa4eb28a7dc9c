import type { CreateCustomFieldRequest, CustomField, UpdateCustomFieldRequest } from "@trilho/contract";
import type { Viewer } from "../../../platform/security/principal.ts";
import { done, found, notFound, refused, type Outcome } from "../../../platform/service/outcome.ts";
import { decideFieldUpdate, decideNewField, type KnownIds } from "./decide.ts";
import { attendeeIds, type Config } from "./event-config.ts";
import type { ReferenceStore } from "../reference.ts";
import type { Lookups } from "../lookups.ts";
import type { CustomFieldStore } from "./port.ts";

/** Definitions of custom fields of one workspace. Values are the deals' own. */
export interface CustomFieldService {
  list(workspaceId: string, entity: string | undefined): Promise<Outcome<CustomField[]>>;
  get(workspaceId: string, id: string): Promise<Outcome<CustomField>>;
  create(viewer: Viewer, body: CreateCustomFieldRequest): Promise<Outcome<CustomField>>;
  update(viewer: Viewer, id: string, body: UpdateCustomFieldRequest): Promise<Outcome<CustomField>>;
  delete(workspaceId: string, id: string): Promise<Outcome<null>>;
}

const WHAT = "custom field";

interface CustomFieldStores {
  customFields: CustomFieldStore;
  reference: ReferenceStore;
  lookups: Lookups;
}

export function createCustomFieldService({ customFields, reference, lookups }: CustomFieldStores): CustomFieldService {
  const knownIds = async (viewer: Viewer, config: Config): Promise<KnownIds> => {
    const { userIds, contactIds } = attendeeIds(config);
    const users = userIds.length === 0 ? [] : await reference.users(viewer.workspaceId);
    const contacts = await Promise.all(contactIds.map((id) => lookups.contact(viewer, id)));
    return {
      userIds: new Set(users.map(({ id }) => id)),
      contactIds: new Set(contacts.flatMap((contact) => (contact === null ? [] : [contact.id]))),
    };
  };

  return {
    list: async (workspaceId, entity = "") =>
      done(await reference.customFields(workspaceId, entity === "" ? null : entity)),

    get: async (workspaceId, id) => found(await reference.customField(workspaceId, id), WHAT),

    async create(viewer, body) {
      const ids = await knownIds(viewer, body.config);
      return customFields.save(viewer.workspaceId, (fields) => decideNewField(body, ids, fields));
    },

    async update(viewer, id, body) {
      const ids = await knownIds(viewer, body.config);
      return customFields.save(viewer.workspaceId, (fields) => decideFieldUpdate(id, body, ids, fields));
    },

    delete: async (workspaceId, id) =>
      (await customFields.delete(workspaceId, id)) ? done(null) : refused(notFound(WHAT)),
  };
}
