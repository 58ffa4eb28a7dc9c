import { describeFailure } from "@trilho/engine/failures";
import { languageOf } from "./languages.ts";
import { currentLocale } from "./use-text.ts";

/** Why an action or a run failed, in a language; null where no words are known for it. */
export const knownFailureText = (failure: unknown, locale: string): string | null =>
  describeFailure(failure, languageOf([locale]));

/** The same in the current language; the stored words where no others are known. */
export const failureText = (stored: string, failure: unknown): string =>
  knownFailureText(failure, currentLocale()) ?? stored;
