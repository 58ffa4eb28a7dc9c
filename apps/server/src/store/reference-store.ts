import type { JsonObject } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import type { ReferenceStore } from "../domain/ports.ts";
import { canBeStored } from "./columns.ts";
import { memberOptions, toCustomField, toPipeline, toTag, toUser } from "./reference-rows.ts";
import type { Database } from "./schema.ts";

export function createReferenceStore(db: Kysely<Database>): ReferenceStore {
  return {
    pipelines: (workspaceId) => readPipelines(db, workspaceId, null),

    async pipeline(workspaceId, seq) {
      const [pipeline] = await readPipelines(db, workspaceId, seq);
      return pipeline ?? null;
    },

    async tags(workspaceId) {
      const rows = await db
        .selectFrom("tags")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .orderBy("name")
        .execute();
      return rows.map(toTag);
    },

    customFields: (workspaceId, entity) =>
      entity === null || canBeStored(entity)
        ? readCustomFields(db, workspaceId, entity === null ? {} : { entity_type: entity })
        : Promise.resolve([]),

    async customField(workspaceId, id) {
      if (!canBeStored(id)) return null;
      const [field] = await readCustomFields(db, workspaceId, { id });
      return field ?? null;
    },

    async users(workspaceId) {
      return (await readMembers(db, workspaceId)).map(toUser);
    },
  };
}

const readMembers = (db: Kysely<Database>, workspaceId: string) =>
  db.selectFrom("members").selectAll().where("workspace_id", "=", workspaceId).orderBy("name").orderBy("id").execute();

/** All pipelines in display order, or the one with this `seq`; each with its stages, final ones last. */
async function readPipelines(db: Kysely<Database>, workspaceId: string, seq: number | null): Promise<JsonObject[]> {
  let pipelines = db.selectFrom("pipelines").selectAll().where("workspace_id", "=", workspaceId);
  if (seq !== null) pipelines = pipelines.where("seq", "=", seq);
  const rows = await pipelines.orderBy("is_archived").orderBy("position").orderBy("seq").execute();
  if (rows.length === 0) return [];
  const stages = await db
    .selectFrom("stages")
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom("deals")
        .whereRef("deals.workspace_id", "=", "stages.workspace_id")
        .whereRef("deals.stage_id", "=", "stages.id")
        .select((deals) => deals.fn.countAll<string>().as("count"))
        .as("deal_count"),
    )
    .where("workspace_id", "=", workspaceId)
    .where(
      "pipeline_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("position")
    .execute();
  return rows.map((row) =>
    toPipeline(
      row,
      stages.filter(({ pipeline_id }) => pipeline_id === row.id),
    ),
  );
}

async function readCustomFields(
  db: Kysely<Database>,
  workspaceId: string,
  filter: { entity_type?: string; id?: string },
): Promise<JsonObject[]> {
  const rows = await db
    .selectFrom("custom_fields")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where((eb) => eb.and(filter))
    .orderBy("entity_type")
    .orderBy("display_order")
    .orderBy("id")
    .execute();
  const chooseMembers = rows.some(({ field_type }) => field_type === "members");
  const members = chooseMembers ? memberOptions(await readMembers(db, workspaceId)) : [];
  return rows.map((row) => toCustomField(row, members));
}
