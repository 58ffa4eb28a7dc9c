import { ACTIONS, FIELDS, NODES, OPERATORS, TRIGGER_SCHEMAS, TRIGGER_TYPES } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import playground from "./en/playground.json" with { type: "json" };
import { LATER } from "./later.ts";
import { PT_BR } from "./pt-BR/pack.ts";
import { ENGLISH as FIRST } from "./resources.ts";

type Texts = Readonly<Record<string, string>>;

const ENGLISH = { ...FIRST, ...LATER, playground };

/** A tree of texts as one table: "error.offline.title". */
function flat(tree: object, prefix = ""): Texts {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
      typeof value === "object" && value !== null
        ? Object.entries(flat(value, `${prefix}${key}.`))
        : [[`${prefix}${key}`, String(value)]],
    ),
  );
}

const FORM = /_(zero|one|two|few|many|other)$/;
const stem = (key: string): string => key.replace(FORM, "");
const params = (text: string): string[] => [...text.matchAll(/{{\s*([\w.]+)[^}]*}}/g)].map(([, name = ""]) => name);
const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

const empty = (texts: Texts): string[] => Object.keys(texts).filter((key) => texts[key]?.trim() === "");

/** The values in all forms of a text. */
const used = (texts: Texts, key: string): string[] =>
  unique(Object.keys(texts).flatMap((each) => (stem(each) === stem(key) ? params(texts[each] ?? "") : [])));

/** Words that Brazilians use as they are, names, and texts that hold nothing but values. */
const SAME = new Set([
  "CRM",
  "E-mail",
  "Instagram",
  "Trilho",
  "UTM campaign",
  "UTM medium",
  "UTM source",
  "Tags",
  "Webhook",
  "WhatsApp",
  "e-mail",
  "id",
]);
const isSame = (text: string): boolean => SAME.has(text) || !/\p{L}{2}/u.test(text.replaceAll(/{{[^}]*}}/g, ""));

describe.each(Object.keys(ENGLISH) as (keyof typeof ENGLISH)[])("%s in English and Brazilian Portuguese", (area) => {
  const english = flat(ENGLISH[area]);
  const portuguese = flat(PT_BR.texts[area]);

  test("has the same keys", () => {
    expect(unique(Object.keys(portuguese).map(stem))).toEqual(unique(Object.keys(english).map(stem)));
  });

  test.each([
    ["en", english],
    ["pt-BR", portuguese],
  ])("has every plural form of %s", (language, texts) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const stems = unique(
      Object.keys(texts)
        .filter((key) => /_(one|many|other)$/.test(key))
        .map(stem),
    );
    const missing = stems.flatMap((key) => needed.map((form) => `${key}_${form}`)).filter((key) => !(key in texts));
    expect(missing).toEqual([]);
    const unused = Object.keys(texts).filter((key) => {
      const form = FORM.exec(key)?.[1];
      return (
        stems.includes(stem(key)) && form !== undefined && form !== "zero" && !needed.some((each) => each === form)
      );
    });
    expect(unused).toEqual([]);
  });

  test("puts the same values into its texts", () => {
    const differing = Object.keys(portuguese).filter(
      (key) => used(portuguese, key).join() !== used(english, key).join(),
    );
    expect(differing).toEqual([]);
  });

  test("has no empty text", () => {
    expect([...empty(english), ...empty(portuguese)]).toEqual([]);
  });

  test("names no setting of a server", () => {
    const texts = [...Object.values(english), ...Object.values(portuguese)];
    expect(texts.filter((text) => /\b[A-Z]+_[A-Z_]+\b/.test(text))).toEqual([]);
  });

  test("leaves nothing in English", () => {
    const left = Object.keys(portuguese).filter((key) => {
      const text = portuguese[key] ?? "";
      return text === english[key] && !isSame(text) && !SAME_KEYS.has(`${area}.${key}`);
    });
    expect(left).toEqual([]);
  });
});

/** Texts that happen to read alike in both languages. */
const SAME_KEYS = new Set(["common.duration.minute", "runs.resend.took", "whatsapp.category.marketing"]);

describe("the engine's tables in Brazilian Portuguese", () => {
  const catalog = PT_BR.catalog ?? {};
  const tables = { ACTIONS, FIELDS, NODES, OPERATORS, TRIGGER_SCHEMAS, TRIGGER_TYPES };
  // The engine names kinds of steps itself, in every language.
  const named = new Set([...Object.values(ACTIONS), ...Object.values(NODES)].map(({ label }) => label));
  const needed = unique(Object.values(tables).flatMap((table) => wordsIn(table))).filter((text) => !named.has(text));

  test("are complete, and nothing is left over", () => {
    expect(Object.keys(catalog).toSorted()).toEqual(needed);
  });

  test("have no empty text and leave nothing in English", () => {
    expect(
      Object.entries(catalog).filter(([english, text]) => text === "" || (text === english && !isSame(text))),
    ).toEqual([]);
  });
});

/** Every label, title and description in a table, at any depth. */
function wordsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return /^(label|title|description)$/.test(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => wordsIn(item, key === "x-labels" ? "label" : key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => wordsIn(inner, name));
}
