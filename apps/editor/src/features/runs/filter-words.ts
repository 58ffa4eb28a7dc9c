import { useAutomationList } from "../../data/automation-list.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { type Chosen, PERIODS } from "./workspace-filter.ts";

/** Of which automations runs are, and what they were filtered by, in the words of the fields it was chosen in. */
export function useFilterWords({ view, automationId, error, hours, from }: Chosen): (automations: number) => string {
  const t = useText("runs");
  const locale = useLocale();
  const name = useAutomationList().data?.items.find(({ id }) => id === automationId)?.name;
  const period = PERIODS.find((each) => each === hours && each !== 0);
  const words = [
    view !== "all" && t(`everywhere.views.${view}`),
    from === null
      ? period !== undefined && t(`everywhere.periods.${period}`)
      : t("everywhere.since", { when: formatInstant(from, locale) }),
    error.trim() !== "" && t("bulk.error", { error: error.trim() }),
  ].filter((word) => word !== false);
  const filters = new Intl.ListFormat(locale, { type: "unit" }).format(words);
  return (count) => {
    const automations = name === undefined ? t("bulk.automations", { count }) : t("bulk.automation", { name });
    if (words.length > 0) return t("bulk.filtered", { automations, filters });
    return name === undefined ? t("bulk.unfiltered", { automations }) : `${automations}.`;
  };
}
