import { createInstance, type FormatterModule, type i18n } from "i18next";
import type { LATER } from "./later.ts";
import { ENGLISH } from "./resources.ts";
import { loadLanguage, type Language } from "./languages.ts";

const formats = new Map<string | undefined, Intl.NumberFormat>();

/** Making one takes far longer than using it. */
function formatOf(language: string | undefined): Intl.NumberFormat {
  const known = formats.get(language);
  const format = known ?? new Intl.NumberFormat(language);
  if (!known) formats.set(language, format);
  return format;
}

/** Written alike in every language. A browser's first number format takes as long as drawing some ten rows. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

/** Numbers inside texts read as the language writes them: "1,200 deals", "1.200 negócios". */
const numbers: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    typeof value === "number" && !isPlain(value) ? formatOf(language).format(value) : String(value),
};

/** The English that was loaded since; null before. */
let later: typeof LATER | null = null;
/** Texts that were made before it was there. */
const waiting = new Set<WeakRef<i18n>>();

/** Texts that nobody else's i18next knows of, in English until another language is switched to. */
export function createTexts(): i18n {
  const texts = createInstance({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { ...ENGLISH, ...later } },
    defaultNS: "common",
    initAsync: false,
    // React escapes what it draws.
    interpolation: { escapeValue: false, alwaysFormat: true },
    returnNull: false,
    react: { useSuspense: false },
  });
  void texts.use(numbers).init();
  if (later === null) waiting.add(new WeakRef(texts));
  return texts;
}

/** Loads what is not said at first, once. Rejects when it cannot be loaded. */
export async function loadLaterTexts(): Promise<void> {
  if (later !== null) return;
  addLaterTexts((await import("./later.ts")).LATER);
}

export function addLaterTexts(words: typeof LATER): void {
  later = words;
  for (const texts of waiting) {
    for (const [area, each] of Object.entries(words)) texts.deref()?.addResourceBundle("en", area, each, true, true);
  }
  waiting.clear();
}

/** Loads a language and switches texts to it: everything drawn with them follows. Rejects when it cannot be loaded. */
export async function switchLanguage(texts: i18n, language: Language): Promise<void> {
  const pack = await loadLanguage(language);
  for (const [area, words] of Object.entries(pack.texts)) texts.addResourceBundle(language, area, words, true, true);
  await texts.changeLanguage(language);
}

/** The texts of the page. */
const ofPage = createTexts();
const current: i18n[] = [ofPage];

/** Texts for words made outside components, such as toasts: those of the editor that was asked last, else of the one opened last, else the page's. */
export const currentTexts = (): i18n => (asked && current.includes(asked) ? asked : (current.at(-1) ?? ofPage));

let asked: i18n | null = null;

/**
 * Says whose words are wanted from here on. Every part of an editor does before it is drawn, and everything that a person
 * does in one: what follows is done before anybody else's turn, so several editors on a page each speak their own
 * language. What is said later, or on nobody's account, names its texts: `services.texts`.
 */
export function askFor(texts: i18n): void {
  asked = texts;
}

/** Makes texts the current ones; the returned function takes that back. */
export function makeCurrent(texts: i18n): () => void {
  current.push(texts);
  return () => {
    const place = current.lastIndexOf(texts);
    if (place > 0) current.splice(place, 1);
  };
}

/** The texts of the page itself, for a page that is the editor's own. */
export const pageTexts = (): i18n => ofPage;
