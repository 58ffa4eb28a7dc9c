import type { Told } from "./kinds/kind.ts";
import type { Witness } from "./witness/types.ts";

/**
 * What is found in a workspace, with the places that bring it about. `shown` is the witness in which it was seen to happen;
 * null where nothing happens (`proved`), or where it is possible, and neither seen nor ruled out.
 */
export interface Finding extends Told {
  readonly shown: Witness | null;
  /** Whether it follows from the workspace as it is: an automation never starts. */
  readonly proved: boolean;
}
