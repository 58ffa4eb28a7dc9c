import { afterEach, expect, test } from "vitest";
import { showLanguage } from "../../i18n/set-up.ts";
import { sourceText } from "./value-text.ts";

afterEach(() => showLanguage("en"));

test.each([
  ["manual", "Entered by hand", "Cadastro manual"],
  ["api", "API", "Pela API"],
  ["fair in May", "fair in May", "fair in May"],
])("a deal's source %s is told in words", async (source, english, portuguese) => {
  expect(sourceText(source)).toBe(english);
  await showLanguage("pt-BR");
  expect(sourceText(source)).toBe(portuguese);
});
