import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { liquidRules } from "../../liquid/rules.ts";
import { whatsappRules } from "../../whatsapp/rules.ts";
import { PROBLEMS } from "./codes.ts";
import { referenceRules } from "./references.ts";
import type { Surroundings } from "./references.ts";
import { validateGraph } from "./validate.ts";
import type { ValidateOptions } from "./validate.ts";

const FOLDER = new URL("../../../../../docs/problems/", import.meta.url);
const pages = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

/** What a page asks `validateGraph` with, and what its workspace has. */
type Options = ValidateOptions & { known?: Known; around?: Surroundings };
type Known = Parameters<typeof referenceRules>[0] & Parameters<typeof whatsappRules>[0];

function codesOf(text: string, { known = {}, around, ...options }: Options): string[] {
  const extraRules = [...liquidRules(), ...referenceRules(known), ...whatsappRules(known, around)];
  const { problems } = validateGraph(JSON.parse(text), { extraRules, ...options });
  return [...new Set(problems.map(({ code }) => code))];
}

describe("docs/problems", () => {
  it("has one page for each code, and no other", () => {
    expect(pages.map((name) => name.replace(/\.md$/, "")).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  });

  it.each(pages)("%s: its wrong graph has this problem alone, its right one none", (name) => {
    const page = readFileSync(new URL(name, FOLDER), "utf8");
    const graphs = [...page.matchAll(/```json\n(.*?)```/gs)].map((block) => block[1] ?? "");
    expect(graphs).toHaveLength(2);
    const [wrong = "", right = ""] = graphs;
    // The first are meant for both graphs, unless the right one has its own.
    const blocks = [...page.matchAll(/```json options\n(.*?)```/gs)].map(([, block = "{}"]): Options =>
      JSON.parse(block),
    );
    const [options = {}, rightOptions = options] = blocks;
    expect({ wrong: codesOf(wrong, options), right: codesOf(right, rightOptions) }).toEqual({
      wrong: [name.replace(/\.md$/, "")],
      right: [],
    });
  });
});
