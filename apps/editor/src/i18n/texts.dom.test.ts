import { afterEach, expect, test } from "vitest";
import { catalogText } from "./catalog.ts";
import { formatDuration } from "./duration.ts";
import { problemText } from "./engine-text.ts";
import { languageOf } from "./languages.ts";
import { showLanguage } from "./set-up.ts";
import { askFor, createTexts, makeCurrent, switchLanguage } from "./texts.ts";
import { text } from "./use-text.ts";

afterEach(() => showLanguage("en"));

const problem = { code: "no-trigger", params: {}, message: "The automation has no trigger: nothing starts it." };

test("the page speaks English until another language is shown", async () => {
  expect(text("common", "cancel")).toBe("Cancel");
  await showLanguage("pt-BR");
  expect(text("common", "cancel")).toBe("Cancelar");
  expect(document.documentElement.lang).toBe("pt-BR");
  await showLanguage("en");
  expect(text("common", "cancel")).toBe("Cancel");
  expect(document.documentElement.lang).toBe("en");
});

test("numbers, plurals and lengths of time follow the language", async () => {
  expect(text("automations", "count", { count: 1200 })).toBe("1,200 automations");
  await showLanguage("pt-BR");
  expect(text("automations", "count", { count: 1200 })).toBe("1.200 automações");
  expect(text("automations", "count", { count: 1 })).toBe("1 automação");
  expect(text("automations", "count", { count: 2_000_000 })).toBe("2.000.000 de automações");
  expect(formatDuration(187_200)).toBe("2 dias 4 h");
});

test("so do the words of the engine", async () => {
  expect(problemText(problem)).toBe(problem.message);
  expect(catalogText("Deal won")).toBe("Deal won");
  await showLanguage("pt-BR");
  expect(problemText(problem)).toBe("A automação não tem gatilho: nada a inicia.");
  expect(catalogText("Deal won")).toBe("Negócio ganho");
  expect(catalogText("Company size")).toBe("Company size");
  const node = { kind: "send_email" };
  const unknown = { code: "unknown-variable", params: { node, field: "Message", name: "deal.x" }, message: "" };
  expect(problemText(unknown)).toBe("“Enviar e-mail”: “Mensagem” usa “deal.x”, uma variável que não existe.");
});

test("texts of an editor's own leave those of the page alone", async () => {
  // Whoever asked last is gone.
  askFor(createTexts());
  const own = createTexts();
  await switchLanguage(own, "pt-BR");
  expect(text("common", "cancel")).toBe("Cancel");
  const restore = makeCurrent(own);
  expect(text("common", "cancel")).toBe("Cancelar");
  restore();
  expect(text("common", "cancel")).toBe("Cancel");
});

test.each([
  [["pt-BR", "en"], "pt-BR"],
  [["pt-PT"], "pt-BR"],
  [["de-DE", "PT"], "pt-BR"],
  [["de", "fr"], "en"],
  [["en-GB", "pt-BR"], "en"],
  [[], "en"],
])("a person who reads %j gets %s", (wanted, language) => {
  expect(languageOf(wanted)).toBe(language);
});
