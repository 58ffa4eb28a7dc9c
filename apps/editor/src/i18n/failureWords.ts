import { tellFailure } from "@trilho/engine/failures";
import { languageOf } from "./languages.ts";
import { currentLocale } from "./useText.ts";

/** Why an action or a run failed, in a language; null for a reason whose words nobody here knows. */
export const failureIn = (stored: string, locale: string): string | null => tellFailure(stored, languageOf([locale]));

/** The same in the current language, for words made on the way; the stored English where nobody knows it. */
export const failureText = (stored: string): string => failureIn(stored, currentLocale()) ?? stored;
