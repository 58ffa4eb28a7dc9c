import { describe, expect, it } from "vitest";
import { hasKeyword } from "./keywords.ts";

describe("a keyword", () => {
  it.each<[name: string, keyword: string, text: string, expected: boolean]>([
    ["is a whole word", "sim", "Sim!", true],
    ["is not part of another word", "sim", "Assim não", false],
    ["does not begin another word", "sim", "simples", false],
    ["does not end another word", "sim", "assim", false],
    ["is found behind a word that only holds it", "sim", "assim sim", true],
    ["stands beside punctuation", "sim", "(sim),não", true],
    ["does not go on in a number", "sim", "sim2", false],
    ["may be a number", "10", "10% de desconto", true],
    ["is no part of a number", "10", "100", false],
    ["has no case", "PREÇO", "preço?", true],
    ["needs no accents", "orcamento", "Quero um orçamento", true],
    ["may have accents that the text lacks", "orçamento", "quero orcamento", true],
    ["is the same however its accents are encoded", "não", "na\u0303o", true],
    ["may be several words", "bom dia", "Oi, bom   dia!", true],
    ["of several words is whole too", "bom dia", "bom diabo", false],
    ["may hold signs", "c++", "Sei C++.", true],
    ["may begin with a sign", "#promo", "quero #promo", true],
    ["may be a sign alone", "👍", "ok 👍🏽", true],
    ["of another alphabet is no part of a word", "да", "дача", false],
    ["of another alphabet is a word too", "да", "Да, конечно", true],
    ["is found where words have no spaces between them", "価格", "価格を教えて", true],
    ["may be wide", "ＯＫ", "ok", true],
  ])("%s", (_, keyword, text, expected) => {
    expect(hasKeyword(text, [keyword])).toBe(expected);
  });

  it("that is blank asks for nothing, alone", () => {
    expect(hasKeyword("Oi", [" "])).toBe(true);
    expect(hasKeyword("Oi", [" ", "sim"])).toBe(false);
  });
});
