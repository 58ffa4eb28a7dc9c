import { useEffect, useState } from "react";

let isDrawn = false;

/** False only in the first picture of the page: what is slow to draw, and not what people came for, comes with the next. */
export function useAfterFirstPicture(): boolean {
  const [isAfter, setAfter] = useState(isDrawn);
  useEffect(() => {
    if (isAfter) return;
    const frame = requestAnimationFrame(() => setAfter((isDrawn = true)));
    return () => cancelAnimationFrame(frame);
  }, [isAfter]);
  return isAfter;
}
