import { knownFailureText } from "../../i18n/failure-text.ts";
import { useLocale } from "../../i18n/use-text.ts";

/** Why an action or a run failed, in the reader's language; what has no code known here stays as the server stored it. */
export function FailureText({ stored, failure }: { stored: string; failure: unknown }) {
  const locale = useLocale();
  return knownFailureText(failure, locale) ?? <span lang="en">{stored}</span>;
}
