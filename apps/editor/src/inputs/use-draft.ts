import { useState } from "react";

/** A text being typed that stands for a value. */
export interface DraftText {
  text: string;
  setText: (text: string) => void;
}

/**
 * Keeps what a person types as they typed it ("1.", "12,") while the value behind it changes, and starts over when the
 * value changes from outside: by undo, by a fix, by another node.
 * @param format the value as text
 * @param commit takes each text typed and answers the value it made of it
 */
export function useDraft<T>(value: T, format: (value: T) => string, commit: (text: string) => T): DraftText {
  const [draft, setDraft] = useState({ text: format(value), value });
  const same = Object.is(draft.value, value) || format(draft.value) === format(value);
  if (!same) setDraft({ text: format(value), value });
  return {
    text: same ? draft.text : format(value),
    setText: (text) => setDraft({ text, value: commit(text) }),
  };
}
