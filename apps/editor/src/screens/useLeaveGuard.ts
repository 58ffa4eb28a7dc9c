import { useEffect, useState } from "react";
import { setLeaveGuard } from "./location.ts";

/** A question that is open: whether to leave. */
export interface Leaving {
  leave: () => void;
  stay: () => void;
}

/** While `active`, leaving the screen asks: the browser by itself when the tab closes, this result inside the app. */
export function useLeaveGuard(active: boolean): Leaving | null {
  const [pending, setPending] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!active) return;
    setLeaveGuard((leave) => setPending(() => leave));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => {
      setLeaveGuard(null);
      window.removeEventListener("beforeunload", warn);
    };
  }, [active]);
  if (pending === null) return null;
  return {
    leave: () => {
      setPending(null);
      pending();
    },
    stay: () => setPending(null),
  };
}
