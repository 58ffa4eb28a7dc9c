import type { ReactNode } from "react";
import { lazyPart } from "./lazyPart.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** What happens, as a verb: "Discard changes". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  onConfirm: () => void;
  /** A third way, between the two. */
  also?: ReactNode;
}

const dialog = lazyPart(async () => (await import("./ConfirmDialogWindow.tsx")).ConfirmDialogWindow, {
  wanted: ({ open }) => open,
});

/** Asks before something that cannot be taken back. The focus starts on the way out. */
export const ConfirmDialog = dialog.Part;
export const loadConfirmDialog = dialog.load;
