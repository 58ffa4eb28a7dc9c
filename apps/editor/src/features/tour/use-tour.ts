import { useCallback, useState } from "react";
import { deviceStore } from "../../browser/storage.ts";

const KEY = "trilho.tour";

/** The tour of the builder: opens by itself once on a device, and again when it is asked for. */
export function useTour() {
  const [open, setOpen] = useState(() => deviceStore.get(KEY) === null);
  const start = useCallback(() => setOpen(true), []);
  const end = useCallback(() => {
    deviceStore.set(KEY, "seen");
    setOpen(false);
  }, []);
  return { open, start, end };
}
