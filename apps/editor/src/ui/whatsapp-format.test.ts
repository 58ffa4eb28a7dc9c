import { describe, expect, test } from "vitest";
import { whatsappFormat, type Formatted, type Mark } from "./whatsapp-format.ts";

const TAGS: Readonly<Record<Mark, string>> = { bold: "b", italic: "i", struck: "s", mono: "code" };

const written = (parts: readonly Formatted[]): string =>
  parts
    .map((part) => (typeof part === "string" ? part : `<${TAGS[part.mark]}>${written(part.of)}</${TAGS[part.mark]}>`))
    .join("");

describe("a message's text", () => {
  test.each<[what: string, text: string, shown: string]>([
    ["plain", "Hello, Ana", "Hello, Ana"],
    ["empty", "", ""],
    ["bold", "Hi *Ana*!", "Hi <b>Ana</b>!"],
    ["italic", "_now_", "<i>now</i>"],
    ["struck", "was ~R$ 10~ is R$ 8", "was <s>R$ 10</s> is R$ 8"],
    ["mono of several lines", "see ```a\n*b*```.", "see <code>a\n*b*</code>."],
    ["mono within a line", "call `GET /deals`", "call <code>GET /deals</code>"],
    ["several words and accents", "*Olá, João* e _você_", "<b>Olá, João</b> e <i>você</i>"],
    ["one mark within another", "*very _very_ much*", "<b>very <i>very</i> much</b>"],
    ["three marks at once", "*_~all~_*", "<b><i><s>all</s></i></b>"],
    ["mono within bold", "*run `a*b` now*", "<b>run <code>a*b</code> now</b>"],
    ["side by side", "*a*_b_", "<b>a</b><i>b</i>"],
    ["marks that cross", "*a _b* c_", "<b>a _b</b> c_"],
    ["a mark that never closes", "*Hello", "*Hello"],
    ["a mark that never opens", "Hello*", "Hello*"],
    ["a mark that closes in another line", "*a\nb*", "*a\nb*"],
    ["one line after another that is broken", "*a\n*b*", "*a\n<b>b</b>"],
    ["blanks within", "* a * and 2 * 3 * 4", "* a * and 2 * 3 * 4"],
    ["a blank before the end", "*a *b*", "<b>a *b</b>"],
    ["within a word", "snake_case_name and a*b*c", "snake_case_name and a*b*c"],
    ["an end within a word", "*a*b c*", "<b>a*b c</b>"],
    ["nothing within", "** __ ~~ ``", "** __ ~~ ``"],
    ["doubled", "**bold**", "*<b>bold</b>*"],
    ["doubled at its end", "*bold**", "<b>bold</b>*"],
    ["in parentheses and before a comma", "(*a*), _b_.", "(<b>a</b>), <i>b</i>."],
    ["around an emoji", "*🎉* 🎉*ok*", "<b>🎉</b> 🎉<b>ok</b>"],
    ["mono that never closes", "```a *b*", "```a <b>b</b>"],
    ["HTML", "*<img src=x>*", "<b><img src=x></b>"],
  ])("%s: %s", (_, text, shown) => {
    expect(written(whatsappFormat(text))).toBe(shown);
  });

  test("is read part by part, whatever it is made of", () => {
    const plain = (parts: readonly Formatted[]): string =>
      parts.map((part) => (typeof part === "string" ? part : plain(part.of))).join("");
    for (const text of ["*a ".repeat(50_000), "_*~".repeat(50_000), "`*".repeat(50_001), "*_a".repeat(20_000)]) {
      const left = plain(whatsappFormat(text));
      expect(left.replaceAll(/[*_~`]/g, "")).toBe(text.replaceAll(/[*_~`]/g, ""));
    }
  });
});
