import type { CustomField, CustomFieldOption, User } from "@trilho/contract";
import type { WorkspaceRow } from "../reference.ts";
import type { BusinessHours } from "@trilho/engine/contract";
import type { Kysely, Selectable } from "kysely";
import { iso } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

type Row<Table extends keyof Database> = Selectable<Database[Table]>;

export const toUser = (row: Row<"members">): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  image: row.image,
  role: row.role,
  active: row.active,
});

/** Hours are kept as they were provisioned: without a time zone of their own, they are the workspace's. */
export function hoursOf(stored: unknown, timeZone: string): BusinessHours | null {
  const hours = stored as Partial<BusinessHours> | null;
  return hours?.days === undefined || hours.days.length === 0
    ? null
    : { timeZone: hours.timeZone ?? timeZone, days: hours.days };
}

export async function readWorkspace(db: Kysely<Database>, workspaceId: string): Promise<WorkspaceRow> {
  const row = await db
    .selectFrom("workspaces")
    .select(["name", "time_zone", "locale", "business_hours", "automation_review"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const { name, time_zone: timeZone, locale, business_hours, automation_review: automationReview } = row;
  return { name, timeZone, locale, businessHours: hoursOf(business_hours, timeZone), automationReview };
}

export const readMembers = (db: Kysely<Database>, workspaceId: string): Promise<Row<"members">[]> =>
  db.selectFrom("members").selectAll().where("workspace_id", "=", workspaceId).orderBy("name").orderBy("id").execute();

/** Definitions in display order, of one entity or with one id where told. */
export async function readCustomFields(
  db: Kysely<Database>,
  workspaceId: string,
  filter: { entity_type?: string; id?: string },
): Promise<CustomField[]> {
  const rows = await db
    .selectFrom("custom_fields")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where((eb) => eb.and(filter))
    .orderBy("entity_type")
    .orderBy("display_order")
    .orderBy("id")
    .execute();
  const chooseMembers = rows.some(({ field_type }) => OF_MEMBERS.has(field_type));
  const members = chooseMembers ? memberOptions(await readMembers(db, workspaceId)) : [];
  return rows.map((row) => toCustomField(row, members));
}

/** Types whose options are the workspace's members, as they are at every reading. */
const OF_MEMBERS: ReadonlySet<string> = new Set(["members", "member_field"]);

/** Everyone, those who left marked so that old values keep their names. */
const memberOptions = (rows: readonly Row<"members">[]): CustomFieldOption[] =>
  rows.map((row) => ({
    value: row.id,
    label: row.name,
    color: null,
    image: row.image,
    inactive: !row.active,
  }));

/** What is stored as JSON was held to the contract's schemas when it was written. */
const toCustomField = (row: Row<"custom_fields">, members: CustomFieldOption[]): CustomField => ({
  id: row.id,
  entityType: row.entity_type,
  name: row.name,
  slug: row.slug,
  description: row.description,
  placeholder: row.placeholder,
  fieldType: row.field_type,
  options: OF_MEMBERS.has(row.field_type) ? members : (row.options as CustomFieldOption[] | null),
  config: row.config as CustomField["config"],
  isRequired: row.is_required,
  apiOnly: row.api_only,
  displayOrder: row.display_order,
  section: row.section,
  pipelineConfig: row.pipeline_config as CustomField["pipelineConfig"],
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  visibilityRule: row.visibility_rule as CustomField["visibilityRule"],
});
