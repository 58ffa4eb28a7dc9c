import { Search } from "lucide-react";
import { useText } from "../../i18n/useText.ts";
import { Segmented } from "../../ui/Segmented.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./AutomationsScreen.module.css";
import { filterRows, STATE_FILTERS, type Row, type StateFilter } from "./filter.ts";

interface FilterBarProps {
  rows: readonly Row[];
  search: string;
  onSearch: (search: string) => void;
  state: StateFilter;
  onState: (state: StateFilter) => void;
}

export function FilterBar({ rows, search, onSearch, state, onState }: FilterBarProps) {
  const t = useText("automations");
  return (
    <div className={styles["filters"]}>
      <TextField
        className={styles["search"]}
        label={t("search")}
        hideLabel
        type="search"
        icon={<Search />}
        placeholder={t("searchHint")}
        value={search}
        onValueChange={onSearch}
      />
      <Segmented
        label={t("filter")}
        value={state}
        onValueChange={onState}
        segments={STATE_FILTERS.map((value) => ({
          value,
          label: t(`filters.${value}`),
          count: filterRows(rows, "", value).length,
        }))}
      />
    </div>
  );
}
