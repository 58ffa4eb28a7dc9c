import type { GoalResult, Measured, Row } from "../harness/benchmark.ts";
import { withBrowser, type Opener } from "./browser.ts";

export const MS = 1_000_000;
export const BARE = "bare React Flow";
export const OURS = "the editor, everything on";

/** A goal that a figure is at most so large. */
export const goal = (say: string, measured: number, atMost: number, text: string): GoalResult => ({
  say,
  measured: text,
  met: measured <= atMost,
});

interface Told {
  title: string;
  about: string;
  unit: string;
  baseline?: string;
}

/** A benchmark in Chromium: rows, and the goals they are held to. */
export const inBrowser = (
  { title, about, unit, baseline = BARE }: Told,
  measure: (open: Opener) => Promise<{ rows: Row[]; goals: GoalResult[] }>,
): Measured => ({
  measure: async (key) => ({ key, title, about, unit, baseline, ...(await withBrowser(measure)) }),
});
