import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Sealer } from "../platform/security/sealer.ts";
import { openUrl, sealUrl } from "../areas/calendar/store/feed-store.ts";
import type { Database } from "../platform/database/schema/database.ts";
import type { ProvisionCalendar, ProvisionMember } from "./file.ts";

/** Gives members the calendars that the file lists; of a member with a list, those that are not on it go with their events. */
export async function applyCalendars(
  trx: Kysely<Database>,
  workspaceId: string,
  members: readonly ProvisionMember[],
  memberIds: readonly string[],
  sealer: Sealer,
): Promise<void> {
  for (const [index, memberId] of memberIds.entries()) {
    const calendars = members[index]?.calendars?.map(toAddress);
    if (calendars !== undefined) await applyTo(trx, { workspaceId, memberId }, calendars, sealer);
  }
}

/** Links to subscribe to calendars have a scheme of their own, and are read by HTTPS. */
const toAddress = ({ url, source }: ProvisionCalendar): ProvisionCalendar => ({
  source,
  url: url.replace(/^webcals?:/i, "https:"),
});

async function applyTo(
  trx: Kysely<Database>,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  wanted: readonly ProvisionCalendar[],
  sealer: Sealer,
): Promise<void> {
  const rows = await trx
    .selectFrom("calendar_feeds")
    .select(["id", "source", "url"])
    .where("workspace_id", "=", workspaceId)
    .where("member_id", "=", memberId)
    .execute();
  const stored = rows.map(({ id, source, url }) => ({ id, source, url: openUrl(sealer, { workspaceId, id }, url) }));
  const gone = stored.filter((feed) => !wanted.some((calendar) => isSame(calendar, feed)));
  if (gone.length > 0) {
    await trx
      .deleteFrom("calendar_feeds")
      .where("workspace_id", "=", workspaceId)
      .where(
        "id",
        "in",
        gone.map(({ id }) => id),
      )
      .execute();
  }
  for (const calendar of wanted.filter((each) => !stored.some((feed) => isSame(each, feed)))) {
    const id = randomUUID();
    await trx
      .insertInto("calendar_feeds")
      .values({
        workspace_id: workspaceId,
        id,
        member_id: memberId,
        source: calendar.source,
        url: sealUrl(sealer, { workspaceId, id }, calendar.url),
      })
      .execute();
  }
}

const isSame = (a: ProvisionCalendar, b: ProvisionCalendar): boolean => a.url === b.url && a.source === b.source;
