import { createContext, use, useSyncExternalStore } from "react";
import type { Point } from "../../document/document.ts";

export type Places = ReadonlyMap<string, Point>;

/** How far a step was dragged since React Flow was told where it is. */
export interface Shift extends Point {
  readonly id: string;
}

/** Where the steps that are being dragged are right now. It changes with every move. */
export interface Dragged {
  readonly places: Places;
  /** Where React Flow has them. */
  readonly told: Places;
  /** Of one step that is dragged alone, once React Flow was told of it. */
  readonly shift: Shift | null;
  follow(next: Places): void;
  /** React Flow is told where they are. */
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
    if (shift === next) return;
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
      setShift(shiftOf(places, told));
    },
    tell() {
      told = places;
      setShift(null);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function shiftOf(places: Places, told: Places): Shift | null {
  const [only, ...others] = places;
  if (!only || others.length > 0) return null;
  const [id, at] = only;
  const from = told.get(id);
  return from ? { id, x: at.x - from.x, y: at.y - from.y } : null;
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
