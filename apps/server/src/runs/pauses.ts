import type { Store } from "./model/stores.ts";
import type { PauseScope } from "./model/pause-port.ts";

/** Taken up in one statement. */
const AT_ONCE = 200;

/**
 * Once this has answered, no action of the scope begins any more: whoever takes a run reads the pause, but for those who
 * read before it was there, and these are waited for. False when there is no such scope.
 */
export async function pauseRuns({ pauses }: Pick<Store, "pauses">, scope: PauseScope): Promise<boolean> {
  // On its own: only who comes after its end knows of it.
  if (!(await pauses.set(scope, true))) return false;
  await pauses.hold(scope);
  return true;
}

/** Lets some of the kept runs go that nothing pauses any more; answers how many. */
export const takeUpRuns = ({ pauses }: Pick<Store, "pauses">): Promise<number> => pauses.release(AT_ONCE);
