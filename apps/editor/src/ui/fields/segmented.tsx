import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import styles from "./segmented.module.css";

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  count?: number;
}

export interface SegmentedProps<Value extends string> {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/** One of two to five views of the same thing. */
export function Segmented<Value extends string>({ label, segments, value, onValueChange }: SegmentedProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      className={styles["group"]}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next as Value)}
    >
      {segments.map((segment) => (
        <Toggle key={segment.value} value={segment.value} className={styles["segment"]}>
          {segment.label}
          {segment.count !== undefined && <span className={styles["count"]}>{segment.count}</span>}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
