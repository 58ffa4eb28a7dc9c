import { lazyPart } from "../loading/lazy-part.tsx";

const dialog = lazyPart(async () => (await import("./confirm-dialog-window.tsx")).ConfirmDialogWindow, {
  wanted: ({ open }) => open,
});

/** Asks before something that cannot be taken back. The focus starts on the harmless answer. */
export const ConfirmDialog = dialog.Part;
export const confirmDialogCode = dialog.code;
