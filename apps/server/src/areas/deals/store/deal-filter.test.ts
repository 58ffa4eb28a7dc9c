import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { describe, expect, it } from "vitest";
import type { DealFilter } from "../filter.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { askedBy, textsOf } from "./deal-filter.ts";
import { dealsOf, isOfAll } from "./deal-list.ts";

const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const asked = (search: string, phone?: string): string => {
  const texts = textsOf({ search, ...(phone !== undefined && { phone }), values: [], ranges: [], timeZone: "UTC" });
  return texts === null ? "" : texts.person.compile(db).sql;
};

describe("a search asks the index of texts", () => {
  it.each<[string, string, string?]>([
    ["three letters of ASCII", "ana"],
    ["letters whose accents are folded", "Ação"],
    ["a word's beginning", "an"],
    ["one letter, which begins a word", "q"],
    ["a letter behind a sign, where a word begins", "+5"],
    ["two letters before a sign, where a word ends", "50%"],
    ["some known letters among others", "нет ana"],
    ["a phone", "+55 11", "5511"],
  ])("for %s", (_, search, phone) => {
    expect(asked(search, phone)).not.toContain("||");
  });
});

describe("a search asks text by text, as the index would be read as a whole,", () => {
  it.each<[string, string, string?]>([
    ["for letters that some locales do not know", "нет"],
    ["for a beginning of such letters", "ё"],
    ["for ASCII letters that others may be a word with", "ёan"],
    ["for signs", "%%"],
    ["for a digit before a sign", "0%"],
    ["for a backslash", "\\"],
    ["for a phone that is too short beside a text that is not", "+55", "55"],
  ])("%s", (_, search, phone) => {
    expect(asked(search, phone)).toContain("||");
  });
});

const NOTHING: DealFilter = { values: [], ranges: [], timeZone: "UTC" };
const OWNER: Viewer = { workspaceId: "ws", memberId: "ana", role: "owner", visibility: "all" };

describe("what is asked of deals", () => {
  it.each<[string, Partial<DealFilter>, listed: string[], others: string[]]>([
    ["nothing", {}, [], []],
    ["nobody", { responsibleUserIds: [], status: [] }, [], []],
    [
      "one value, said twice, by an index in the order of the list",
      { responsibleUserIds: ["ana", "ana"], status: ["open"] },
      [`"deals"."responsible_user_id" = $1`, `"deals"."status" = $1`],
      [],
    ],
    [
      "several values, deal by deal",
      { responsibleUserIds: ["ana", "bia"], status: ["open", "won"] },
      [],
      [`"deals"."responsible_user_id" = any($1::text[])`, `"deals"."status" = any($1::text[])`],
    ],
    ["whether they return, by an index", { returning: true }, ["deals.is_returning"], []],
    ["whether they do not, deal by deal", { returning: false }, [], ["not deals.is_returning"]],
  ])("is %s", (_, filter, listed, others) => {
    const { listed: first, others: rest } = askedBy({ ...NOTHING, ...filter }, "ws");
    expect(first.map((each) => each.compile(db).sql)).toEqual(listed);
    expect(rest().map((each) => each.compile(db).sql)).toEqual(others);
  });
});

const page = (filter: Partial<DealFilter>, viewer: Partial<Viewer> = {}, limit = 50) => ({
  viewer: { ...OWNER, ...viewer },
  filter: { ...NOTHING, ...filter },
  limit,
  after: null,
});

describe("a page of deals", () => {
  const TAGGED = { tagIds: ["vip"] };
  const OWN = { role: "member", visibility: "own" } as const;

  it.each<[string, Partial<DealFilter>, Partial<Viewer>, gathered: boolean]>([
    ["of everything", {}, {}, false],
    ["that one index has in order", { source: "api" }, {}, false],
    ["of open pipelines", {}, { role: "member" }, false],
    ["that two indexes have", { source: "api", stageId: "s" }, {}, true],
    ["that is asked for deal by deal", TAGGED, {}, true],
    ["of a search", { search: "ana" }, {}, true],
    ["of the own deals", {}, OWN, true],
  ])("%s is read by an index alone or gathered too: %#", (_, filter, viewer, gathered) => {
    expect(dealsOf(db, page(filter, viewer)).compile().sql.includes("as gathered")).toBe(gathered);
  });

  it.each<[string, Partial<DealFilter>, Partial<Viewer>, limit: number, isAll: boolean]>([
    ["nothing is asked", { source: undefined }, {}, 201, true],
    ["it is larger than any", {}, {}, 202, false],
    ["something is asked", { source: "api" }, {}, 50, false],
    ["values are asked", { values: [{ anyOf: [], emptySlug: "roof" }] }, {}, 50, false],
    ["times are asked", { ranges: [{ slug: "visit", type: "date", from: null, to: null }] }, {}, 50, false],
    ["a member may not see all pipelines", {}, { role: "member" }, 50, false],
    ["an owner sees the own deals alone", {}, { visibility: "own" }, 50, false],
  ])("where %s is of all deals: %#", (_, filter, viewer, limit, isAll) => {
    expect(isOfAll(page(filter, viewer, limit))).toBe(isAll);
  });
});
