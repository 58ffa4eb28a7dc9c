import { useStoreApi } from "@xyflow/react";
import { useLayoutEffect } from "react";
import type { RefObject } from "react";
import { leastText } from "./fitting.ts";

/** Zooming by less than this changes no text: each change styles every step anew. */
const STEP = 0.5;

/** Lets the texts of the drawing grow while it is zoomed out, so that they stay readable. */
export function useReadableText(frame: RefObject<HTMLElement | null>): void {
  const flow = useStoreApi();
  useLayoutEffect(() => {
    let last = 0;
    const follow = (): void => {
      const size = Math.ceil(leastText(flow.getState().transform[2]) / STEP) * STEP;
      if (size === last) return;
      last = size;
      frame.current?.style.setProperty("--text-least", `${size}px`);
    };
    follow();
    return flow.subscribe(follow);
  }, [flow, frame]);
}
