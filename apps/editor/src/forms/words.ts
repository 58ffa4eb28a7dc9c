import { t } from "i18next";

/** Values put into a text; `count` chooses its plural. */
export type Params = Record<string, string | number>;

const plain = { ns: "forms", interpolation: { escapeValue: false } };

/** A text of the forms in the current language, for code outside components. */
export const formText = (key: string, params: Params = {}): string => t(key, { ...plain, ...params });

/** The text of a key, or `fallback` where the language has none: for names that come with the engine's tables. */
export const textOr = (key: string, fallback: string): string => t(key, { ...plain, defaultValue: fallback });
