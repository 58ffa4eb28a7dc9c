import type { i18n } from "i18next";
import { createContext, use, useCallback, useSyncExternalStore } from "react";
import type { Namespace, TextKey } from "./resources.ts";
import { askFor, currentTexts, pageTexts } from "./texts.ts";

/** Values put into a text; `count` chooses its plural. */
export type TextParams = Record<string, string | number>;

export type Text<Area extends Namespace> = (key: TextKey<Area>, params?: TextParams) => string;

/** The texts of an editor in somebody's page; without one, the page's own. */
export const TextsContext = createContext<i18n | null>(null);

export const useTexts = (): i18n => use(TextsContext) ?? pageTexts();

/** The current language, for `Intl`; drawn anew when it changes. */
export function useLocale(): string {
  const texts = useTexts();
  const subscribe = useCallback(
    (changed: () => void) => {
      texts.on("languageChanged", changed);
      return () => texts.off("languageChanged", changed);
    },
    [texts],
  );
  return useSyncExternalStore(subscribe, () => texts.language);
}

/** The texts of one area, in the current language; drawn anew when that changes. A card asks several times: it must cost little. */
export function useText<Area extends Namespace>(area: Area): Text<Area> {
  const texts = useTexts();
  const language = useLocale();
  askFor(texts);
  let areas = textsByArea.get(texts);
  if (!areas) textsByArea.set(texts, (areas = new Map()));
  const key = `${language} ${area}`;
  let known = areas.get(key);
  if (!known) areas.set(key, (known = textsOf(texts, language, area)));
  return known;
}

type AreaText = (key: string, params?: TextParams) => string;

const textsByArea = new WeakMap<i18n, Map<string, AreaText>>();

/** A text without values is looked up once: a list of a thousand says the same few a thousand times. */
function textsOf(texts: i18n, language: string, area: Namespace): AreaText {
  const t = texts.getFixedT(language, area) as (key: string, params: TextParams) => string;
  const plain = new Map<string, string>();
  texts.store.on("added", () => plain.clear());
  return (key, params) => {
    if (params !== undefined) return t(key, params);
    const known = plain.get(key) ?? t(key, {});
    plain.set(key, known);
    return known;
  };
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

/** The current language outside components. */
export const currentLocale = (): string => currentTexts().language;
