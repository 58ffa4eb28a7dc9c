import { t } from "i18next";

/** Values put into a text; `count` chooses its plural. */
export type Params = Record<string, string | number>;

/** A text of the forms in the current language, for code outside components. */
export const formText = (key: string, params: Params = {}): string =>
  t(key, { ns: "forms", interpolation: { escapeValue: false }, ...params });
