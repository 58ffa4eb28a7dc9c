import type { MapCard } from "../../canvas/map/automation-map.tsx";
import { useText } from "../../i18n/use-text.ts";
import { Select } from "../../ui/fields/select.tsx";
import styles from "./interactions.module.css";

interface AboutFilterProps {
  /** The automations that take part in findings. */
  parties: readonly MapCard[];
  /** The chosen one; null for every. */
  value: string | null;
  onValueChange: (value: string | null) => void;
}

const EVERY = "";

/** Narrows findings down to those of one automation. */
export function AboutFilter({ parties, value, onValueChange }: AboutFilterProps) {
  const t = useText("interactions");
  return (
    <Select
      className={styles["filter"]}
      label={t("about.label")}
      hideLabel
      value={value ?? EVERY}
      onValueChange={(next) => onValueChange(next === EVERY ? null : next)}
      options={[
        { value: EVERY, label: t("about.every") },
        ...parties.map(({ id, name, detail }) => ({ value: id, label: name, description: detail })),
      ]}
    />
  );
}
