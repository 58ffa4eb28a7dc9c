import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { DealFilter } from "../filter.ts";
import { createDealService } from "../service.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import { addWorkspace, type TestWorkspace } from "../../../app/testing/workspace.ts";
import { createCursors, type Position } from "../../../platform/security/cursors.ts";
import { digestKey } from "../../../platform/security/keys.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../../testing/open-test-store.ts";
import { createDealStore } from "./deal-store.ts";

const COUNT = 400;
/** So few of the newest are looked through that most pages are gathered. */
const NEARBY = 60;
const NOW = "2026-02-01T00:00:00.000Z";

type Asked = Partial<DealFilter>;

const numbers = (count: number, from: number, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => from - index * step);

describe.each(STORE_KINDS)("pages of deals on %s are full but for the last", (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  }, 120_000);
  afterAll(() => opened.close());

  /**
   * Deals numbered from 1, a minute apart by default. The even ones are tagged, the odd ones imported; the newer half are
   * returning and in a pipeline that is closed.
   */
  async function fill(count = COUNT, apart = "1 minute"): Promise<TestWorkspace> {
    const workspace = await addWorkspace(opened.db, opened.serverSecret);
    const { id, pipelineId, stageIds, tagId } = workspace;
    const owner = await principalOf(workspace, {});
    await sql`insert into pipelines (workspace_id, id, seq, position, name, is_default, behaviors)
      values (${id}, ${`${id}-closed`}, 99, 99, 'Closed', false, '[]')`.execute(opened.db);
    await sql`insert into pipeline_access (workspace_id, pipeline_id, member_id)
      values (${id}, ${`${id}-closed`}, ${owner.memberId})`.execute(opened.db);
    await sql`insert into deals (workspace_id, id, seq, name, search_text, value, currency, close_probability, source, status,
        pipeline_id, stage_id, responsible_user_id, is_returning, custom_fields, created_at)
      select ${id}, md5(n::text), n, 'Deal ' || n, 'deal of ' || case when n % 2 = 0 then 'ana' else 'bia' end, 0, 'BRL', 0,
        case when n % 2 = 0 then 'api' else 'import' end, 'open',
        case when n * 2 <= ${count} then ${pipelineId} else ${`${id}-closed`} end, ${stageIds[0]}, ${owner.memberId}, n * 2 > ${count},
        '{}', timestamptz '2026-01-01' + n * ${apart}::interval
      from generate_series(1, ${count}::integer) n`.execute(opened.db);
    await sql`insert into deal_tags (workspace_id, deal_id, tag_id)
      select workspace_id, id, ${tagId} from deals where workspace_id = ${id} and seq % 2 = 0`.execute(opened.db);
    return workspace;
  }

  async function principalOf(workspace: TestWorkspace, options: object): Promise<Principal> {
    const record = await opened.store.keys.findByDigest(
      digestKey(opened.serverSecret, await workspace.addKey(options)),
    );
    if (record === null) throw new Error("There is no such key");
    return { ...record.principal, mode: "test" };
  }

  /** The numbers of the deals of each page. */
  async function pages(viewer: Principal, asked: Asked, { limit = 50, nearby = NEARBY } = {}): Promise<number[][]> {
    const { list } = createDealStore(opened.db, { nearby });
    const filter: DealFilter = { values: [], ranges: [], timeZone: "UTC", ...asked };
    const read: number[][] = [];
    for (let after: Position | null = null; ;) {
      const rows = await list(viewer, filter, limit, after, NOW);
      read.push(rows.map(({ deal }) => deal.seq));
      const last = rows.at(-1)?.deal;
      if (rows.length < limit || last === undefined) return read;
      after = { at: last.createdAt, id: last.id };
    }
  }

  describe("wherever what they hold stands", () => {
    let workspace: TestWorkspace;
    let owner: Principal;
    beforeAll(async () => {
      workspace = await fill();
      owner = await principalOf(workspace, {});
      await sql`update deals set search_text = search_text || ' +5' where workspace_id = ${workspace.id}`.execute(
        opened.db,
      );
    });

    it("of two filters that interleave and never meet, there is one, and it is empty", async () => {
      expect(await pages(owner, { tagIds: [workspace.tagId], source: "import" })).toEqual([[]]);
    });

    it.each<[string, Asked, object]>([
      ["that are not returning, where all the newest are", { returning: false }, {}],
      ["of open pipelines, where all the newest are in a closed one", {}, { role: "member" }],
      ["of a search, where all the newest are in a closed pipeline", { search: "deal" }, { role: "member" }],
      ["of a text that no index knows", { search: "+5", phone: "5", returning: false }, {}],
    ])("%s", async (_, asked, options) => {
      const read = await pages(await principalOf(workspace, options), asked);
      expect(read.map(({ length }) => length)).toEqual([50, 50, 50, 50, 0]);
      expect(read.flat()).toEqual(numbers(COUNT / 2, COUNT / 2));
    });

    it("of a search with filters", async () => {
      const read = await pages(owner, { search: "ana", returning: false, source: "api" }, { limit: 7 });
      expect(read.flat()).toEqual(numbers(COUNT / 4, COUNT / 2, 2));
    });

    it("of all own deals, none of which is left out", async () => {
      const own = await principalOf(workspace, { visibility: "own" });
      await sql`update deals set co_owner_user_id = ${own.memberId}
        where workspace_id = ${workspace.id} and seq % 3 = 0`.execute(opened.db);
      const read = await pages(own, { returning: false });
      expect(read.map(({ length }) => length)).toEqual([50, 16]);
      expect(read.flat()).toEqual(numbers(66, 198, 3));
    });

    it("behind cursors of the service, which are good for the same filters", async () => {
      const store = { ...opened.store, deals: createDealStore(opened.db, { nearby: NEARBY }) };
      const deals = createDealService({ store, cursors: createCursors(opened.serverSecret), now: Date.now });
      const seen: number[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await deals.list(owner, { limit: 30, returning: false, ...(cursor !== undefined && { cursor }) });
        if (!page.ok) throw new Error(page.failure.message);
        const { items, nextCursor, hasMore } = page.value;
        expect(hasMore).toBe(nextCursor !== null);
        if (hasMore) expect(items).toHaveLength(30);
        seen.push(...items.map(({ seq }) => seq));
        if (nextCursor !== null)
          expect(await deals.list(owner, { limit: 30, cursor: nextCursor })).toMatchObject({ ok: false });
        cursor = nextCursor;
      }
      expect(seen).toEqual(numbers(COUNT / 2, COUNT / 2));
    });
  });

  test("within an instant that very many deals share, each of which is on one", async () => {
    const workspace = await fill(COUNT, "0 minutes");
    const owner = await principalOf(workspace, {});
    const { rows } = await sql<{ n: number }>`select seq as n from deals
      where workspace_id = ${workspace.id} and not is_returning order by id desc`.execute(opened.db);
    const older = rows.map(({ n }) => n);
    for (const nearby of [20, NEARBY, COUNT]) {
      expect((await pages(owner, { returning: false }, { nearby })).flat()).toEqual(older);
      const tagged = await pages(owner, { returning: false, tagIds: [workspace.tagId] }, { nearby, limit: 7 });
      expect(tagged.flat()).toEqual(older.filter((n) => n % 2 === 0));
      const sought = await pages(owner, { returning: false, search: "bia", source: "import" }, { nearby });
      expect(sought.flat()).toEqual(older.filter((n) => n % 2 === 1));
    }
  });
});
