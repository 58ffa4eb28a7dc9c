import type { Automation } from "@trilho/api-client";
import { countChanges } from "../../document/draft/draft-changes.ts";
import { blankDraft, draftOf } from "../../document/draft/draft.ts";
import type { JournalEntry } from "../../features/drafts/journal.ts";
import { isStored } from "../../document/draft/reconcile-publish.ts";
import type { DraftOptions } from "../../document/draft/use-draft.ts";

/** What the builder opens with, out of what an earlier page left in the journal. */
export interface Opening extends DraftOptions {
  /** A publish of that page whose answer never came. */
  unsettled?: JournalEntry["sent"];
}

export function initialOf(entry: JournalEntry): Opening {
  const { base, draft, shelved, sent, savedAt, raw = null } = entry;
  const from = base === null ? blankDraft("") : draftOf(base);
  const changes = countChanges(from, draft) + (raw === null ? 0 : 1);
  return {
    base,
    draft,
    shelved,
    raw,
    untouched: false,
    restored: { savedAt, version: base?.version ?? null, changes },
    unsettled: sent,
  };
}

/** With what is stored at hand: a draft that is stored already is nothing to restore. */
export function storedInitial(stored: Automation, entry: JournalEntry | null): Opening {
  const plain: Opening = { base: stored, draft: draftOf(stored), untouched: true };
  if (entry === null) return plain;
  const isStoredAlready = entry.shelved === null && entry.raw === undefined && isStored(stored, entry.draft);
  return isStoredAlready ? plain : initialOf(entry);
}
