import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { roomInWindow, textScale } from "./textScale.ts";

/** The width of an element in CSS pixels of usual text; that of the window until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(roomInWindow);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = (): void => setWidth(current.getBoundingClientRect().width / textScale() || roomInWindow());
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
