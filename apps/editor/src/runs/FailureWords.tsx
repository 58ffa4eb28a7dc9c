import { failureIn } from "../i18n/failureWords.ts";
import { useLocale } from "../i18n/useText.ts";

/** Why an action or a run failed, in the reader's language; what is not known there stays as the server stored it. */
export function FailureWords({ stored }: { stored: string }) {
  const locale = useLocale();
  return failureIn(stored, locale) ?? <span lang="en">{stored}</span>;
}
