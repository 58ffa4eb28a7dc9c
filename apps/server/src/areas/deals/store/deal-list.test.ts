import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Bound } from "../../../platform/service/bounds.ts";
import type { DealFilter, RangeFilter } from "../filter.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { addWorkspace, type TestWorkspace } from "../../../app/testing/workspace.ts";
import { digestKey } from "../../../platform/security/keys.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../../testing/open-test-store.ts";
import { askedBy } from "./deal-filter.ts";
import { visibleDeals } from "./deal-list.ts";
import { createDealStore } from "./deal-store.ts";
import { fold } from "../../../platform/database/columns.ts";
import type { Position } from "../../../platform/security/cursors.ts";

const NOW = "2026-01-02T00:00:00.000Z";
const COUNT = 150;

const DAYS = ["2025-12-31", "2026-01-01", "2026-02-28", "2026-03-01", "2031-07-14"];
const INSTANTS = DAYS.flatMap((day) => [`${day}T01:30:00.000Z`, `${day}T12:00:00.000Z`]);
const NAMES = ["Ana Souza", "Ananda", "Bia", "+5511999", "100% solar", "an", "João Conceição", "Ёлка", "日本語"];
const SEARCHES = [
  "ana",
  "an",
  "a",
  "é",
  "zz",
  "0%",
  "%",
  "so",
  "ceição",
  "ção",
  "ão c",
  "ёл",
  "лка",
  "本",
  "日本語",
  "a a",
];

const oneOf = <T>(items: readonly T[]) => fc.constantFrom(...items);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const customFields = fc.record(
  {
    roof: oneOf(["metal", "slab", "", null]),
    bill: oneOf([0, 10, 1e21, 0.1]),
    approved: fc.boolean(),
    interests: fc.array(oneOf(["panels", "battery"]), { maxLength: 3 }),
    visit: oneOf([...DAYS, ""]),
    call: oneOf(INSTANTS),
    note: oneOf(["2026-03-01", "metal", 'said "no"\n', "é"]),
  },
  { requiredKeys: [] },
);

const deal = fc.record({
  name: oneOf(NAMES),
  minute: fc.nat(40),
  open: fc.boolean(),
  own: fc.boolean(),
  customFields,
  tagged: fc.boolean(),
  second: fc.boolean(),
  imported: fc.boolean(),
  returning: fc.boolean(),
  person: fc.option(fc.nat(4)),
});

type Drawn = typeof deal extends fc.Arbitrary<infer Deal> ? Deal : never;

const bound = fc.oneof(
  oneOf(DAYS).map((at): Bound => ({ day: at })),
  oneOf(INSTANTS).map((instant): Bound => ({ instant })),
);
const range: fc.Arbitrary<RangeFilter> = oneOf(["visit", "call"] as const).chain((slug) =>
  fc.record({
    slug: fc.constant(slug),
    type: fc.constant(slug === "visit" ? ("date" as const) : ("datetime" as const)),
    from: fc.option(bound),
    to: fc.option(bound),
  }),
);
const part = fc.oneof(
  oneOf(["metal", "slab", "none"]).map((roof) => ({ roof })),
  oneOf([10, 1e21, 0.1, 3]).map((bill) => ({ bill })),
  fc.constant({ interests: ["battery"] }),
  fc.constant({ note: 'said "no"\n' }),
);
const value = fc
  .record({
    anyOf: fc.array(part, { maxLength: 2 }),
    emptySlug: fc.option(oneOf(["roof", "visit", "interests", "never"])),
  })
  .filter(({ anyOf, emptySlug }) => anyOf.length > 0 || emptySlug !== null);
