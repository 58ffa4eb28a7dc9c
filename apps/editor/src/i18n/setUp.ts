import i18next, { use as addToTexts } from "i18next";
import { initReactI18next } from "react-i18next";
import { ENGLISH } from "./resources.ts";

/** Makes the texts known, before anything is drawn. Synchronous: English comes with the program. */
export function setUpTexts(): void {
  if (i18next.isInitialized) return;
  void addToTexts(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: ENGLISH },
    defaultNS: "common",
    initAsync: false,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
