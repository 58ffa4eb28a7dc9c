import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Viewer } from "../security/principal.ts";
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

/** Runs of deals the viewer may see. A run without a deal, or of one that is gone, hides nobody's. */
export function runIsVisible(viewer: Viewer): RawBuilder<SqlBool> {
  const isVisible = dealIsVisible(viewer, "theirs");
  return isVisible === ALL
    ? ALL
    : sql<SqlBool>`not exists (
        select 1 from deals as theirs
        where theirs.workspace_id = ${viewer.workspaceId} and theirs.id = runs.deal_id and ${isVisible} is not true
      )`;
}

/** Names the form of the viewer's condition: it is the same text for all of one name. */
export const visibilityOf = ({ visibility, role }: Viewer): string =>
  `${visibility}_${isPrivileged(role) ? "privileged" : "ordinary"}`;

const isOwn = ({ memberId }: Viewer, deals: string): Expression<SqlBool> =>
  sql<SqlBool>`(${column(deals, "responsible_user_id")} = ${memberId} or ${column(deals, "co_owner_user_id")} = ${memberId})`;

/** The closed pipelines are found once, not deal by deal. */
const hasAccess = (
  { workspaceId, memberId }: Viewer,
  deals: string,
): Expression<SqlBool> => sql<SqlBool>`${column(deals, "pipeline_id")} not in (
  select access.pipeline_id from pipeline_access as access
  where access.workspace_id = ${workspaceId}
  group by access.pipeline_id having not bool_or(access.member_id = ${memberId})
)`;

/**
 * Contacts the viewer may see: with the visibility `own`, those of visible deals and those the member created. As a list
 * of ids, which indexes give: asked contact by contact, a member with few would have all the others looked at.
 */
export function contactIsVisible(viewer: Viewer, contacts = "contacts"): RawBuilder<SqlBool> {
  if (viewer.visibility === "all") return ALL;
  return sql<SqlBool>`${column(contacts, "id")} in (
    select mine.id from contacts as mine
    where mine.workspace_id = ${viewer.workspaceId} and mine.created_by = ${viewer.memberId}
    union all
    select theirs.contact_id from deals as theirs
    where theirs.workspace_id = ${viewer.workspaceId} and ${dealIsVisible(viewer, "theirs")}
  )`;
}

/** How many of the newest are looked through one by one, before all that a member may see are gathered. */
export const NEARBY = 1000;

/** As `contactIsVisible`, asked contact by contact: for one or a few. `offset 0` keeps the planner from gathering all of them. */
export function oneContactIsVisible(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.visibility === "all") return ALL;
  return sql<SqlBool>`(contacts.created_by = ${viewer.memberId} or exists (
    select 1 from deals as theirs
    where theirs.workspace_id = ${viewer.workspaceId} and theirs.contact_id = contacts.id
      and ${dealIsVisible(viewer, "theirs")}
    offset 0
  ))`;
}

const column = (table: string, name: string) => sql.ref(`${table}.${name}`);