const filters = ({ tagId, stageIds }: TestWorkspace, memberIds: readonly string[]): fc.Arbitrary<DealFilter> =>
  fc
    .record({
      pipelineSeq: maybe(oneOf([1, 1, 2])),
      stageId: maybe(oneOf(stageIds)),
      source: maybe(oneOf(["api", "import", "form"])),
      responsibleUserIds: maybe(oneOf([memberIds.slice(0, 1), memberIds, []])),
      returning: maybe(fc.boolean()),
      createdFrom: maybe(oneOf(["2025-12-31", "2026-01-01"])),
      createdTo: maybe(oneOf(["2025-12-31", "2026-01-01"])),
      status: maybe(oneOf([["open" as const], ["open" as const, "won" as const]])),
      tagIds: maybe(oneOf([[tagId], [tagId, "other"], ["other"]])),
      search: maybe(oneOf(SEARCHES)),
      phone: maybe(oneOf(["5", "999"])),
      values: fc.array(value, { maxLength: 2 }),
      ranges: fc.array(range, { maxLength: 2 }),
      timeZone: oneOf(["UTC", "America/Sao_Paulo", "Pacific/Kiritimati"]),
    })
    .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, each]) => each !== undefined)) as never);

/** Said as it is meant: in the deal's text or its contact's, of one or two letters where a word begins. */
function textOf({ search, phone }: DealFilter): RawBuilder<SqlBool>[] {
  if (search === undefined) return [];
  const isShort = /^[\p{L}\p{N}]{1,2}$/u.test(fold(search));
  const holds = (text: RawBuilder<unknown>, sought: string) =>
    sql`strpos(' ' || ${text}, ${isShort ? ` ${sought}` : sought}) > 0`;
  const person = sql`coalesce((
    select search_text from contacts where workspace_id = deals.workspace_id and id = deals.contact_id), '')`;
  const ways = [holds(sql`deals.search_text`, fold(search)), holds(person, fold(search))];
  if (phone !== undefined) ways.push(holds(person, isShort ? `+${phone}` : phone));
  return [sql<SqlBool>`(${sql.join(ways, sql` or `)})`];
}

