import type { Draft } from "../../document/draft/draft.ts";
import type { LinkFailure } from "../../document/draft/link.ts";
import type { JournalEntry } from "../../features/drafts/journal.ts";

/** The draft that a tab shows, and what opens another one. */
export interface OpenedDraftProps {
  /** Where the journal keeps it. */
  place: string;
  /** What was opened; null for what is kept at the place. */
  draft: Draft | null;
  /** Why the link in the address could not be opened. */
  failure: LinkFailure | null;
  onDismiss: () => void;
  onOpen: (draft: Draft) => void;
  onOpenKept: (entry: JournalEntry) => void;
}
