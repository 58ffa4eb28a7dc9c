import type { LanguagePack } from "./language-pack.ts";
import { ENGLISH } from "./resources.ts";

/** The languages of the editor, as BCP 47 tags. */
export const LANGUAGES = ["en", "pt-BR"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name: whoever looks for it reads it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", "pt-BR": "Português (Brasil)" };

/** Of English, the areas that are not said at first come apart. */
type LoadedPack = Omit<LanguagePack, "texts"> & { texts: Partial<LanguagePack["texts"]> };

const packs = new Map<Language, LoadedPack>([["en", { texts: ENGLISH, catalog: null, engine: undefined }]]);

/** How a language comes: English is part of the program, others are files of their own. */
const LOAD: Readonly<Record<Exclude<Language, "en">, () => Promise<LanguagePack>>> = {
  "pt-BR": async () => (await import("./pt-BR/pack.ts")).PT_BR,
};

/** A language's texts, loaded once. Rejects when its file cannot be loaded. */
export async function loadLanguage(language: Language): Promise<LoadedPack> {
  const known = packs.get(language);
  if (known !== undefined || language === "en") return known ?? loadLanguage("en");
  const pack = await LOAD[language]();
  packs.set(language, pack);
  return pack;
}

/** A language that is loaded already. */
export const loadedLanguage = (language: string): LoadedPack | undefined => packs.get(languageOf([language]));

/** The first language of a person's list that the editor speaks ("pt-PT" is served by "pt-BR"); English otherwise. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split(/[-_]/)[0];
    const found = LANGUAGES.find((language) => language.toLowerCase().split("-")[0] === primary);
    if (found !== undefined) return found;
  }
  return "en";
}
