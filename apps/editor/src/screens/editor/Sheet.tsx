import { lazyPart } from "../../ui/loading/lazyPart.tsx";

const sheet = lazyPart(async () => (await import("./SheetWindow.tsx")).SheetWindow);

/** A panel that comes up from the foot of a small screen. */
export const Sheet = sheet.Part;
export const sheetCode = sheet.code;
