import type { Viewer } from "../../../platform/security/principal.ts";
import { done, found, notFound, refused } from "../../../platform/service/outcome.ts";
import { decideFieldUpdate, decideNewField, type KnownIds } from "./decide.ts";
import { attendeeIds, type Config } from "./event-config.ts";
import type { ReferenceStore } from "../reference.ts";
import type { Lookups } from "../lookups.ts";
import type { CustomFieldStore } from "./port.ts";
import type { Handlers } from "../../../platform/service/handlers.ts";

type CustomFieldOperation =
  | "listCustomFields"
  | "createCustomField"
  | "getCustomField"
  | "updateCustomField"
  | "deleteCustomField";

const WHAT = "custom field";

interface CustomFieldStores {
  customFields: CustomFieldStore;
  reference: ReferenceStore;
  lookups: Lookups;
}

/** Definitions of custom fields of one workspace. Values are the deals' own. */
export function createCustomFieldService({
  customFields,
  reference,
  lookups,
}: CustomFieldStores): Pick<Handlers, CustomFieldOperation> {
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
    listCustomFields: async ({ principal: { workspaceId }, query: { entity = "" } }) =>
      done(await reference.customFields(workspaceId, entity === "" ? null : entity)),

    getCustomField: async ({ principal: { workspaceId }, params: { id } }) =>
      found(await reference.customField(workspaceId, id), WHAT),

    async createCustomField({ principal: viewer, body }) {
      const ids = await knownIds(viewer, body.config);
      return customFields.save(viewer.workspaceId, (fields) => decideNewField(body, ids, fields));
    },

    async updateCustomField({ principal: viewer, params: { id }, body }) {
      const ids = await knownIds(viewer, body.config);
      return customFields.save(viewer.workspaceId, (fields) => decideFieldUpdate(id, body, ids, fields));
    },

    deleteCustomField: async ({ principal: { workspaceId }, params: { id } }) =>
      (await customFields.delete(workspaceId, id)) ? done(null) : refused(notFound(WHAT)),
  };
}
