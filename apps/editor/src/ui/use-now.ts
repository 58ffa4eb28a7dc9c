import { MINUTE_MS } from "@trilho/engine";
import { useEffect, useState } from "react";

/** The time in ms since 1970, drawn anew every minute, for "3 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
