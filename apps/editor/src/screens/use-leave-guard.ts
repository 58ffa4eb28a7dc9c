import { useEffect, useState } from "react";
import { setLeaveGuard } from "../browser/location.ts";

/** A question that is open: whether to leave. */
export interface Leaving {
  leave: () => void;
  stay: () => void;
}

/**
 * While `active`, leaving the screen asks: this result inside the app, and where `closing` would lose something, the
 * browser by itself when the tab closes.
 */
export function useLeaveGuard(active: boolean, closing = true): Leaving | null {
  const [pending, setPending] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!active) return;
    setLeaveGuard((leave) => setPending(() => leave));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (closing) window.addEventListener("beforeunload", warn);
    return () => {
      setLeaveGuard(null);
      window.removeEventListener("beforeunload", warn);
    };
  }, [active, closing]);
  if (pending === null) return null;
  return {
    leave: () => {
      setPending(null);
      pending();
    },
    stay: () => setPending(null),
  };
}
