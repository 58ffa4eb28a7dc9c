import { createStore } from "zustand/vanilla";

/** What the automation that is drawn and another one do to each other, as it is told beside its problems. */
export interface FindingBeside {
  readonly key: string;
  /** What it is, and which automation the other is, in the current language. */
  readonly sentence: string;
  /** Its step here; null where it is about the whole automation. */
  readonly nodeId: string | null;
  /** Plays how it happens; null where it is possible, and was not seen to happen. */
  readonly play: (() => void) | null;
  /** What is published does not do it. */
  readonly isNew: boolean;
}

/** Those that were seen to happen first. None where nothing is known of other automations. */
export const findingsBeside = createStore<readonly FindingBeside[]>(() => []);
