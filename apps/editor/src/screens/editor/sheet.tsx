import { lazyPart } from "../../ui/loading/lazy-part.tsx";

const sheet = lazyPart(async () => (await import("./sheet-window.tsx")).SheetWindow);

/** A panel that comes up from the foot of a small screen. */
export const Sheet = sheet.Part;
export const sheetCode = sheet.code;
