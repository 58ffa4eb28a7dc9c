import { useState } from "react";
import type { Option } from "./option.ts";

/** What is typed and no option has may be made, where a picker has one. */
export interface Creation {
  /** "Create ‘Gold’". */
  label: (name: string) => string;
  /** Makes it; its value, or null when that failed and was told. */
  create: (name: string) => Promise<string | null>;
}

/** The value of the option that makes another one: no id is blank. */
const NEW = " ";

const plain = (text: string): string => text.trim().toLocaleLowerCase();

/** The options with one more for what is typed, and what choosing that does. */
export function useCreation(options: readonly Option[], creation: Creation | undefined) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const name = typed.trim();
  const isNew = name !== "" && options.every(({ label }) => plain(label) !== plain(name));
  const offer = creation !== undefined && isNew && !busy;
  return {
    options: offer ? [...options, { value: NEW, label: creation.label(name) }] : options,
    busy,
    onTyped: setTyped,
    /** Gives on what was chosen, once all of it is there. */
    choose(values: readonly string[], give: (values: string[]) => void): void {
      const known = values.filter((value) => value !== NEW);
      if (known.length === values.length || creation === undefined) return give(known);
      setBusy(true);
      creation
        .create(name)
        .then((made) => made !== null && give([...known, made]))
        .finally(() => setBusy(false));
    },
  };
}
