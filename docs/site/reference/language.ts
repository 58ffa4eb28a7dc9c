import catalog from "../../../apps/editor/src/i18n/pt-BR/catalog.json" with { type: "json" };
import type { Locale } from "../../../packages/engine/src/index.ts";
import { en } from "../../../packages/engine/src/messages/en.ts";
import { ptBR } from "../../../packages/engine/src/messages/pt-br.ts";

/** A text in each language. */
export type InBoth = readonly [english: string, portuguese: string];

/** What the pages of one language are written with. */
export interface Language {
  /** Where they stand in `docs`. */
  readonly folder: string;
  /** From there up to `docs`, for links to what is in English alone. */
  readonly docs: string;
  /** Of a sentence in both languages, the one in this language. */
  readonly say: (...both: InBoth) => string;
  /** A text of the engine's tables, by its English, as the editor shows it. */
  readonly text: (english: string) => string;
  readonly engine: Locale;
}

export const ENGLISH: Language = {
  folder: "reference/",
  docs: "../",
  say: (english) => english,
  text: (english) => english,
  engine: en,
};

export const PORTUGUESE: Language = {
  folder: "pt/reference/",
  docs: "../../",
  say: (_, portuguese) => portuguese,
  text: inPortuguese,
  engine: ptBR,
};

function inPortuguese(english: string): string {
  const text = (catalog as Readonly<Record<string, string>>)[english];
  if (text === undefined) throw new Error(`The editor's Portuguese has no “${english}”.`);
  return text;
}
