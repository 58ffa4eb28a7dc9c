import { type Kysely, sql } from "kysely";
import type { DealCatalogue } from "../model.ts";
import { many } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import type { DealField } from "../../reference/custom-fields/custom-values.ts";

/** Everything that a deal's rules ask of its workspace, in one statement. */
export async function readCatalogue(
  db: Kysely<Database>,
  workspaceId: string,
  companyId: string | null,
): Promise<DealCatalogue> {
  const mine = sql`workspace_id = ${workspaceId}`;
  const { rows } = await sql<
    Omit<DealCatalogue, "fields"> & { fields: FieldRow[]; people: Person[] }
  >`/* ready: deal_catalogue */ select
    ${many(sql`
      select p.id, p.is_default as "isDefault", p.is_archived as "isArchived", p.position, array(
        select a.member_id from pipeline_access as a where a.workspace_id = p.workspace_id and a.pipeline_id = p.id
      ) as access from pipelines as p where p.${mine} order by p.position, p.seq`)} as pipelines,
    ${many(sql`
      select id, pipeline_id as "pipelineId", position, is_won as "isWon", is_lost as "isLost"
      from stages where ${mine} order by pipeline_id, position`)} as stages,
    ${fieldsOf(workspaceId)} as fields,
    ${peopleOf(workspaceId)} as people,
    array(select id from channels where ${mine}) as "channelIds",
    exists (select 1 from companies where ${mine} and id = ${companyId}) as "companyKnown",
    (select loss_reasons from workspaces where id = ${workspaceId}) as "lossReasons",
    ${many(sql`
      select field, required_stage_ids as "stageIds"
      from pipeline_fields where ${mine} and required_stage_ids::text <> '[]'
      union all select required_milestone_field_id, json_build_array(id)
      from stages where ${mine} and required_milestone_field_id is not null`)} as requirements`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("A statement without a table has one row");
  const { fields, people, ...rest } = row;
  return { ...rest, fields: withMembers(fields, people), members: people };
}

/** Custom fields of deals in their order. */
export async function readDealFields(db: Kysely<Database>, workspaceId: string): Promise<DealField[]> {
  const { rows } = await sql<{ fields: FieldRow[]; people: Person[] }>`/* ready: deal_fields */
    select ${fieldsOf(workspaceId)} as fields, ${peopleOf(workspaceId)} as people`.execute(db);
  return rows.flatMap(({ fields, people }) => withMembers(fields, people));
}

type FieldRow = DealField;
interface Person {
  id: string;
  name: string;
  role: string;
  active: boolean;
}

const fieldsOf = (workspaceId: string) =>
  many(sql`
    select id, slug, field_type as "fieldType", options from custom_fields
    where workspace_id = ${workspaceId} and entity_type = 'deal' order by display_order, id`);

const peopleOf = (workspaceId: string) =>
  many(sql`select id, name, role, active from members where workspace_id = ${workspaceId} order by id`);

const MEMBER_TYPES = new Set(["members", "member_field"]);

/** The members are the options of fields that choose members. */
function withMembers(fields: readonly FieldRow[], people: readonly Person[]): DealField[] {
  const options = people.map(({ id, name, active }) => ({ value: id, label: name, inactive: !active }));
  return fields.map((field) => (MEMBER_TYPES.has(field.fieldType) ? { ...field, options } : field));
}
