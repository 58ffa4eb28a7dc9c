import { useMemo } from "react";
import type { HostCommand } from "../../document/host-command.ts";
import { LANGUAGES, LANGUAGE_NAMES } from "../../i18n/languages.ts";
import { chooseLanguage, useLanguage } from "../../i18n/set-up.ts";
import { useText } from "../../i18n/use-text.ts";
import { setTheme, THEMES, useTheme } from "../../theme/theme.ts";
import { toast } from "../../ui/dialogs/toast.ts";

/** Other themes and languages, for the command palette. The same list until one was chosen. */
export function useLooks(): readonly HostCommand[] {
  const t = useText("common");
  const { theme } = useTheme();
  const language = useLanguage();
  return useMemo(
    () => [
      ...THEMES.filter((each) => each !== theme).map((each) => ({
        id: `theme.${each}`,
        label: t("chosen", { what: t("theme.label"), value: t(`theme.${each}`) }),
        section: "app" as const,
        run: () => setTheme(each),
      })),
      ...LANGUAGES.filter((each) => each !== language).map((each) => ({
        id: `language.${each}`,
        label: t("chosen", { what: t("language.label"), value: LANGUAGE_NAMES[each] }),
        section: "app" as const,
        keywords: "language idioma",
        run: () => {
          chooseLanguage(each).catch(() => toast.error(t("language.failed")));
        },
      })),
    ],
    [t, theme, language],
  );
}
