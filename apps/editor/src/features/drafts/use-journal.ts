import type { Automation } from "@trilho/api-client";
import { useEffect, useRef } from "react";
import { notifyTabs } from "../../browser/tabs.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { removeEntry, writeEntry } from "./journal.ts";
import type { Sent } from "../../document/draft/reconcile-publish.ts";
import type { Synced } from "../../document/draft/synced.ts";
import type { Shelved } from "../../document/draft/use-draft.ts";

interface Journaled {
  place: string;
  baseUrl: string;
  draft: Draft;
  base: Automation | null;
  dirty: boolean;
  shelved: Shelved | null;
  sent: Sent | null;
  /** JSON that was typed and not applied yet. */
  raw: string | null;
  /** Null where the service keeps no drafts. */
  synced: Synced | null;
  /** When the draft was changed last, if that was on an earlier page. */
  since: string | null;
  /** False while another tab is the one that writes. */
  active: boolean;
}

/** Keeps unsaved changes on the device at every change, and forgets them once they are stored. */
export function useJournal(journaled: Journaled): void {
  const { place, baseUrl, draft, base, dirty, shelved, sent, raw, synced, since, active } = journaled;
  const first = useRef(draft);
  const firstRaw = useRef(raw);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!active) return;
    // An automation that was just created has its own place from now on.
    if (last.current !== null && last.current !== place) void removeEntry(last.current);
    last.current = place;
    const notify = () => notifyTabs({ type: "journaled", place });
    if (!dirty && shelved === null && sent === null && raw === null) {
      void removeEntry(place).then(notify);
      return;
    }
    const savedAt =
      draft === first.current && raw === firstRaw.current && since !== null ? since : new Date().toISOString();
    const automationId = base?.id ?? null;
    void writeEntry({
      place,
      baseUrl,
      automationId,
      draft,
      base,
      shelved,
      sent,
      savedAt,
      ...(raw !== null && { raw }),
      ...(synced !== null && { synced }),
    }).then(notify);
  }, [active, place, baseUrl, draft, base, dirty, shelved, sent, raw, synced, since]);
}
