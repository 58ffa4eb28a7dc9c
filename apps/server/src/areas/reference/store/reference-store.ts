import type { Kysely } from "kysely";
import type { ReferenceStore } from "../reference.ts";
import { canBeStored } from "../../../platform/database/columns.ts";
import { readOutlines } from "../pipelines/pipeline-rows.ts";
import { readCustomFields, readMembers, readWorkspace, toUser } from "./reference-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

export function createReferenceStore(db: Kysely<Database>): ReferenceStore {
  return {
    pipelines: (workspaceId) => readOutlines(db, workspaceId, {}),

    async pipeline(workspaceId, seq) {
      const [pipeline] = await readOutlines(db, workspaceId, { seq });
      return pipeline ?? null;
    },

    customFields: async (workspaceId, entity) =>
      entity === null || canBeStored(entity)
        ? readCustomFields(db, workspaceId, entity === null ? {} : { entity_type: entity })
        : [],

    async customField(workspaceId, id) {
      if (!canBeStored(id)) return null;
      const [field] = await readCustomFields(db, workspaceId, { id });
      return field ?? null;
    },

    users: async (workspaceId) => (await readMembers(db, workspaceId)).map(toUser),
    workspace: (workspaceId) => readWorkspace(db, workspaceId),
  };
}
