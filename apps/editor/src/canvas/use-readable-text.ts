import { useStoreApi } from "@xyflow/react";
import { useLayoutEffect } from "react";
import type { RefObject } from "react";
import { leastText, ROOMY_TEXT, titleLines } from "./fitting.ts";

/** Zooming by less than this changes no text: each change styles every step anew. */
const STEP = 0.5;

/** Lets the texts of the drawing grow while it is zoomed out, so that they stay readable; far out only titles are left. */
export function useReadableText(frame: RefObject<HTMLElement | null>): void {
  const flow = useStoreApi();
  useLayoutEffect(() => {
    let last = "";
    const follow = (): void => {
      const zoom = flow.getState().transform[2];
      const lines = titleLines(zoom);
      const size = Math.ceil(leastText(zoom) / STEP) * STEP;
      if (last === `${lines} ${size}`) return;
      last = `${lines} ${size}`;
      frame.current?.style.setProperty("--text-least", `${size}px`);
      frame.current?.toggleAttribute("data-large-text", size > ROOMY_TEXT);
      frame.current?.toggleAttribute("data-titles", lines !== null);
      frame.current?.toggleAttribute("data-one-line", lines === 1);
    };
    follow();
    return flow.subscribe(follow);
  }, [flow, frame]);
}
