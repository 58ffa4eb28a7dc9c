import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROBLEMS } from "./codes.ts";
import { validateGraph } from "./validate.ts";

const FOLDER = new URL("../../../../docs/problems/", import.meta.url);
const pages = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

function codesOf(text: string): string[] {
  return [...new Set(validateGraph(JSON.parse(text)).problems.map(({ code }) => code))];
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
    expect({ wrong: codesOf(wrong), right: codesOf(right) }).toEqual({
      wrong: [name.replace(/\.md$/, "")],
      right: [],
    });
  });
});
