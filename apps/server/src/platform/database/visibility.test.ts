import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addWorkspace } from "../../app/testing/workspace.ts";
import type { Viewer } from "../security/principal.ts";
import { digestKey } from "../security/keys.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import type { Position } from "../security/cursors.ts";

/** More than are looked through one by one; every third is the member's, and of the oldest half none. */
const COUNT = 2400;
const OWN = Array.from({ length: COUNT }, (_, n) => n).filter((n) => n < COUNT / 2 && n % 3 === 0);

async function walk<T>(read: (after: Position | null) => Promise<T[]>, positionOf: (item: T) => Position) {
  const items: T[] = [];
  for (let after: Position | null = null; ;) {
    const page = await read(after);
    items.push(...page);
    const last = page.at(-1);
    if (last === undefined) return items;
    after = positionOf(last);
  }
}

describe.each(STORE_KINDS)("lists of a member who sees only own records, on %s", (kind) => {
  let opened: TestStore;
  let viewer: Viewer;

  beforeAll(async () => {
    opened = await openTestStore(kind);
    const workspace = await addWorkspace(opened.db, opened.serverSecret);
    const key = await workspace.addKey({ role: "member", visibility: "own" });
    const record = await opened.store.keys.findByDigest(digestKey(opened.serverSecret, key));
    if (record === null) throw new Error("There is no such key");
    viewer = record.principal;
    const at = sql`timestamptz '2026-01-01' - n * interval '1 minute'`;
    await sql`insert into contacts (workspace_id, id, seq, first_name, created_by, created_at)
      select ${viewer.workspaceId}, 'c' || n, n + 1, 'N' || n,
        case when n < ${COUNT / 2} and n % 3 = 0 then ${viewer.memberId} end, ${at}
      from generate_series(0, ${COUNT - 1}::integer) n`.execute(opened.db);
    await sql`insert into conversations (workspace_id, id, contact_id, last_activity_at)
      select ${viewer.workspaceId}, 'v' || n, 'c' || n, ${at} from generate_series(0, ${COUNT - 1}::integer) n`.execute(
      opened.db,
    );
  });
  afterAll(() => opened.close());

  test("hold all own contacts, in order, however far apart they are", async () => {
    const contacts = await walk(
      (after) => opened.store.contacts.list(viewer, {}, "UTC", 150, after),
      ({ createdAt, id }) => ({ at: createdAt, id }),
    );
    expect(contacts.map(({ id }) => id)).toEqual(OWN.map((n) => `c${n}`));
  });

  test.each(["desc", "asc"] as const)("hold all own conversations, %s", async (sort) => {
    const filter = { filter: "all", search: "", channelIds: [], sort } as const;
    const conversations = await walk(
      (after) => opened.store.conversations.list(viewer, filter, 150, after),
      ({ lastActivityAt, id }) => ({ at: lastActivityAt, id }),
    );
    const ids = OWN.map((n) => `v${n}`);
    expect(conversations.map(({ id }) => id)).toEqual(sort === "desc" ? ids : ids.toReversed());
  });
});
