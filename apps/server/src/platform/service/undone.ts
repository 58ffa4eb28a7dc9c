import { refused, type Failure, type Outcome } from "./outcome.ts";

/** A transaction that can go on without a part of it. */
export interface Attempts {
  /** What `work` did is undone when it rejects, and the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

class Undone extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What refused work did before it came to that is taken back; the transaction goes on. */
export async function undoneUnlessDone<Value>(
  store: Attempts,
  work: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await store.attempt(async () => {
      const outcome = await work();
      if (!outcome.ok) throw new Undone(outcome.failure);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone) return refused(error.failure);
    throw error;
  }
}
