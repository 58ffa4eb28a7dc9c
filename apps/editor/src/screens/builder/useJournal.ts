import type { Automation } from "@trilho/api-client";
import { useEffect, useState } from "react";
import { useSession } from "../../data/session.ts";
import type { Draft } from "./draft.ts";
import { holdEntry, placeOf, removeEntry, takeAbandoned, writeEntry, type JournalEntry } from "./journal.ts";

interface Journaled {
  draft: Draft;
  base: Automation | null;
  dirty: boolean;
}

/** Keeps unsaved changes on the device at every change; forgets them once they are stored, or left on purpose. */
export function useJournal({ draft, base, dirty }: Journaled): void {
  const baseUrl = useSession()?.baseUrl ?? "";
  const [id] = useState(() => crypto.randomUUID());
  useEffect(() => {
    const release = holdEntry(id);
    return () => {
      release();
      void removeEntry(id);
    };
  }, [id]);
  useEffect(() => {
    if (!dirty) {
      void removeEntry(id);
      return;
    }
    const place = placeOf(baseUrl, base?.id ?? "new");
    void writeEntry({ id, place, draft, base, savedAt: new Date().toISOString() });
  }, [id, baseUrl, draft, base, dirty]);
}

/** A draft that an earlier page left behind; undefined while it is looked for. */
export function useAbandoned(automationId: string, wanted: boolean): JournalEntry | null | undefined {
  const baseUrl = useSession()?.baseUrl ?? "";
  const place = placeOf(baseUrl, automationId);
  const [found, setFound] = useState<JournalEntry | null | undefined>(wanted ? undefined : null);
  useEffect(() => {
    if (!wanted) return;
    void abandonedOf(place).then(setFound);
  }, [place, wanted]);
  return found;
}

const asked = new Map<string, Promise<JournalEntry | null>>();

/** React may draw a screen twice; an entry is taken out of the journal by the first and shared with the second. */
function abandonedOf(place: string): Promise<JournalEntry | null> {
  const known = asked.get(place);
  if (known) return known;
  const answer = takeAbandoned(place).finally(() => setTimeout(() => asked.delete(place)));
  asked.set(place, answer);
  return answer;
}
