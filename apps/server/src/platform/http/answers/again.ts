import { wasOvertaken } from "./errors.ts";

/** Whoever is overtaken this often is told so. */
const TRIES = 3;

/**
 * What others did to the same things meanwhile undid `work`: it begins anew and sees them as they are now, so that what
 * was deleted under a request is refused as if it had never been. `work` leaves nothing behind when it rejects.
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
