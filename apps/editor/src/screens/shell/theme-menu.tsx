import { Monitor, Moon, Sun } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { THEMES, useTheme, type Theme } from "../../theme/theme.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";

const ICONS: Readonly<Record<Theme, typeof Sun>> = { system: Monitor, light: Sun, dark: Moon };

export function ThemeMenu() {
  const t = useText("common");
  const { theme, setTheme } = useTheme();
  const Icon = ICONS[theme];
  return (
    <Menu
      trigger={<IconButton label={t("theme.label")} icon={<Icon />} />}
      items={THEMES.map((each) => {
        const Each = ICONS[each];
        return {
          label: t(`theme.${each}`),
          icon: <Each />,
          checked: each === theme,
          onSelect: () => setTheme(each),
        };
      })}
    />
  );
}
