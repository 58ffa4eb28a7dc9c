import { useCallback, useSyncExternalStore } from "react";
import { allHere } from "./on-demand.ts";
import type { OnDemand } from "./on-demand.ts";

/** Whether all of some code is here. `codes` must be the same list every time. */
export function useAllHere(codes: readonly OnDemand[]): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = codes.map((code) => code.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
    [codes],
  );
  return useSyncExternalStore(subscribe, () => allHere(codes));
}
