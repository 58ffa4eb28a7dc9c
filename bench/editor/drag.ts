/// <reference lib="dom" />
import type { Page } from "@playwright/test";
import type { Measured } from "../harness/benchmark.ts";
import { counterOf, median, nextFrames, openMs, quantile, sightOf, type Opener, type What } from "./browser.ts";
import { BARE, goal, inBrowser, MS, OURS } from "./results.ts";

const ROUNDS = 5;
const MOVES = 90;
const NODE = 4;
/** Where in a node it is taken, as shares of its size: a place without a handle. */
const GRIP = { x: 0.2, y: 0.45 };

interface Drag {
  /** Milliseconds from frame to frame. */
  frames: number[];
  /** Milliseconds of the processor that the main thread took for one move and its frame. */
  work: number;
}

async function dragOnce(open: Opener, what: What, sight: string | null): Promise<Drag> {
  const page = await open({ what, nodes: 50, placed: true, ...(sight !== null && { sight }) });
  await openMs(page);
  // What waits for a pause comes before.
  await page.waitForTimeout(1500);
  const { x, y } = await take(page);
  const count = await counterOf(page);
  const before = await count();
  for (let move = 0; move < MOVES; move += 1) {
    await page.mouse.move(...pathAt(x, y, move));
    await nextFrames(page);
  }
  const work = (((await count()).cpu - before.cpu) * 1000) / MOVES;
  const frames = await framesWhile(page, async () => {
    for (let move = 0; move < MOVES; move += 1) await page.mouse.move(...pathAt(x, y, move));
  });
  await page.context().close();
  return { frames, work };
}

const pathAt = (x: number, y: number, move: number): [number, number] => [x + (move % 60) * 2, y + (move % 40) * 2];

/** Begins to drag a node and makes sure that it comes along. */
async function take(page: Page): Promise<{ x: number; y: number }> {
  const node = page.locator(".react-flow__node").nth(NODE);
  const box = await node.boundingBox();
  if (!box) throw new Error("No node is drawn.");
  const [x, y] = [box.x + box.width * GRIP.x, box.y + box.height * GRIP.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 40, { steps: 4 });
  await nextFrames(page);
  const after = await node.boundingBox();
  if (!after || after.x - box.x < 20) throw new Error("The node is not dragged.");
  return { x: x + 40, y: y + 40 };
}

/** The times from frame to frame while something goes on. */
async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    const look = (now: number): void => void (times.push(now), (window.stopFrames = requestAnimationFrame(look)));
    window.stopFrames = requestAnimationFrame(look);
    window.frameTimes = times;
  });
  await work();
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.stopFrames);
    return window.frameTimes;
  });
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

declare global {
  interface Window {
    stopFrames: number;
    frameTimes: number[];
  }
}

/** Both in turns; bare React Flow shows the same part of the same drawing, as large. */
async function alternately(open: Opener): Promise<Record<What, Drag[]>> {
  const page = await open({ what: "ours", nodes: 50, placed: true });
  await openMs(page);
  const sight = await sightOf(page);
  await page.context().close();
  const runs: Record<What, Drag[]> = { ours: [], bare: [] };
  // The first round warms up and is not counted.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const what of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const)) {
      const run = await dragOnce(open, what, what === "bare" ? sight : null);
      if (round >= 0) runs[what].push(run);
    }
  return runs;
}

const ratioOf = ({ ours, bare }: Record<What, Drag[]>, of: (drag: Drag) => number): number =>
  median(ours.map((drag, round) => of(drag) / of(bare[round] ?? drag)));

const middle = ({ frames }: Drag): number => median(frames);
const late = ({ frames }: Drag): number => quantile(frames, 0.95);
const work = (drag: Drag): number => drag.work;

const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;

export const drag: Measured = inBrowser(
  {
    title: "drag a node, 50 nodes",
    about:
      "A node is dragged in Chromium, 65 edges around. A frame's time is that from one to the next, 16.7 ms at best; the work is what the main thread takes of the processor for a move with its frame: script, style, layout, paint. Bare React Flow shows the same part of the drawing at the same zoom, with cards of one word.",
    unit: "frame",
  },
  async (open) => {
    const runs = await alternately(open);
    const row = (name: string, what: What, note: string, of: (drag: Drag) => number) => ({
      name,
      role: what === "ours" ? ("ours" as const) : ("peer" as const),
      note,
      ns: median(runs[what].map(of)) * MS,
      ratio: what === "ours" ? ratioOf(runs, of) : 1,
    });
    const figures = [
      ["median frame", middle],
      ["95 of 100 frames are shorter", late],
      ["work of the main thread", work],
    ] as const;
    return {
      rows: figures.flatMap(([note, of]) => [row(OURS, "ours", note, of), row(BARE, "bare", note, of)]),
      goals: figures.map(([note, of]) =>
        goal(`${note}: at most 1.25 × bare React Flow`, ratioOf(runs, of), 1.25, times(ratioOf(runs, of))),
      ),
    };
  },
);
