import { useRef, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { focusPart } from "../../ui/keep-focus.ts";
import styles from "./builder.module.css";
import { MAX_NAME } from "../../document/draft/draft.ts";

interface NameInputProps {
  name: string;
  onName: (name: string) => void;
  readOnly?: boolean;
}

/**
 * The automation's name, edited where it stands: Enter leads on to the drawing, F2 takes all of it to be written anew,
 * Escape takes the change back as well. An automation keeps its name until it gets another one: left empty, it has the
 * one that it had.
 */
export function NameInput({ name, onName, readOnly = false }: NameInputProps) {
  const t = useText("automation");
  const [isEmptied, setEmptied] = useState(false);
  const before = useRef(name);
  return (
    <input
      className={styles["name"]}
      aria-label={t("name")}
      aria-invalid={isEmptied || name.trim() === "" || undefined}
      value={isEmptied ? "" : name}
      readOnly={readOnly}
      maxLength={MAX_NAME}
      placeholder={t("form.nameMissing")}
      spellCheck={false}
      onFocus={() => {
        before.current = name;
      }}
      onBlur={() => {
        if (isEmptied) onName(before.current);
        setEmptied(false);
      }}
      onChange={(event) => {
        const written = event.currentTarget.value;
        const isEmpty = written.trim() === "";
        setEmptied(isEmpty);
        if (!isEmpty) onName(written);
      }}
      onKeyDown={(event) => {
        if (event.key === "F2") event.currentTarget.select();
        if (event.key === "Escape") onName(before.current);
        const main = document.querySelector("main");
        if (main !== null && (event.key === "Enter" || event.key === "Escape")) focusPart(main);
      }}
    />
  );
}
