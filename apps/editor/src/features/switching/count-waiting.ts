import { useClient } from "../../data/client-provider.tsx";
import { limitConcurrency } from "../../data/limit-concurrency.ts";

const limited = limitConcurrency(4);

/** Nobody is held up for longer than this, ms. */
const PATIENCE_MS = 3000;

/** How many runs of some automations wait now; those of which the service does not tell in time count as none. */
export function useCountWaiting(): (ids: readonly string[], signal: AbortSignal) => Promise<number> {
  const client = useClient();
  return async (ids, signal) => {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const timer = setTimeout(stop, PATIENCE_MS);
    signal.addEventListener("abort", stop);
    const count = (id: string): Promise<number> =>
      limited(() => client.automations.stats(id, { ways: false }, { signal: stopping.signal })).then(
        ({ waiting }) => waiting.reduce((sum, { runs }) => sum + runs, 0),
        () => 0,
      );
    const counts = await Promise.all(ids.map(count));
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    return counts.reduce((sum, runs) => sum + runs, 0);
  };
}
