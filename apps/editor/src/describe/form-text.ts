import { currentTexts } from "../i18n/texts.ts";

/** Values put into a text; `count` chooses its plural. */
export type Params = Record<string, string | number>;

/** A text of the forms in the current language, for code outside components. */
export const formText = (key: string, params: Params = {}): string => currentTexts().t(key, { ns: "forms", ...params });

/** The text of a key, or `fallback` where the language has none: for names that come with the engine's tables. */
export const textOr = (key: string, fallback: string): string =>
  currentTexts().t(key, { ns: "forms", defaultValue: fallback });
