import type { i18n } from "i18next";
import { use, useMemo } from "react";
import { I18nContext, useTranslation } from "react-i18next";
import type { Namespace, TextKey } from "./resources.ts";
import { askFor, currentTexts, pageTexts } from "./texts.ts";

/** Values put into a text; `count` chooses its plural. */
export type TextParams = Record<string, string | number>;

export type Text<Area extends Namespace> = (key: TextKey<Area>, params?: TextParams) => string;

/** The texts around: of an editor in somebody's page, or the page's own. What `useTranslation` gives is a copy of them. */
export const useTexts = (): i18n => use(I18nContext)?.i18n ?? pageTexts();

/** The texts of one area, in the current language; drawn anew when the language changes. */
export function useText<Area extends Namespace>(area: Area): Text<Area> {
  const { i18n } = useTranslation(area);
  const language = i18n.language;
  askFor(useTexts());
  return useMemo(() => {
    const t = i18n.getFixedT(language, area) as (key: string, params: TextParams) => string;
    return (key, params = {}) => t(key, params);
  }, [i18n, language, area]);
}

/** A text outside components, in the language of some texts: for what is said later, or away from what is drawn. */
export const textIn = <Area extends Namespace>(
  texts: i18n,
  area: Area,
  key: TextKey<Area>,
  params: TextParams = {},
): string => texts.t(key as string, { ...params, ns: area });

/** The same in the language of what is being drawn, or was pressed: for words made on the way, never for later. */
export function text<Area extends Namespace>(area: Area, key: TextKey<Area>, params: TextParams = {}): string {
  return textIn(currentTexts(), area, key, params);
}

/** The current language, for `Intl`. */
export const useLocale = (): string => useTranslation().i18n.language;

/** The same outside components. */
export const currentLocale = (): string => currentTexts().language;
