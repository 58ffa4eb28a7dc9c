import { readdirSync, readFileSync } from "node:fs";
import { format } from "oxfmt";
import { describe, expect, it } from "vitest";
import {
  ACTIONS,
  FIELDS,
  NODE_KINDS,
  OPERATOR_NAMES,
  TRIGGER_TYPES,
} from "../../../packages/engine/src/contract/index.ts";
import { PROBLEMS } from "../../../packages/engine/src/index.ts";
import { createFilters } from "../../../packages/engine/src/liquid/filters.ts";
import { Meter } from "../../../packages/engine/src/liquid/costs.ts";
import { liquidVariables } from "../../../packages/engine/src/liquid/index.ts";
import { valueTextsOf } from "../../../packages/engine/src/liquid/value-texts.ts";
import { referencePages } from "./pages.ts";
import { FILTERS } from "./variables.ts";

const DOCS = new URL("../../", import.meta.url);
const FOLDERS = ["reference/", "pt/reference/"];
const pages = referencePages();
const read = (file: string): string => readFileSync(new URL(file, DOCS), "utf8");

describe("the reference in both languages", () => {
  it.each(Object.entries(pages))(
    "%s is that of the engine's tables: run docs/site/generate.mjs when this fails",
    async (name, text) => {
      expect((await format(name, text, { printWidth: 120 })).code).toBe(read(name));
    },
  );

  it("has no other page", () => {
    const there = FOLDERS.flatMap((folder) => readdirSync(new URL(folder, DOCS)).map((name) => folder + name));
    expect(there.toSorted()).toEqual(Object.keys(pages).toSorted());
  });

  it.each<[string, string, readonly string[]]>([
    ["trigger", "triggers.md", Object.keys(TRIGGER_TYPES)],
    ["action", "actions.md", Object.keys(ACTIONS)],
    ["kind of step", "steps.md", NODE_KINDS],
    ["operator", "conditions.md", OPERATOR_NAMES],
    ["field", "conditions.md", FIELDS.map(({ name }) => name)],
    ["variable", "variables.md", liquidVariables().map(({ name }) => name)],
    ["problem", "problems.md", Object.keys(PROBLEMS)],
  ])("has an entry for every %s", (_, name, entries) => {
    for (const folder of FOLDERS) {
      const begun = new Set([...read(folder + name).matchAll(/^(?:\| \[?)?`([^`]+)`/gm)].map(([, entry]) => entry));
      expect(entries.filter((entry) => !begun.has(entry))).toEqual([]);
    }
  });

  it("shows every filter of our own", () => {
    const clock = { at: 0, formats: new Map() };
    const writing = { locale: "en", timeZone: "UTC", words: valueTextsOf("en") };
    expect(Object.keys(FILTERS).toSorted()).toEqual(Object.keys(createFilters(clock, writing, new Meter())).toSorted());
  });
});
