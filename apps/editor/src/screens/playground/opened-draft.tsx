import { useEffect } from "react";
import { blankDraft, type Draft } from "../../document/draft/draft.ts";
import type { LinkFailure } from "../../document/draft/link.ts";
import type { JournalEntry } from "../../features/drafts/journal.ts";
import { useEntry } from "../../features/drafts/use-entry.ts";
import { usePresence } from "../../features/drafts/use-presence.ts";
import { useText } from "../../i18n/use-text.ts";
import { BuilderSkeleton } from "../builder/builder-skeleton.tsx";
import { initialOf } from "../builder/opening.ts";
import { Workbench } from "./workbench.tsx";

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

/** A draft with what the device keeps of it; one that another tab edits goes on here as a copy. */
export function OpenedDraft({ draft, ...props }: OpenedDraftProps) {
  const t = useText("automation");
  const { place, onOpen } = props;
  const { role } = usePresence(place);
  const entry = useEntry(place, true);
  const elsewhere = role === "elsewhere";
  useEffect(() => {
    if (elsewhere && entry !== undefined) onOpen(entry?.draft ?? draft ?? blankDraft(t("newName")));
  }, [elsewhere, entry, draft, onOpen, t]);
  if (entry === undefined || role !== "editor") return <BuilderSkeleton />;
  const initial =
    entry === null
      ? { base: null, draft: draft ?? blankDraft(t("newName")), untouched: draft === null }
      : initialOf(entry);
  return <Workbench {...props} initial={initial} />;
}
