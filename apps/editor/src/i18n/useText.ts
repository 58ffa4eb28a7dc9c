import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Namespace, TextKey } from "./resources.ts";
import { askFor, currentTexts } from "./texts.ts";

/** Values put into a text; `count` chooses its plural. */
export type TextParams = Record<string, string | number>;

export type Text<Area extends Namespace> = (key: TextKey<Area>, params?: TextParams) => string;

/** The texts of one area, in the current language; drawn anew when the language changes. */
export function useText<Area extends Namespace>(area: Area): Text<Area> {
  const { i18n } = useTranslation(area);
  const language = i18n.language;
  askFor(i18n);
  return useMemo(() => {
    const t = i18n.getFixedT(language, area) as (key: string, params: TextParams) => string;
    return (key, params = {}) => t(key, params);
  }, [i18n, language, area]);
}

/** The same outside components: for toasts, and data that carry texts. */
export function text<Area extends Namespace>(area: Area, key: TextKey<Area>, params: TextParams = {}): string {
  return currentTexts().t(key as string, { ...params, ns: area });
}

/** The current language, for `Intl`. */
export const useLocale = (): string => useTranslation().i18n.language;

/** The same outside components. */
export const currentLocale = (): string => currentTexts().language;
