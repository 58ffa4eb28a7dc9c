/** What the header and the command palette of the builder offer. */
export interface BuilderActions {
  onPublish: () => void;
  onSettings: () => void;
  /** Null where there is nothing to compare with. */
  onCompare: (() => void) | null;
  /** Null where nothing is stored to be tried. */
  onTry: (() => void) | null;
  /** Shows or hides where runs went; null where nothing is stored that could run. */
  onFlow: (() => void) | null;
  /** Null where nothing is stored. */
  onHistory: (() => void) | null;
}
