import { tellFailure } from "@trilho/engine/failures";
import { languageOf } from "./languages.ts";
import { currentLocale } from "./use-text.ts";

/** Why an action or a run failed, in the current language; its stored words where no others are known for it. */
export const failureText = (stored: string, failure: unknown): string =>
  tellFailure(failure, languageOf([currentLocale()])) ?? stored;
