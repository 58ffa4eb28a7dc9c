import { useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import styles from "./builder.module.css";
import { MAX_NAME } from "../../document/draft/settings-problems.ts";

interface NameInputProps {
  name: string;
  onName: (name: string) => void;
  readOnly?: boolean;
}

/** The automation's name, edited where it stands: Enter leaves it, Escape takes the change back. */
export function NameInput({ name, onName, readOnly = false }: NameInputProps) {
  const t = useText("automation");
  const [before, setBefore] = useState(name);
  const missing = name.trim() === "";
  return (
    <input
      className={styles["name"]}
      aria-label={t("name")}
      aria-invalid={missing || undefined}
      value={name}
      readOnly={readOnly}
      maxLength={MAX_NAME}
      placeholder={t("form.nameMissing")}
      spellCheck={false}
      onFocus={() => setBefore(name)}
      onChange={(event) => onName(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onName(before);
        if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}
