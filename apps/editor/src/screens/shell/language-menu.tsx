import { Languages } from "lucide-react";
import { toast } from "../../ui/dialogs/toast.ts";
import { LANGUAGES, type Language } from "../../i18n/languages.ts";
import { chooseLanguage, useLanguage } from "../../i18n/set-up.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";

/** Each language by its own name: whoever looks for it reads it. */
const NAMES: Readonly<Record<Language, string>> = { en: "English", "pt-BR": "Português (Brasil)" };

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
        label: NAMES[each],
        checked: each === language,
        onSelect: () => choose(each),
      }))}
    />
  );
}
