import type { DealFilter, RangeFilter } from "@trilho/server/areas/deals/filter";
import type { Viewer } from "@trilho/server/platform/security/principal";

type Asked = Partial<DealFilter>;

const value = (slug: string, text: string): Asked => ({ values: [{ anyOf: [{ [slug]: text }], emptySlug: null }] });
const empty = (slug: string): Asked => ({ values: [{ anyOf: [], emptySlug: slug }] });
const range = (slug: string, type: RangeFilter["type"], from: string, to: string): Asked => ({
  ranges: [{ slug, type, from: { day: from }, to: { day: to } }],
});

/** What is asked of the list, by the name that the table has for it. */
export const FILTERS: Readonly<Record<string, Asked>> = {
  none: {},
  "a stage that the oldest half is in": { stageId: "s5" },
  "two statuses": { status: ["open", "won"] },
  "a responsible": { responsibleUserIds: ["m1"] },
  "a search that most match": { search: "deal" },
  "a search for an e-mail": { search: "a77@mail" },
  "a search that nothing matches": { search: "nobody at all" },
  "a search for a word of the oldest half": { search: "legado" },
  "a search for a word of 20 old deals, beyond ASCII": { search: "enção" },
  "a search in letters that none has": { search: "нет" },
  "two letters that begin a word of all": { search: "an" },
  "two letters that begin no word": { search: "zq" },
  "one letter that begins no word": { search: "q" },
  "an option that many have": value("roof", "metal"),
  "an option that the oldest half has": value("roof", "old"),
  "a value that one deal has": value("code", "7"),
  "a value that none has": value("code", "x"),
  "a tag that many have": { tagIds: ["often"] },
  "a tag that the oldest 1 % has": { tagIds: ["oldest"] },
  "a tag that the oldest half has": { tagIds: ["older"] },
  "a tag that none has": { tagIds: ["never"] },
  "a range of dates that many have": range("visit", "date", "2024-03-05", "2025-02-10"),
  "a range that the oldest half has": range("renewal", "date", "2019-05-02", "2019-05-27"),
  "a range that 20 deals have": range("call", "datetime", "2030-01-01", "2030-12-31"),
  "a range that none has": range("visit", "date", "2028-01-01", "2029-12-31"),
  "empty, as the newest half is": empty("renewal"),
  "empty, as 20 deals are": empty("engineer"),
  "empty, as none is": empty("code"),
  "a tag that the oldest half has, and a stage of the newest": { tagIds: ["older"], stageId: "s1" },
  "a stage of the newest half, and a search for a word of the oldest": { stageId: "s1", search: "legado" },
  "a tag that one in 128 has, and a value of one in 128": {
    tagIds: ["hundredth"],
    values: [{ anyOf: [{ lot: 7 }], emptySlug: null }],
  },
  "a responsible, a status and a value, each of many": {
    responsibleUserIds: ["m1"],
    status: ["won"],
    ...value("roof", "metal"),
  },
  "a tag that many have, and a value of the oldest half": { tagIds: ["often"], ...value("roof", "old") },
};

/**
 * What is asked by others than owners, or in vain: the newer half are returning, and in a pipeline that is closed to
 * ordinary members.
 */
export const HOSTILE: Readonly<Record<string, { asked: Asked; role: Viewer["role"] }>> = {
  "a tag of every tenth deal, and a source of none of these": {
    asked: { tagIds: ["often"], source: "import" },
    role: "owner",
  },
  "not returning, as the older half is": { asked: { returning: false }, role: "owner" },
  "all that are not in the closed pipeline of the newer half": { asked: {}, role: "member" },
  "a search that most match, none in the closed pipeline of the newer half": {
    asked: { search: "deal" },
    role: "member",
  },
  "a search that nothing matches, of parts that many have": { asked: { search: "ana deal" }, role: "owner" },
  "a search that nothing matches, of parts that each has": { asked: { search: "eal dea" }, role: "owner" },
  "a search for signs that none has": { asked: { search: "%%" }, role: "owner" },
};
