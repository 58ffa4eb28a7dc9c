import type { RunPause } from "@trilho/contract";
import type { Store } from "../ports.ts";
import type { RunJob } from "./model.ts";

/** Whose runs are paused: an automation's, a workspace's, or all on this database. */
export type PauseScope =
  | { kind: "automation"; workspaceId: string; automationId: string }
  | { kind: "workspace"; workspaceId: string }
  | { kind: "server" };

/** What keeps runs at their place, and where they are kept. */
export interface PauseStore {
  /** Answers at once whether there is such a scope; one that is paused already keeps its time. */
  set(scope: PauseScope, isPaused: boolean): Promise<boolean>;
  /**
   * Marks the scope's runs whose turn has come, each once nobody has it in hand. Who read it before the pause was there
   * finds the mark, or is through.
   */
  hold(scope: PauseScope): Promise<void>;
  /** Keeps a run whose turn came at its place, without a job; its turn counts for nothing. */
  keep(job: RunJob): Promise<void>;
  /** Lets kept runs go that nothing pauses any more, so many of those that were due first. Answers when each is due, Unix ms. */
  release(limit: number): Promise<{ job: RunJob; at: number }[]>;
  /** What pauses all runs of a workspace. */
  ofWorkspace(workspaceId: string): Promise<RunPause[]>;
}

/** Taken up in one transaction. */
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

/** Sends the jobs of kept runs that nothing pauses any more, of so many at once; answers of how many. */
export const takeUpRuns = (store: Store): Promise<number> =>
  store.transaction(async (inside) => {
    const released = await inside.pauses.release(AT_ONCE);
    for (const { job, at } of released) await inside.jobs.send(job, at);
    return released.length;
  });
