import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  ChevronDown,
  Copy,
  Trash2,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEditor, useServices } from "../../document/context.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import type { MenuAction } from "../../ui/dialogs/menu.tsx";
import { commandName } from "./command.ts";
import { commandOf, shortcutOf } from "./table.ts";
import styles from "./selection-bar.module.css";

const ARRANGING: readonly (readonly [id: string, icon: LucideIcon] | null)[] = [
  ["align.left", AlignStartVertical],
  ["align.centre", AlignCenterVertical],
  ["align.right", AlignEndVertical],
  null,
  ["align.top", AlignStartHorizontal],
  ["align.middle", AlignCenterHorizontal],
  ["align.bottom", AlignEndHorizontal],
  null,
  ["distribute.horizontal", AlignHorizontalDistributeCenter],
  ["distribute.vertical", AlignVerticalDistributeCenter],
];

/** What can be done to several selected steps at once, below the drawing. */
export function SelectionBar() {
  const inCommands = useText("commands");
  const t = useText("builder");
  const services = useServices();
  const count = useEditor(({ selection }) => selection.nodeIds.length);
  const readOnly = useEditor((state) => state.readOnly);
  if (count < 2 || readOnly) return null;

  const press = (id: string) => (): void => commandOf(id).run({ services, t, chord: null });
  const items = ARRANGING.map((row): MenuAction | null => {
    if (row === null) return null;
    const [id, Icon] = row;
    const isPossible = commandOf(id).isPossible?.(services) ?? true;
    return {
      label: commandName(id, inCommands),
      icon: <Icon size={15} />,
      shortcut: shortcutOf(id),
      disabled: !isPossible,
      onSelect: press(id),
    };
  });
  return (
    <div
      className={styles["bar"]}
      role="toolbar"
      aria-label={inCommands("selection.label")}
      data-testid="selection-bar"
    >
      <span className={styles["count"]}>{inCommands("selection.count", { count })}</span>
      <Menu
        align="center"
        trigger={
          <Button size="sm" variant="ghost">
            {inCommands("selection.arrange")} <ChevronDown size={14} aria-hidden="true" />
          </Button>
        }
        items={items}
      />
      <IconButton
        size="sm"
        label={commandName("duplicate", inCommands)}
        shortcut={shortcutOf("duplicate")}
        icon={<Copy />}
        onClick={press("duplicate")}
      />
      <IconButton
        size="sm"
        label={t("editor.deleteSeveral", { count })}
        shortcut={shortcutOf("delete")}
        icon={<Trash2 />}
        onClick={press("delete")}
      />
    </div>
  );
}
