import { useCallback, useEffect, useState } from "react";
import { hearTabs } from "../../browser/tabs.ts";
import { listEntries, type JournalEntry } from "./journal.ts";

/** The drafts that this device keeps for a service, newest first. */
export function useDrafts(baseUrl: string): { entries: readonly JournalEntry[]; reload: () => void } {
  const [entries, setEntries] = useState<readonly JournalEntry[]>([]);
  const reload = useCallback(() => void listEntries(baseUrl).then(setEntries), [baseUrl]);
  useEffect(() => {
    reload();
    return hearTabs(({ type }) => type === "journaled" && reload());
  }, [reload]);
  return { entries, reload };
}
