import { describe, expect, test } from "vitest";
import { scoreOf, search } from "./search.ts";

describe("finding a command", () => {
  test.each([
    ["accents do not matter", "condicao", "Condição"],
    ["nor in what was typed", "edição", "Edicao"],
    ["case does not matter", "UNDO", "Undo"],
    ["words in any order", "whats add", "Add: Send WhatsApp"],
    ["letters in order, from the beginning of a word", "wsp", "Send WhatsApp"],
    ["part of a word", "hats", "WhatsApp"],
  ])("%s", (_fact, typed, text) => {
    expect(scoreOf(typed, text)).toBeGreaterThan(0);
  });

  test.each([
    ["a word that is not there", "undo zzz", "Undo"],
    ["letters out of order", "odnu", "Undo"],
    ["letters that lie far apart", "sz", "Send a message to everybody in the zone"],
    ["nothing", "  ", "Undo"],
  ])("not by %s", (_fact, typed, text) => {
    expect(scoreOf(typed, text)).toBe(0);
  });

  test("what begins with it comes first, then what has a word that does, then the rest", () => {
    const items = ["Rewait", "Add: Wait", "Wait 2 days"].map((label) => ({ label }));
    expect(search(items, "wait").map(({ label }) => label)).toEqual(["Wait 2 days", "Add: Wait", "Rewait"]);
  });

  test("other words find it after the names", () => {
    const items = [
      { label: "Publish", more: "save upload" },
      { label: "Save file", more: "" },
    ];
    expect(search(items, "save").map(({ label }) => label)).toEqual(["Save file", "Publish"]);
  });
});
