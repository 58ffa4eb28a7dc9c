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
const LOOKS = 60;
const NOW = "2026-02-01T00:00:00.000Z";

type Asked = Partial<DealFilter>;

const numbers = (count: number, from: number, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => from - index * step);

describe.each(STORE_KINDS)("a page of deals on %s looks at no more than it may", (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  }, 120_000);
  afterAll(() => opened.close());

  /**
   * Deals numbered from 1, a minute apart by default, each fourth of which begins a block of texts. The even ones are
   * tagged, the odd ones imported; the newer half are returning and in a pipeline that is closed.
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
      select ${id}, md5(n::text), n * 1024, 'Deal ' || n, 'deal of ' || case when n % 2 = 0 then 'ana' else 'bia' end, 0, 'BRL', 0,
        case when n % 2 = 0 then 'api' else 'import' end, 'open',
        case when n * 2 <= ${count} then ${pipelineId} else ${`${id}-closed`} end, ${stageIds[0]}, ${owner.memberId}, n * 2 > ${count},
        '{}', timestamptz '2026-01-01' + n * ${apart}::interval
      from generate_series(1, ${count}::integer) n`.execute(opened.db);
    await sql`insert into deal_tags (workspace_id, deal_id, tag_id)
      select workspace_id, id, ${tagId} from deals where workspace_id = ${id} and seq % 2048 = 0`.execute(opened.db);
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
  async function pages(viewer: Principal, asked: Asked, { limit = 50, looks = LOOKS } = {}): Promise<number[][]> {
    const { list } = createDealStore(opened.db, { looks });
    const filter: DealFilter = { values: [], ranges: [], timeZone: "UTC", ...asked };
    const read: number[][] = [];
    for (let after: Position | null = null; ;) {
      const { rows, stopped } = await list(viewer, filter, limit, after, NOW);
      read.push(rows.map(({ deal }) => deal.seq / 1024));
      const last = rows.at(-1)?.deal;
      const next = rows.length === limit && last !== undefined ? { at: last.createdAt, id: last.id } : stopped;
      if (next === null) return read;
      if (after !== null) expect(next.at <= after.at).toBe(true);
      after = next;
    }
  }

  describe("and goes on where it stopped", () => {
    let workspace: TestWorkspace;
    let owner: Principal;
    beforeAll(async () => {
      workspace = await fill();
      owner = await principalOf(workspace, {});
    });

    it("of two filters that interleave and never meet", async () => {
      const read = await pages(owner, { tagIds: [workspace.tagId], source: "import" });
      expect(read.flat()).toEqual([]);
      expect(read.length).toBeGreaterThan(3);
      expect(await pages(owner, { tagIds: [workspace.tagId], source: "import" }, { looks: 10_000 })).toEqual([[]]);
    });

    it.each<[string, Asked, object]>([
      ["that are not returning, where all the newest are", { returning: false }, {}],
      ["of open pipelines, where all the newest are in a closed one", {}, { role: "member" }],
      ["of a search, where all the newest are in a closed pipeline", { search: "deal" }, { role: "member" }],
      ["of a text that no index knows", { search: "+5", phone: "5", returning: false }, {}],
    ])("%s", async (_, asked, options) => {
      if (asked.search === "+5")
        await sql`update deals set search_text = search_text || ' +5' where workspace_id = ${workspace.id}`.execute(
          opened.db,
        );
      const read = await pages(await principalOf(workspace, options), asked);
      expect(read[0]).toEqual([]);
      expect(read.flat()).toEqual(numbers(COUNT / 2, COUNT / 2));
    });

    it("of a search with a filter", async () => {
      const read = await pages(owner, { search: "ana", returning: false, source: "api" }, { limit: 7 });
      expect(read[0]).toEqual([]);
      expect(read.flat()).toEqual(numbers(COUNT / 4, COUNT / 2, 2));
    });

    it("of all own deals, none of which is left out", async () => {
      const own = await principalOf(workspace, { visibility: "own" });
      await sql`update deals set co_owner_user_id = ${own.memberId}
        where workspace_id = ${workspace.id} and seq % 3072 = 0`.execute(opened.db);
      const read = await pages(own, { returning: false }, { looks: 10 });
      expect(read[0]).toEqual([]);
      expect(read.flat()).toEqual(numbers(66, 198, 3));
    });

    it("and a page of what nothing stands between is full", async () => {
      expect((await pages(owner, { source: "api" }, { looks: 1 })).map(({ length }) => length)).toEqual([
        50, 50, 50, 50, 0,
      ]);
    });

    it("and a search that nothing matches takes one look for each block of texts", async () => {
      expect(await pages(owner, { search: "nobody at all" }, { looks: COUNT / 4 + 2 })).toEqual([[]]);
    });

    it("behind cursors of the service, which are good for the same filters", async () => {
      const store = { ...opened.store, deals: createDealStore(opened.db, { looks: LOOKS }) };
      const deals = createDealService({ store, cursors: createCursors(opened.serverSecret), now: Date.now });
      const seen: number[] = [];
      let cursor: string | null | undefined;
      for (let asked = 0; cursor !== null; asked += 1) {
        const page = await deals.list(owner, { limit: 30, returning: false, ...(cursor !== undefined && { cursor }) });
        if (!page.ok) throw new Error(page.failure.message);
        const { items, nextCursor, hasMore } = page.value;
        if (asked === 0) expect({ items, hasMore }).toEqual({ items: [], hasMore: true });
        expect(hasMore).toBe(nextCursor !== null);
        seen.push(...items.map(({ seq }) => seq / 1024));
        if (nextCursor !== null)
          expect(await deals.list(owner, { limit: 30, cursor: nextCursor })).toMatchObject({ ok: false });
        cursor = nextCursor;
      }
      expect(seen).toEqual(numbers(COUNT / 2, COUNT / 2));
    });
  });

  test("within an instant that very many deals share, each of which it finds once", async () => {
    const workspace = await fill(COUNT, "0 minutes");
    const owner = await principalOf(workspace, {});
    const { rows } = await sql<{ n: number }>`select seq / 1024 as n from deals
      where workspace_id = ${workspace.id} and not is_returning order by id desc`.execute(opened.db);
    const older = rows.map(({ n }) => n);
    for (const looks of [20, LOOKS]) {
      expect((await pages(owner, { returning: false }, { looks })).flat()).toEqual(older);
      const tagged = await pages(owner, { returning: false, tagIds: [workspace.tagId] }, { looks, limit: 7 });
      expect(tagged.flat()).toEqual(older.filter((n) => n % 2 === 0));
      const sought = await pages(owner, { returning: false, search: "bia", source: "import" }, { looks });
      expect(sought.flat()).toEqual(older.filter((n) => n % 2 === 1));
      expect(Math.min(tagged.length, sought.length)).toBeGreaterThan(3);
    }
  });

  test("where fields are filled in so many ways that those that lack one are not put together", async () => {
    const workspace = await fill(1200);
    const owner = await principalOf(workspace, {});
    const { rows: slugs } = await sql<{ slug: string }>`select 'f' || n as slug from generate_series(1, 200) n
      where deal_part('f' || n) = deal_part('f1') limit 11`.execute(opened.db);
    // Each deal fills those fields whose bits its number has.
    await sql`update deals set custom_fields = coalesce((
        select jsonb_object_agg(slug, 'x') from unnest(${slugs.map(({ slug }) => slug)}::text[]) with ordinality as field(slug, bit)
        where (seq / 1024) & (1 << (bit::integer - 1)) > 0
      ), '{}') where workspace_id = ${workspace.id}`.execute(opened.db);
    const [{ slug } = { slug: "" }] = slugs;
    const read = await pages(owner, { values: [{ anyOf: [], emptySlug: slug }], returning: false }, { looks: 500 });
    expect(read[0]).toEqual([]);
    expect(read.flat()).toEqual(numbers(300, 600, 2));
  });
});
