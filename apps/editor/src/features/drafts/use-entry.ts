import { useEffect, useState } from "react";
import { hearTabs } from "../../browser/tabs.ts";
import { readEntry, type JournalEntry } from "./journal.ts";

/** What the journal has of a place; undefined while it is looked for. Where another tab writes it, it is read again. */
export function useEntry(place: string, once: boolean): JournalEntry | null | undefined {
  const [entry, setEntry] = useState<JournalEntry | null | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    const read = () => void readEntry(place).then((found) => wanted && setEntry(found));
    read();
    const stop = once
      ? undefined
      : hearTabs((message) => {
          if (message.type === "journaled" && message.place === place) read();
        });
    return () => {
      wanted = false;
      stop?.();
    };
  }, [place, once]);
  return entry;
}
