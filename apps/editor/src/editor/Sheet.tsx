import type { ReactNode } from "react";
import { lazyPart } from "../ui/lazyPart.tsx";

export interface SheetProps {
  title: string;
  onClose: () => void;
  /** Out of the way, as while something is dragged from it to what it covers. */
  away?: boolean;
  children: ReactNode;
}

const sheet = lazyPart(async () => (await import("./SheetWindow.tsx")).SheetWindow);

/** A panel that comes up from the foot of a small screen. */
export const Sheet = sheet.Part;
export const loadSheet = sheet.load;
