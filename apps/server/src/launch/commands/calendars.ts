import { sql } from "kysely";
import type { CommandDatabase } from "./open.ts";
import { table } from "./table.ts";

/** Members' calendars elsewhere as a table, without their addresses: those open them. */
export async function showCalendars({ db }: Pick<CommandDatabase, "db">): Promise<string> {
  const feeds = await db
    .selectFrom("calendar_feeds as feeds")
    .innerJoin("workspaces", "workspaces.id", "feeds.workspace_id")
    .innerJoin("members", (join) =>
      join.onRef("members.workspace_id", "=", "feeds.workspace_id").onRef("members.id", "=", "feeds.member_id"),
    )
    .select(["workspaces.slug", "members.email", "feeds.source", "feeds.confirmed_at", "feeds.problem"])
    .select(
      sql<string>`(select count(*) from external_events as events
        where events.workspace_id = feeds.workspace_id and events.feed_id = feeds.id)::text`.as("events"),
    )
    .orderBy("workspaces.slug")
    .orderBy("members.email")
    .orderBy("feeds.id")
    .execute();
  return table(
    ["WORKSPACE", "MEMBER", "SOURCE", "EVENTS", "READ", "PROBLEM"],
    feeds.map(({ slug, email, source, events, confirmed_at, problem }) => [
      slug,
      email,
      source,
      events,
      confirmed_at?.toISOString() ?? "-",
      problem ?? "-",
    ]),
  );
}
