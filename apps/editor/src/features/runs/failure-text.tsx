import { tellFailure } from "@trilho/engine/failures";
import { languageOf } from "../../i18n/languages.ts";
import { useLocale } from "../../i18n/use-text.ts";

/** Why an action or a run failed, in the reader's language; what has no code known here stays as the server stored it. */
export function FailureText({ stored, failure }: { stored: string; failure: unknown }) {
  const locale = useLocale();
  return tellFailure(failure, languageOf([locale])) ?? <span lang="en">{stored}</span>;
}
