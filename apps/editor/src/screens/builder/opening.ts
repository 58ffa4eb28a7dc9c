import type { Automation } from "@trilho/api-client";
import { countChanges } from "../../document/draft/draft-changes.ts";
import { blankDraft, draftOf } from "../../document/draft/draft.ts";
import type { JournalEntry } from "../../features/drafts/journal.ts";
import type { StoredDraft } from "../../data/drafts.ts";
import type { Synced } from "../../document/draft/synced.ts";
import { draftOfContent } from "../../document/draft/transfer.ts";
import { isStored } from "../../document/draft/reconcile-publish.ts";
import type { DraftOptions } from "../../document/draft/use-draft.ts";

/** What the builder opens with, out of what an earlier page left in the journal. */
export interface Opening extends DraftOptions {
  /** A publish of that page whose answer never came. */
  unsettled?: JournalEntry["sent"];
  /** The service's draft that it started from. */
  synced?: Synced;
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
    ...(entry.synced && { synced: entry.synced }),
  };
}

/** With what is stored at hand: a draft that is stored already is nothing to restore. */
export function storedInitial(
  stored: Automation,
  entry: JournalEntry | null,
  shared: StoredDraft | null = null,
): Opening {
  const plain: Opening = { base: stored, draft: draftOf(stored), untouched: true };
  if (entry === null) return shared === null ? plain : sharedInitial(stored, shared, plain);
  const isStoredAlready = entry.shelved === null && entry.raw === undefined && isStored(stored, entry.draft);
  return isStoredAlready ? plain : initialOf(entry);
}

/** With the draft that the service keeps, whoever changed it. */
function sharedInitial(stored: Automation, { draft: shared, base: version }: StoredDraft, plain: Opening): Opening {
  const { revision, baseVersion, editedAt, editedBy } = shared;
  const draft = draftOfContent(shared.content);
  const synced = { revision, content: draft };
  if (isStored(stored, draft)) return { ...plain, synced };
  const base = baseVersion === stored.version ? stored : { ...stored, ...version, version: baseVersion };
  return {
    base,
    draft,
    untouched: false,
    restored: {
      savedAt: editedAt,
      version: baseVersion,
      changes: countChanges(draftOf(base), draft),
      by: editedBy.name,
    },
    synced,
  };
}
