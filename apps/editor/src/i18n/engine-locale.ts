import type { ConnectRefusal, Locale } from "@trilho/engine";
import { loadedLanguage } from "./languages.ts";
import { currentLocale } from "./use-text.ts";

/** The engine's own words in a language, for its functions that take a `locale`; undefined for English. */
export const engineLocale = (language = currentLocale()): Locale | undefined => loadedLanguage(language)?.engine;

/** Why a connection cannot be made; in the language of what is drawn, unless another is named. `message` is the engine's English. */
export const refusalText = ({ code, message }: { code: ConnectRefusal; message: string }, language?: string): string =>
  engineLocale(language)?.refusals[code] ?? message;
