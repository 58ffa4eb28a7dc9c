import { useCallback, useRef, useSyncExternalStore } from "react";
import { flushEntry } from "./journal.ts";
import { openPresence, type Presence, type PresenceState } from "./presence.ts";

const ASKING: PresenceState = { role: "asking", turn: 0, taking: false };

/** Whether this tab edits what is at `place`, and how to make it the one that does. */
export function usePresence(place: string): PresenceState & { takeOver: () => void } {
  const presence = useRef<Presence | null>(null);
  const subscribe = useCallback(
    (changed: () => void) => {
      const opened = openPresence(place, { beforeHandOver: () => flushEntry(place) });
      presence.current = opened;
      const stop = opened.state.subscribe(changed);
      return () => {
        stop();
        opened.close();
        presence.current = null;
      };
    },
    [place],
  );
  const state = useSyncExternalStore(subscribe, () => presence.current?.state.getState() ?? ASKING);
  const takeOver = useCallback(() => presence.current?.takeOver(), []);
  return { ...state, takeOver };
}
