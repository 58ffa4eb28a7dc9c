import type { Measured } from "../harness/benchmark.ts";
import { timeText } from "../harness/measure.ts";
import { median, openMs, type Opener, type What } from "./browser.ts";
import { BARE, goal, inBrowser, MS, OURS } from "./results.ts";

const ROUNDS = 5;

/** Warm: the third time, as when a person comes from the list again. */
async function openOnce(open: Opener, what: What, nodes: number): Promise<number> {
  const page = await open({ what, nodes });
  for (const _ of ["cold", "warm"]) {
    await openMs(page);
    await page.waitForTimeout(300);
    await page.evaluate(() => window.closeGraph());
  }
  const ms = await openMs(page);
  await page.context().close();
  return ms;
}

const opening = (nodes: number, about: string, atMost: number): Measured =>
  inBrowser({ title: `open ${nodes.toLocaleString("en")} nodes`, about, unit: "opening" }, async (open) => {
    const runs: Record<What, number[]> = { ours: [], bare: [] };
    for (let round = -1; round < ROUNDS; round += 1)
      for (const what of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const)) {
        const ms = await openOnce(open, what, nodes);
        if (round >= 0) runs[what].push(ms);
      }
    const ratio = median(runs.ours.map((ms, round) => ms / (runs.bare[round] ?? Number.NaN)));
    const ours = median(runs.ours) * MS;
    return {
      rows: [
        { name: OURS, role: "ours", note: "", ns: ours, ratio },
        { name: BARE, role: "peer", note: "cards with a word each", ns: median(runs.bare) * MS, ratio: 1 },
      ],
      goals: [goal(`less than ${timeText(atMost * MS)}`, ours, atMost * MS, timeText(ours))],
    };
  });

export const open50 = opening(
  50,
  "From mounting to the first frame with nodes and edges, warm; the editor lays the automation out as well.",
  300,
);

export const open1000 = opening(1000, "The same with a thousand nodes.", 1500);
