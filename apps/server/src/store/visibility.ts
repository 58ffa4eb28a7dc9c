import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Viewer } from "../domain/model.ts";
import { isPrivileged } from "../security/permissions.ts";

/*
 * What a member may see is settled here and nowhere else: every query over deals, and over what belongs to them, has
 * one of these conditions, so that what is outside is simply not there.
 */

const ALL = sql<SqlBool>`true`;

/**
 * Deals the viewer may see: with the visibility `own`, those of which the member is responsible or co-owner; for an
 * ordinary member none of a pipeline whose access list leaves the member out. `deals` is the table or its alias.
 */
export function dealIsVisible(viewer: Viewer, deals = "deals"): RawBuilder<SqlBool> {
  const conditions = [
    ...(viewer.visibility === "own" ? [isOwn(viewer, deals)] : []),
    ...(isPrivileged(viewer.role) ? [] : [hasAccess(viewer, deals)]),
  ];
  return conditions.length === 0 ? ALL : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

const isOwn = ({ memberId }: Viewer, deals: string): Expression<SqlBool> =>
  sql<SqlBool>`(${column(deals, "responsible_user_id")} = ${memberId} or ${column(deals, "co_owner_user_id")} = ${memberId})`;

const hasAccess = ({ workspaceId, memberId }: Viewer, deals: string): Expression<SqlBool> => sql<SqlBool>`not exists (
  select 1 from pipeline_access as access
  where access.workspace_id = ${workspaceId} and access.pipeline_id = ${column(deals, "pipeline_id")}
  having not bool_or(access.member_id = ${memberId})
)`;

/** Contacts the viewer may see: with the visibility `own`, those of visible deals and those the member created. */
export function contactIsVisible(viewer: Viewer, contacts = "contacts"): RawBuilder<SqlBool> {
  if (viewer.visibility === "all") return ALL;
  return sql<SqlBool>`(${column(contacts, "created_by")} = ${viewer.memberId} or exists (
    select 1 from deals as theirs
    where theirs.workspace_id = ${viewer.workspaceId} and theirs.contact_id = ${column(contacts, "id")}
      and ${dealIsVisible(viewer, "theirs")}
  ))`;
}

const column = (table: string, name: string) => sql.ref(`${table}.${name}`);
