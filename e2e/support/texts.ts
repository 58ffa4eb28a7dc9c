import { readFileSync } from "node:fs";

/** The languages of the editor, as a browser asks for them. */
export type Language = "en" | "pt-BR";

/** A text of the editor by its file and key: `say("builder", "toolbar.undoWhat", { what: "…" })`. */
export type TextOf = (area: string, key: string, params?: Readonly<Record<string, string | number>>) => string;

const TEXTS = new URL("../../apps/editor/src/i18n/", import.meta.url);
const areas = new Map<string, unknown>();

/** What the editor says in a language, so that one test walks through it in any. Throws for a text that there is not. */
export const wordsOf =
  (language: Language): TextOf =>
  (area, key, params = {}) => {
    const text = key.split(".").reduce(within, areaOf(language, area));
    if (typeof text !== "string") throw new Error(`There is no text ${area}:${key} in ${language}.`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ""));
  };

const within = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;

function areaOf(language: Language, area: string): unknown {
  const path = `${language}/${area}.json`;
  const known = areas.get(path) ?? JSON.parse(readFileSync(new URL(path, TEXTS), "utf8"));
  areas.set(path, known);
  return known;
}
