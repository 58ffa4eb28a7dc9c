import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { deviceStore } from "../browser/storage.ts";
import { LANGUAGES, languageOf, type Language } from "./languages.ts";
import { pageTexts, switchLanguage } from "./texts.ts";

const KEY = "trilho.language";

const store = createStore<{ language: Language }>()(() => ({ language: "en" }));

/** What a person chose on this device, else the first of the browser's languages that the editor speaks. */
export function preferredLanguage(): Language {
  const kept = deviceStore.get(KEY);
  return LANGUAGES.find((language) => language === kept) ?? languageOf(navigator.languages);
}

/** Switches the page to a language. Rejects when it cannot be loaded, and leaves the page as it is. */
export async function showLanguage(language: Language): Promise<void> {
  await switchLanguage(pageTexts(), language);
  document.documentElement.lang = language;
  store.setState({ language });
}

/** The same, and keeps the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  deviceStore.set(KEY, language);
}

/** The language the page is in. */
export const useLanguage = (): Language => useStore(store, (state) => state.language);
