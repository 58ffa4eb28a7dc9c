import { Combobox as Base } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { usePortal } from "../dialogs/portal.ts";
import listbox from "./listbox.module.css";
import { OptionText } from "./option-text.tsx";
import type { Option, OptionGroup } from "./option.ts";

/** The popup of a combobox: what is left of the groups after typing, each under its title. */
export function ComboboxList({ loading, none }: { loading: boolean; none?: string }) {
  const t = useText("common");
  const portal = usePortal();
  return (
    <Base.Portal container={portal}>
      <Base.Positioner className={listbox["positioner"]} sideOffset={4}>
        <Base.Popup className={listbox["popup"]} aria-busy={loading || undefined}>
          <Base.Empty className={listbox["none"]}>{loading ? t("loading") : (none ?? t("nothingFound"))}</Base.Empty>
          <Base.List className={listbox["list"]}>
            {({ title, items }: OptionGroup) => (
              <Base.Group key={`${title ?? ""} ${items[0]?.value ?? ""}`} items={items}>
                {title !== null && <Base.GroupLabel className={listbox["groupLabel"]}>{title}</Base.GroupLabel>}
                <Base.Collection>{(option: Option) => <Choice key={option.value} option={option} />}</Base.Collection>
              </Base.Group>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

const Choice = ({ option }: { option: Option }) => (
  <Base.Item value={option} disabled={option.disabled} className={listbox["item"]}>
    <OptionText option={option} />
    <Base.ItemIndicator className={listbox["check"]}>
      <Check />
    </Base.ItemIndicator>
  </Base.Item>
);
