import type { Automation, AutomationVersion } from "@trilho/api-client";
import { draftOf } from "../../../document/draft/draft.ts";
import { HistoryDialog } from "../../../features/history/history-dialog.tsx";
import type { Layer } from "../builder-layers.tsx";

export interface VersionsDialogProps {
  open: boolean;
  onClose: () => void;
  stored: Automation;
  /** The draft may only be looked at. */
  locked: boolean;
  onLayer: (layer: Layer) => void;
  onRestore: (version: Automation) => void;
}

/** The history of the automation that is being edited: opens and compares its versions, and makes one the draft again. */
export function VersionsDialog({ open, onClose, stored, locked, onLayer, onRestore }: VersionsDialogProps) {
  const whole = (version: AutomationVersion): Automation => ({ ...stored, ...version });
  const compare = (before: AutomationVersion, after: AutomationVersion | null) =>
    onLayer({
      kind: "compare",
      theirs: whole(before),
      ...(after && { after: { version: after.version, draft: draftOf(whole(after)) } }),
    });
  return (
    <HistoryDialog
      open={open}
      onClose={onClose}
      automation={stored}
      onOpen={(version) => onLayer({ kind: "version", version: whole(version) })}
      onCompare={compare}
      onRestore={locked ? null : (version) => onRestore(whole(version))}
    />
  );
}
