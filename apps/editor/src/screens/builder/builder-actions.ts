import type { DrawingFormat } from "./share/share-drawing.ts";

/** What the header and the command palette of the builder offer. */
export interface BuilderActions {
  /** Shows people around who are new here. */
  onTour: () => void;
  onPublish: () => void;
  /** Publishes after what it would do was looked at; null where there is nothing to publish. */
  onReview: (() => void) | null;
  onSettings: () => void;
  onShare: (format: DrawingFormat) => void;
  /** Null where there is nothing to compare with. */
  onCompare: (() => void) | null;
  /** Null where nothing is stored to be tried. */
  onTry: (() => void) | null;
  /** Shows or hides where runs went; null where nothing is stored that could run. */
  onFlow: (() => void) | null;
  /** Null where nothing is stored. */
  onHistory: (() => void) | null;
  /** Runs that wait in earlier versions; null where nothing is stored. */
  onWaiting: (() => void) | null;
}
