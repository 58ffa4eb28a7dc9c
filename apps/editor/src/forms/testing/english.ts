import { init } from "i18next";
import forms from "../../i18n/en/forms.json" with { type: "json" };

/** Speaks English in tests of words, without the rest of the app. */
export async function speakEnglish(): Promise<void> {
  await init({ lng: "en", resources: { en: { forms } }, interpolation: { escapeValue: false } });
}
