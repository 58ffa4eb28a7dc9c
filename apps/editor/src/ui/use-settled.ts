import { useEffect, useState } from "react";

/** Time without typing after which a search is asked for, ms. */
const PAUSE = 200;

/** A text once it has been left alone for a moment; an emptied one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
