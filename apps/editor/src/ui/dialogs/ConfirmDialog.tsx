import { lazyPart } from "../loading/lazyPart.tsx";

const dialog = lazyPart(async () => (await import("./ConfirmDialogWindow.tsx")).ConfirmDialogWindow, {
  wanted: ({ open }) => open,
});

/** Asks before something that cannot be taken back. The focus starts on the way out. */
export const ConfirmDialog = dialog.Part;
export const confirmDialogCode = dialog.code;