describe.each(STORE_KINDS)("the list of deals on %s", (kind) => {
  let opened: TestStore;
  let workspace: TestWorkspace;
  let viewers: Viewer[];

  beforeAll(async () => {
    opened = await openTestStore(kind);
    workspace = await addWorkspace(opened.db, opened.serverSecret);
    const other = await addWorkspace(opened.db, opened.serverSecret);
    viewers = [await viewerOf(workspace), await viewerOf(workspace, { role: "member", visibility: "own" })];
    const [all, own] = viewers.map(({ memberId }) => memberId);
    const deals = fc.sample(deal, { numRuns: COUNT, seed: 7 });
    for (const half of [deals.slice(0, COUNT / 2), deals.slice(COUNT / 2)])
      await insert(workspace, half, (isOwn) => (isOwn ? own : all) ?? "");
    const { memberId } = await viewerOf(other);
    await insert(other, deals.slice(0, 20), () => memberId);
  }, 120_000);
  afterAll(() => opened.close());

  async function viewerOf(of: TestWorkspace, options = {}): Promise<Viewer> {
    const key = await of.addKey(options);
    const record = await opened.store.keys.findByDigest(digestKey(opened.serverSecret, key));
    if (record === null) throw new Error("There is no such key");
    return record.principal;
  }

  async function insert(
    { id: workspace_id, pipelineId, stageIds, tagId }: TestWorkspace,
    deals: readonly Drawn[],
    responsible: (isOwn: boolean) => string,
  ): Promise<void> {
    const people = await addPeople(workspace_id);
    const { rows: numbered } = await sql<{ last: number }>`
      select coalesce(max(seq), 0) as last from deals where workspace_id = ${workspace_id}`.execute(opened.db);
    const rows = deals.map(({ name, minute, open, own, second, imported, returning, person, ...rest }, index) => ({
      workspace_id,
      id: randomUUID(),
      seq: (numbered[0]?.last ?? 0) + (index + 1),
      contact_id: person === null || open ? null : people[person],
      is_returning: returning,
      name,
      search_text: fold(name),
      value: 0,
      currency: "BRL",
      close_probability: 0,
      source: imported ? "import" : "api",
      status: open ? "open" : "won",
      pipeline_id: pipelineId,
      stage_id: stageIds[second ? 1 : 0],
      responsible_user_id: responsible(own),
      custom_fields: JSON.stringify(rest.customFields),
      created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    }));
    await opened.db.insertInto("deals").values(rows).execute();
    const tagged = rows.filter((_, index) => deals[index]?.tagged);
    await opened.db
      .insertInto("deal_tags")
      .values(tagged.map((row) => ({ workspace_id, deal_id: row.id, tag_id: tagId })))
      .execute();
  }

  /** Those that a workspace has, else new ones. */
  async function addPeople(workspace_id: string): Promise<string[]> {
    const known = await opened.db
      .selectFrom("contacts")
      .select("id")
      .where("workspace_id", "=", workspace_id)
      .execute();
    if (known.length > 0) return known.map(({ id }) => id);
    const people = ["Zé", "Maria Ana", "an@example.com +55119991234", "", "Нина"].map((text, index) => ({
      workspace_id,
      id: randomUUID(),
      seq: index + 1,
      search_text: fold(text),
    }));
    await opened.db.insertInto("contacts").values(people).execute();
    return people.map(({ id }) => id);
  }

  /** What the columns and values of every deal say, one after the other. */
  const asked = async (viewer: Viewer, filter: DealFilter): Promise<number[]> => {
    const { time, listed, others } = askedBy(filter, workspace.id);
    let query = visibleDeals(opened.db, viewer);
    for (const each of [...time, ...listed, ...others(), ...textOf(filter)]) query = query.where(each);
    const rows = await query.orderBy("deals.created_at", "desc").orderBy("deals.id", "desc").execute();
    return rows.map(({ seq }) => seq);
  };

  /** By pages that are full but for the last. */
  async function paged(viewer: Viewer, filter: DealFilter, limit: number, nearby?: number) {
    const seen: number[] = [];
    const { list } = createDealStore(opened.db, { nearby });
    for (let after: Position | null = null; ;) {
      const rows = await list(viewer, filter, limit, after, NOW);
      seen.push(...rows.map(({ deal: { seq } }) => seq));
      const last = rows.at(-1)?.deal;
      if (rows.length < limit || last === undefined) return seen;
      after = { at: last.createdAt, id: last.id };
    }
  }

  const holdsTheLaw = () => {
    const members = viewers.map(({ memberId }) => memberId);
    return fc.assert(
      fc.asyncProperty(
        filters(workspace, members),
        oneOf(viewers),
        oneOf([1, 7, 200]),
        oneOf([5, 20, undefined]),
        async (filter, viewer, limit, nearby) => {
          expect(await paged(viewer, filter, limit, nearby)).toEqual(await asked(viewer, filter));
        },
      ),
      { numRuns: 60 },
    );
  };

  test("holds, page by page, the deals that a look at every deal finds", holdsTheLaw);

  test("holds them after deals and contacts were changed, tagged, moved in time and deleted", async () => {
    const { db } = opened;
    const all = db.updateTable("deals").where("workspace_id", "=", workspace.id);
    const changes = fc.sample(customFields, { numRuns: 40, seed: 8 });
    for (const [index, change] of changes.entries())
      await all
        .set({ custom_fields: JSON.stringify(change) })
        .where("seq", "=", index + 1)
        .execute();
    await all
      .set({ created_at: sql<Date>`created_at - interval '1 day'`, custom_fields: '{"roof":"slab"}' })
      .where(sql<boolean>`seq % 7 = 0`)
      .execute();
    await all
      .set({ search_text: "ceicao", contact_id: null })
      .where(sql<boolean>`seq % 11 = 0`)
      .execute();
    await db.updateTable("contacts").set({ search_text: "an лка" }).where("seq", "=", 2).execute();
    const tags = sql`workspace_id = ${workspace.id} and deal_id in (select id from deals where seq % 5 = 0)`;
    await sql`delete from deal_tags where ${tags}`.execute(db);
    await sql`insert into deal_tags select workspace_id, id, ${workspace.tagId} from deals
      where workspace_id = ${workspace.id} and seq % 4 = 0 on conflict do nothing`.execute(db);
    await sql`delete from deals where seq % 9 = 0`.execute(db);
    await holdsTheLaw();
  });
});
