import { createContext, use } from "react";
import type { ReactNode, ReactPortal } from "react";
import { createPortal } from "react-dom";

/**
 * React Flow's layer for what is written on edges, once it is drawn. React Flow's own component looks for it on every
 * edge at every change.
 */
export const LabelLayer = createContext<Element | null>(null);

export const layerIn = (frame: HTMLElement): Element | null => frame.querySelector(".react-flow__edgelabel-renderer");

export function OnLabels({ children }: { children: ReactNode }): ReactPortal | null {
  const layer = use(LabelLayer);
  return layer && createPortal(children, layer);
}
