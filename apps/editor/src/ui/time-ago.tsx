import { formatInstant, formatRelative } from "../i18n/format.ts";
import { useLocale } from "../i18n/use-text.ts";
import { useNow } from "./use-now.ts";

/** "3 hours ago", with the exact time in its title. */
export function TimeAgo({ at }: { at: string }) {
  const locale = useLocale();
  const now = useNow();
  return (
    <time dateTime={at} title={formatInstant(at, locale)}>
      {formatRelative(at, locale, now)}
    </time>
  );
}
