import { expect, it } from "vitest";
import { languageOf } from "./language.ts";

it.each([
  ["pt-BR", "pt"],
  ["pt", "pt"],
  ["PT-br", "pt"],
  ["en-US", "en"],
  ["de", "en"],
  ["ptx", "en"],
  ["", "en"],
])("texts for the locale “%s” are written in %s", (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});
