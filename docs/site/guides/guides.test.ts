import { readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { describe, expect, it } from "vitest";
import { filesInBoth } from "./guides.ts";

const DOCS = new URL("../../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, DOCS), "utf8").replaceAll("\r\n", "\n");
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, part = ""]) => part);

/** What a page has in every language: where its facts and figures stand, and what is written as code. */
function shapeOf(file: string) {
  const text = read(file);
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  return {
    sections: found(prose, /^(#+) /gm),
    rows: found(prose, /^(\|)/gm).length,
    points: found(prose, /^ *(-|\d+\.) /gm).length,
    blocks: found(text, /^ *```(\w.*)$/gm),
    pictures: found(prose, /snapshots\/([\w-]+?)-(?:en|pt-BR)-/g),
    // What stands in angle brackets is to be filled in, and says so in words.
    code: [...new Set(found(prose, /`([^`]+)`/g).map((code) => code.replaceAll(/<[^>]*>/g, "<>")))].toSorted(),
  };
}

const hand = filesInBoth().filter((file) => file !== "index.md" && !file.startsWith("reference/"));

describe("the guides in Portuguese", () => {
  it("are those that are meant to be in both languages, and no other", () => {
    const there = readdirSync(new URL("pt", DOCS), { recursive: true, encoding: "utf8" });
    const pages = there.filter((file) => file.endsWith(".md")).map((file) => file.replaceAll(sep, "/"));
    expect(pages.toSorted()).toEqual(filesInBoth().toSorted());
  });

  it.each(hand)("%s has the sections, tables, code and pictures of the English page", (file) => {
    expect(shapeOf(`pt/${file}`)).toEqual(shapeOf(file));
  });

  it.each(filesInBoth())("%s leads to an English page only where there is no Portuguese one", (file) => {
    const up = "../".repeat(file.split("/").length);
    const leading = found(read(`pt/${file}`), /\]\(([^)#]+\.md)/g).filter((link) =>
      filesInBoth().some((page) => link === up + page),
    );
    expect(leading).toEqual([]);
  });
});
