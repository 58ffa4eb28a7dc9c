import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { roomInWindow, textScale } from "./text-scale.ts";

/** The width of an element in CSS pixels of usual text; null where it is not laid out. */
export const widthOf = (element: HTMLElement): number | null =>
  element.getBoundingClientRect().width / textScale() || null;

/** The width of an element in CSS pixels of usual text; that of the window until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(roomInWindow);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = (): void => setWidth(widthOf(current) ?? roomInWindow());
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
