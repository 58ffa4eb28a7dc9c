import { createContext } from "react";
import type { ConnectAnswer } from "@trilho/engine";

/** What a person is drawing an edge from, and what the engine says of every step as its end. */
export interface Connecting {
  source: string;
  handle: string;
  answers: ReadonlyMap<string, ConnectAnswer>;
}

export const ConnectingContext = createContext<Connecting | null>(null);

/** How the handles of nodes reach the canvas: opens the menu of steps to add. */
export interface CanvasActions {
  openAdd(nodeId: string, handle: string, at: { x: number; y: number }): void;
  openInspector(nodeId: string): void;
}

export const CanvasActionsContext = createContext<CanvasActions | null>(null);
