import { wasOvertaken } from "./errors.ts";

/** After so many conflicts the request fails. */
const TRIES = 3;

/**
 * Repeats `work` after a conflict with a concurrent change, so that it sees the current rows: what was deleted under a
 * request is refused as if it had never been. `work` leaves nothing behind when it rejects.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !wasOvertaken(error)) throw error;
    }
  }
}
