import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { liquidRules } from "../liquid/rules.ts";
import { PROBLEMS } from "./codes.ts";
import { validateGraph } from "./validate.ts";
import type { ValidateOptions } from "./validate.ts";

const FOLDER = new URL("../../../../docs/problems/", import.meta.url);
const pages = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

function codesOf(text: string, options: ValidateOptions): string[] {
  const { problems } = validateGraph(JSON.parse(text), { extraRules: liquidRules(), ...options });
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
    const options: ValidateOptions = JSON.parse(/```json options\n(.*?)```/s.exec(page)?.[1] ?? "{}");
    expect({ wrong: codesOf(wrong, options), right: codesOf(right, options) }).toEqual({
      wrong: [name.replace(/\.md$/, "")],
      right: [],
    });
  });
});
