import { createContext, use, useSyncExternalStore } from "react";
import type { Point } from "../document/document.ts";

export type Places = ReadonlyMap<string, Point>;

/** How far a step was dragged since React Flow was told where it is. */
export interface Shift extends Point {
  readonly id: string;
}

/** Where the steps that are being dragged are right now. It changes with every move, and nothing is drawn for that. */
export interface Dragged {
  readonly places: Places;
  /** Where React Flow has them, which is told of one step every so often: it asks every card and edge what changed. */
  readonly told: Places;
  readonly shift: Shift | null;
  follow(next: Places): void;
  tell(): void;
  subscribe(listener: () => void): () => void;
}

export const NOWHERE: Places = new Map();

export function createDragged(): Dragged {
  let places = NOWHERE;
  let told = NOWHERE;
  let shift: Shift | null = null;
  const listeners = new Set<() => void>();
  const setShift = (next: Shift | null): void => {
    shift = next;
    for (const listener of listeners) listener();
  };
  return {
    get places() {
      return places;
    },
    get told() {
      return told;
    },
    get shift() {
      return shift;
    },
    follow(next) {
      places = next;
      const [[id, at] = []] = places;
      const from = id === undefined ? undefined : told.get(id);
      if (id !== undefined && at && from) setShift({ id, x: at.x - from.x, y: at.y - from.y });
    },
    tell() {
      told = places;
      if (shift) setShift(null);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const DraggedContext = createContext<Dragged | null>(null);

const never = (): (() => void) => () => {};

/** For what moves along: the shift of the dragged step, drawn anew with every move. */
export function useShift(moves: boolean): Shift | null {
  const dragged = use(DraggedContext);
  return useSyncExternalStore(moves && dragged ? dragged.subscribe : never, () => (moves && dragged?.shift) || null);
}

export const shifted = (id: string, { x, y }: Point, shift: Shift | null): Point =>
  shift?.id === id ? { x: x + shift.x, y: y + shift.y } : { x, y };
