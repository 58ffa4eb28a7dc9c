import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { problemPage, problemsOf } from "../../testing/problem-page.ts";
import { PROBLEMS } from "./codes.ts";

const FOLDER = new URL("../../../../../docs/problems/", import.meta.url);
const pages = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

describe("docs/problems", () => {
  it("has one page for each code, and no other", () => {
    expect(pages.map((name) => name.replace(/\.md$/, "")).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  });

  it.each(pages)("%s: its wrong graph has this problem alone, its right one none", (name) => {
    const page = problemPage(readFileSync(new URL(name, FOLDER), "utf8").replaceAll("\r\n", "\n"));
    const codesOf = (side: "wrong" | "right"): string[] | null =>
      page && [...new Set(problemsOf(page[side]).map(({ code }) => code))];
    expect({ wrong: codesOf("wrong"), right: codesOf("right") }).toEqual({
      wrong: [name.replace(/\.md$/, "")],
      right: [],
    });
  });
});
