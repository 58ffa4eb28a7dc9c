import { useCallback, useState } from "react";
import { deviceStore } from "../../browser/storage.ts";

const KEY = "trilho.tour";

/** Whether nobody was shown around on this device yet. */
export const isNewHere = (): boolean => deviceStore.get(KEY) === null;

/** The tour of the builder: opens by itself once on a device, and again when it is asked for. */
export function useTour() {
  const [open, setOpen] = useState(isNewHere);
  const start = useCallback(() => setOpen(true), []);
  const end = useCallback(() => {
    deviceStore.set(KEY, "seen");
    setOpen(false);
  }, []);
  return { open, start, end };
}
