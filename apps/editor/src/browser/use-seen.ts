import { useEffect, useRef, useState, type RefObject } from "react";

/** True from when an element came near the window for the first time: what it needs is loaded then. */
export function useSeen<Element extends HTMLElement>(): [ref: RefObject<Element | null>, seen: boolean] {
  const ref = useRef<Element>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const element = ref.current;
    if (seen || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return [ref, seen];
}
