/// <reference lib="dom" />
import type { GoalResult, Measured, Result, Row } from "../harness/benchmark.ts";
import { timeText } from "../harness/measure.ts";
import { metricsOf, nextFrames, openMs, withBrowser, type Opener, type What } from "./browser.ts";

const MS = 1_000_000;
const ROUNDS = 5;
const BARE = "bare React Flow";
const OURS = "the editor, everything on";

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

type Once = (open: Opener, what: What) => Promise<number>;

/** One job in turns, in pages of their own: rows in nanoseconds, ratios the medians of the rounds' ratios. */
async function inTurns(open: Opener, once: Once): Promise<Row[]> {
  const times: Record<What, number[]> = { ours: [], bare: [] };
  // The first round warms up and is not counted.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const what of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const)) {
      const ms = await once(open, what);
      if (round >= 0) times[what].push(ms * MS);
    }
  const ratios = times.ours.map((ns, round) => ns / (times.bare[round] ?? Number.NaN));
  return [
    { name: OURS, role: "ours", note: "", ns: median(times.ours), ratio: median(ratios) },
    { name: BARE, role: "peer", note: "cards with a word each", ns: median(times.bare), ratio: 1 },
  ];
}

const MOVES = 60;

/** Work of the main thread in one frame of a drag. */
const dragWork: Once = async (open, what) => {
  const page = await open({ what, nodes: 50, placed: true });
  await openMs(page);
  await page.waitForTimeout(500);
  const box = await page.locator(".react-flow__node").nth(4).boundingBox();
  if (!box) throw new Error("No node is drawn.");
  const [x, y] = [box.x + box.width / 2, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y + 5, { steps: 3 });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await metricsOf(session);
  for (let move = 0; move < MOVES; move += 1) {
    await page.mouse.move(x + 5 + (move % 60) * 2, y + 5 + (move % 40) * 2);
    await nextFrames(page);
  }
  const after = await metricsOf(session);
  await page.context().close();
  return (((after.get("TaskDuration") ?? 0) - (before.get("TaskDuration") ?? 0)) * 1000) / MOVES;
};

const openOnce =
  (nodes: number): Once =>
  async (open, what) => {
    const page = await open({ what, nodes, placed: false });
    // Warm: the second time, as when a person comes from the list again.
    await openMs(page);
    await page.evaluate(() => window.closeGraph());
    const ms = await openMs(page);
    await page.context().close();
    return ms;
  };

const goal = (say: string, measured: number, atMost: number, text: string): GoalResult => ({
  say,
  measured: text,
  met: measured <= atMost,
});

function benchmark(title: string, about: string, unit: string, once: Once, toGoals: (rows: Row[]) => GoalResult[]) {
  return async (): Promise<Measured> => ({
    measure: (key): Promise<Result> =>
      withBrowser(async (open) => {
        const rows = await inTurns(open, once);
        return { key, title, about, unit, baseline: BARE, rows, goals: toGoals(rows) };
      }),
  });
}

export const drag = benchmark(
  "drag a node, 50 nodes",
  "A node is dragged in Chromium; the time is what the main thread works in one frame: script, style, layout, paint.",
  "frame",
  dragWork,
  ([ours]) => [goal("at most 1.25 × bare React Flow", ours?.ratio ?? Number.NaN, 1.25, `${ours?.ratio?.toFixed(2)} ×`)],
);

export const open50 = benchmark(
  "open 50 nodes",
  "From mounting to the first frame with nodes and edges, warm; the editor lays the automation out as well.",
  "opening",
  openOnce(50),
  ([ours]) => [goal("less than 300 ms", ours?.ns ?? Number.NaN, 300 * MS, timeText(ours?.ns ?? Number.NaN))],
);

export const open1000 = benchmark(
  "open 1000 nodes",
  "The same with a thousand nodes.",
  "opening",
  openOnce(1000),
  () => [],
);
