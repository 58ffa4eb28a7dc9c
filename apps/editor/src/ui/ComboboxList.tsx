import { Combobox as Base } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import { Fragment } from "react";
import { useText } from "../i18n/useText.ts";
import listbox from "./listbox.module.css";
import { OptionText } from "./OptionText.tsx";
import type { Option } from "./option.ts";

/** The popup of a combobox: what is left of the options after typing. */
export function ComboboxList({ options, loading }: { options: readonly Option[]; loading: boolean }) {
  const t = useText("common");
  const before = new Map(options.map((option, index) => [option.value, options[index - 1]]));
  return (
    <Base.Portal>
      <Base.Positioner className={listbox["positioner"]} sideOffset={4}>
        <Base.Popup className={listbox["popup"]} aria-busy={loading || undefined}>
          <Base.Empty className={listbox["none"]}>{loading ? t("loading") : t("nothingFound")}</Base.Empty>
          <Base.List className={listbox["list"]}>
            {(option: Option) => (
              <Fragment key={option.value}>
                {option.group !== undefined && before.get(option.value)?.group !== option.group && (
                  <div className={listbox["groupLabel"]} role="presentation">
                    {option.group}
                  </div>
                )}
                <Base.Item value={option} disabled={option.disabled} className={listbox["item"]}>
                  <OptionText option={option} />
                  <Base.ItemIndicator className={listbox["check"]}>
                    <Check />
                  </Base.ItemIndicator>
                </Base.Item>
              </Fragment>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
