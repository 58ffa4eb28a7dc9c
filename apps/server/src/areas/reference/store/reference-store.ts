import { type Kysely, sql } from "kysely";
import type { ReferenceStore } from "../reference.ts";
import { readOutlines } from "../pipelines/pipeline-rows.ts";
import { readCustomFields, readMembers, readWorkspace, toUser } from "./reference-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { approveStored } from "../../../platform/database/workspace-rows.ts";

export function createReferenceStore(db: Kysely<Database>): ReferenceStore {
  return {
    pipelines: (workspaceId) => readOutlines(db, workspaceId, {}),

    async pipeline(workspaceId, seq) {
      const [pipeline] = await readOutlines(db, workspaceId, { seq });
      return pipeline ?? null;
    },

    customFields: (workspaceId, entity) =>
      readCustomFields(db, workspaceId, entity === null ? {} : { entity_type: entity }),

    async customField(workspaceId, id) {
      const [field] = await readCustomFields(db, workspaceId, { id });
      return field ?? null;
    },

    users: async (workspaceId) => (await readMembers(db, workspaceId)).map(toUser),
    workspace: (workspaceId) => readWorkspace(db, workspaceId),

    setAutomationReview: (workspaceId, required) =>
      inTransaction(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("workspaces")
          .set({ automation_review: required, updated_at: sql`now()` })
          .where("id", "=", workspaceId)
          .where("automation_review", "!=", required)
          .executeTakeFirst();
        if (required && numUpdatedRows > 0n) await approveStored(trx, workspaceId);
      }),
  };
}
