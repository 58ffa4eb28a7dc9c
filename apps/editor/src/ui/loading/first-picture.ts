import { useEffect, useState } from "react";

let isDrawn = false;

/** From now on nothing waits for the page's first picture. */
export const endFirstPicture = (): void => void (isDrawn = true);

/** False only in the first picture of the page: what is slow to draw, and not what people came for, comes with the next. */
export function useAfterFirstPicture(): boolean {
  const [isAfter, setAfter] = useState(isDrawn);
  useEffect(() => {
    if (isAfter) return;
    const frame = requestAnimationFrame(() => setAfter(true));
    return () => cancelAnimationFrame(frame);
  }, [isAfter]);
  return isAfter;
}
