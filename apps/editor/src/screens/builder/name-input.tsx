import { useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { focusPart } from "../../ui/keep-focus.ts";
import styles from "./builder.module.css";
import { MAX_NAME } from "../../document/draft/draft.ts";

interface NameInputProps {
  name: string;
  onName: (name: string) => void;
  readOnly?: boolean;
}

/** The automation's name, edited where it stands: Enter leads on to the drawing, Escape takes the change back as well. */
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
        const main = document.querySelector("main");
        if (main !== null && (event.key === "Enter" || event.key === "Escape")) focusPart(main);
      }}
    />
  );
}
