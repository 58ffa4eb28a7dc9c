import { Search } from "lucide-react";
import styles from "./search-field.module.css";
import { TextField } from "./text-field.tsx";

export interface SearchFieldProps {
  label: string;
  /** What can be looked for, where the label does not say it. */
  placeholder?: string;
  value: string;
  onValueChange: (value: string) => void;
}

/** Where a list is narrowed by what is typed. */
export function SearchField({ label, placeholder = label, value, onValueChange }: SearchFieldProps) {
  return (
    <TextField
      className={styles["search"]}
      label={label}
      hideLabel
      type="search"
      icon={<Search />}
      placeholder={placeholder}
      value={value}
      onValueChange={onValueChange}
    />
  );
}
