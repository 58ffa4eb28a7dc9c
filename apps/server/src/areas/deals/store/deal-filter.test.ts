import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { describe, expect, it } from "vitest";
import { textsOf } from "./deal-filter.ts";

const db = new Kysely<never>({
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
