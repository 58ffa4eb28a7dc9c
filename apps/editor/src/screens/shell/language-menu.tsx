import { Languages } from "lucide-react";
import { toast } from "../../ui/dialogs/toast.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../i18n/languages.ts";
import { chooseLanguage, useLanguage } from "../../i18n/set-up.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";

export function LanguageMenu() {
  const t = useText("common");
  const language = useLanguage();
  const choose = (next: Language): void => {
    chooseLanguage(next).catch(() => toast.error(t("language.failed")));
  };
  return (
    <Menu
      trigger={<IconButton label={t("language.label")} icon={<Languages />} />}
      items={LANGUAGES.map((each) => ({
        label: LANGUAGE_NAMES[each],
        checked: each === language,
        onSelect: () => choose(each),
      }))}
    />
  );
}
