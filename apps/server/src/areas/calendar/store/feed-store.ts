import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { CalendarFeed, FeedEvent, FeedStore } from "../feeds.ts";
import type { Sealer } from "../../../platform/security/sealer.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

/** Whoever takes a feed puts off its time, so that no other process takes it while it is read. */
export function createFeedStore(db: Kysely<Database>, sealer: Sealer): FeedStore {
  const update = ({ workspaceId, id }: CalendarFeed, on = db) =>
    on.updateTable("calendar_feeds").where("workspace_id", "=", workspaceId).where("id", "=", id);
  return {
    async take(now, nextAt, limit) {
      const rows = await takeRows(db, now, nextAt, limit);
      return rows.map(({ sealed, ...feed }) => ({ ...feed, url: openUrl(sealer, feed, sealed) }));
    },

    replace: (feed, now, events, { etag, lastModified, problem }) =>
      db.transaction().execute(async (trx) => {
        const at = new Date(now);
        const { numUpdatedRows } = await update(feed, trx)
          .set({ etag, last_modified: lastModified, problem, confirmed_at: at, read_at: at })
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await replaceEvents(trx, feed, events);
      }),

    async confirm(feed, now) {
      await update(feed)
        .set({ confirmed_at: new Date(now) })
        .execute();
    },

    async fail(feed, problem) {
      await update(feed).set({ problem }).execute();
    },
  };
}

type Named = Pick<CalendarFeed, "workspaceId" | "id">;

const contextOf = ({ workspaceId, id }: Named): string => `calendar_feeds:${workspaceId}:${id}`;

export const sealUrl = (sealer: Sealer, feed: Named, url: string): string => sealer.seal(url, contextOf(feed));

/** Empty for one that was sealed elsewhere: it leads nowhere. */
export const openUrl = (sealer: Sealer, feed: Named, sealed: string): string =>
  sealer.open(sealed, contextOf(feed)) ?? "";

async function takeRows(db: Kysely<Database>, now: number, nextAt: number, limit: number) {
  const { rows } = await sql<Omit<CalendarFeed, "url"> & { sealed: string }>`
    update calendar_feeds as feeds set next_at = ${new Date(nextAt)}
    from workspaces
    where workspaces.id = feeds.workspace_id and (feeds.workspace_id, feeds.id) in (
      select due.workspace_id, due.id from calendar_feeds as due
      join members on members.workspace_id = due.workspace_id and members.id = due.member_id
      where due.next_at <= ${new Date(now)} and members.active
      order by due.next_at
      limit ${limit}
      for update of due skip locked
    )
    returning feeds.workspace_id as "workspaceId", feeds.id, feeds.member_id as "memberId", feeds.source,
      feeds.url as sealed, feeds.etag, feeds.last_modified as "lastModified", feeds.problem,
      (extract(epoch from feeds.read_at) * 1000)::float8 as "readAt",
      workspaces.time_zone as "timeZone", workspaces.locale`.execute(db);
  return rows;
}

const CONTENT = [
  "title",
  "description",
  "starts_at",
  "ends_at",
  "all_day",
  "attendees",
  "conference_url",
  "location",
  "status",
];
const listed = (parts: readonly ReturnType<typeof sql>[]) => sql.join(parts);

/** Events keep their ids from one reading to the next, and rows that say the same are not written. */
async function replaceEvents(trx: Kysely<Database>, feed: CalendarFeed, events: readonly FeedEvent[]): Promise<void> {
  const { workspaceId, id: feedId, memberId, source } = feed;
  const rows = events.map((event) => toRow(feedId, event));
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await sql`
    delete from external_events where workspace_id = ${workspaceId} and feed_id = ${feedId}
      and id not in (select json_array_elements_text(${ids}::json))`.execute(trx);
  await sql`
    insert into external_events
      (workspace_id, member_id, source, feed_id, id, external_id, ${listed(CONTENT.map((name) => sql.ref(name)))})
    select ${workspaceId}, ${memberId}, ${source}, ${feedId}, read.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as read(
      id text, external_id text, title text, description text, starts_at timestamptz, ends_at timestamptz,
      all_day boolean, attendees json, conference_url text, location text, status text
    )
    on conflict (workspace_id, id) do update
    set ${listed(CONTENT.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}, updated_at = now()
    where (${listed(CONTENT.map((name) => sql`${sql.ref(`external_events.${name}`)}::text`))})
      is distinct from (${listed(CONTENT.map((name) => sql`${sql.ref(`excluded.${name}`)}::text`))})`.execute(trx);
}

const toRow = (feedId: string, { externalId, ...event }: FeedEvent) => ({
  id: createHash("sha256").update(`${feedId}\n${externalId}`).digest("base64url"),
  external_id: externalId,
  title: event.title,
  description: event.description,
  starts_at: event.startsAt,
  ends_at: event.endsAt,
  all_day: event.allDay,
  attendees: event.attendees,
  conference_url: event.conferenceUrl,
  location: event.location,
  status: event.status,
});
