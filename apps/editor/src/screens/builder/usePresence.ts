import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { flushEntry } from "./journal.ts";
import { openPresence, type Presence, type PresenceState } from "./presence.ts";

const ASKING = createStore<PresenceState>()(() => ({ role: "asking", turn: 0, taking: false }));

/** Whether this tab edits what is at `place`, and how to make it the one that does. */
export function usePresence(place: string): PresenceState & { takeOver: () => void } {
  const [presence, setPresence] = useState<Presence | null>(null);
  useEffect(() => {
    const opened = openPresence(place, { beforeHandOver: () => flushEntry(place) });
    setPresence(opened);
    return () => {
      setPresence(null);
      opened.close();
    };
  }, [place]);
  const state = useStore(presence?.state ?? ASKING);
  return { ...state, takeOver: () => presence?.takeOver() };
}
