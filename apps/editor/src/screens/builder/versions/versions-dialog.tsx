import type { Automation, AutomationVersion } from "@trilho/api-client";
import { draftOf, type Draft } from "../../../document/draft/draft.ts";
import type { useDraft } from "../../../document/draft/use-draft.ts";
import { HistoryDialog } from "../../../features/history/history-dialog.tsx";
import { useText } from "../../../i18n/use-text.ts";
import { toast } from "../../../ui/dialogs/toast.ts";
import type { Layer } from "../builder-layers.tsx";

export interface VersionsDialogProps {
  open: boolean;
  onClose: () => void;
  edited: ReturnType<typeof useDraft>;
  stored: Automation;
  /** The draft may only be looked at. */
  locked: boolean;
  onLayer: (layer: Layer) => void;
  /** What the history would say of a draft once it is published. */
  onNote: (of: Draft, note: string) => void;
}

/** The history of the automation that is being edited: opens and compares its versions, and makes one the draft again. */
export function VersionsDialog({ open, onClose, edited, stored, locked, onLayer, onNote }: VersionsDialogProps) {
  const t = useText("history");
  const { base, takeMerged } = edited;
  const whole = (version: AutomationVersion): Automation => ({ ...stored, ...version });
  const compare = (before: AutomationVersion, after: AutomationVersion | null) =>
    onLayer({
      kind: "compare",
      theirs: whole(before),
      ...(after && { after: { version: after.version, draft: draftOf(whole(after)) } }),
    });
  const restore = (version: AutomationVersion) => {
    const draft = draftOf(whole(version));
    takeMerged(base ?? stored, draft);
    onNote(draft, t("restoredNote", { version: version.version }));
    toast.success(t("restored", { version: version.version }), { description: t("restoredHint") });
  };
  return (
    <HistoryDialog
      open={open}
      onClose={onClose}
      automation={stored}
      onOpen={(version) => onLayer({ kind: "version", version: whole(version) })}
      onCompare={compare}
      onRestore={locked ? null : restore}
    />
  );
}
