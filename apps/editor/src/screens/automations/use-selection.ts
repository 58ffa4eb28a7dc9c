import { useRef, useState } from "react";
import type { Row } from "./filter.ts";

export interface Selection {
  /** Of the rows that are shown, those that are chosen. */
  rows: readonly Row[];
  has: (id: string) => boolean;
  /** Chooses a row or not; with `range`, all between it and the last one as well. */
  set: (id: string, chosen: boolean, range: boolean) => void;
  all: () => void;
  none: () => void;
}

/** Which of the rows shown are chosen. What a filter hides is not. */
export function useSelection(shown: readonly Row[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const placeOf = (id: string | null): number => shown.findIndex(({ automation }) => automation.id === id);
  return {
    rows: ids.size === 0 ? [] : shown.filter(({ automation }) => ids.has(automation.id)),
    has: (id) => ids.has(id),
    set(id, chosen, range) {
      const [here, there] = [placeOf(id), placeOf(last.current)];
      const [from, to] = range && there !== -1 ? [Math.min(here, there), Math.max(here, there)] : [here, here];
      last.current = id;
      setIds((before) => {
        const next = new Set(before);
        for (const { automation } of shown.slice(from, to + 1)) {
          if (chosen) next.add(automation.id);
          else next.delete(automation.id);
        }
        return next;
      });
    },
    all: () => setIds(new Set(shown.map(({ automation }) => automation.id))),
    none: () => setIds(new Set()),
  };
}
