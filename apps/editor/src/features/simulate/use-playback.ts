import { useEffect, useState } from "react";

/** Long enough to read a step's reason. */
const STEP_MS = 1100;

export interface Playback {
  /** Index of the step shown; -1 where there is none. */
  index: number;
  playing: boolean;
  goTo: (index: number) => void;
  toggle: () => void;
}

/**
 * Where a person stands in a run of `count` steps. They start at its end by default, and stay at the end while
 * the run changes until they move.
 */
export function usePlayback(count: number, first: number | "end" = "end"): Playback {
  const [position, setPosition] = useState<number | "end">(first);
  const [playing, setPlaying] = useState(false);
  const last = count - 1;
  const index = position === "end" ? last : Math.min(position, last);
  const running = playing && index < last;

  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => setPosition(index + 1 >= last ? "end" : index + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [running, index, last]);

  const goTo = (next: number): void => {
    setPlaying(false);
    setPosition(next >= last ? "end" : Math.max(0, next));
  };
  const toggle = (): void => {
    if (running) return setPlaying(false);
    if (index >= last) setPosition(0);
    setPlaying(true);
  };
  return { index, playing: running, goTo, toggle };
}
