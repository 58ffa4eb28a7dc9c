import { useLayoutEffect } from "react";
import type { RefObject } from "react";
import styles from "../cut-text.module.css";

/** While steps are dragged, texts that fit are not clipped: Chromium puts every clip together anew in every frame. */
export function useCutText(frame: RefObject<HTMLElement | null>, dragging: boolean): void {
  useLayoutEffect(() => {
    if (!dragging || !frame.current) return;
    const fitting = [...frame.current.querySelectorAll(`.${styles["cut"]}`)].filter(fits);
    for (const text of fitting) text.toggleAttribute("data-fits", true);
    return () => {
      for (const text of fitting) text.removeAttribute("data-fits");
    };
  }, [frame, dragging]);
}

const fits = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth <= clientWidth && scrollHeight <= clientHeight;
