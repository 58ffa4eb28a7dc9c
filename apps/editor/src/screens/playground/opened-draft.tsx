import { useEffect } from "react";
import { blankDraft } from "../../document/draft/draft.ts";
import { useEntry } from "../../features/drafts/use-entry.ts";
import { usePresence } from "../../features/drafts/use-presence.ts";
import { useText } from "../../i18n/use-text.ts";
import { BuilderSkeleton } from "../builder/builder-skeleton.tsx";
import { initialOf } from "../builder/opening.ts";
import type { OpenedDraftProps } from "./opened.ts";
import { Workbench } from "./workbench.tsx";

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
