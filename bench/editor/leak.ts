import type { Page } from "@playwright/test";
import type { Measured } from "../harness/benchmark.ts";
import { counterOf, openMs, type Counted } from "./browser.ts";
import { goal, inBrowser, MS } from "./results.ts";

const CYCLES = 100;
/** Before: what is loaded and remembered once. */
const WARM_UP = 20;
/**
 * An editor that is not let go is more than a megabyte. What still grows is compiled code, Chromium's own records of
 * frames and clicks, and what a cache of queries holds for five minutes.
 */
const HEAP_KB = 16;

async function cycle(page: Page): Promise<number> {
  const ms = await openMs(page);
  await page.locator('[data-step-id="hello0"]').click();
  await page.evaluate(() => window.closeGraph());
  return ms;
}

/** Opens an automation, selects a step and closes it again, a hundred times. */
export const leak: Measured = inBrowser(
  {
    title: `open and close ${CYCLES} times, 50 nodes`,
    about:
      "An automation is opened, a step selected, and it is closed again. What is alive after a forced collection of garbage is counted before and after.",
    unit: "opening",
    baseline: "an opening",
  },
  async (open) => {
    const page = await open({ what: "ours", nodes: 50, placed: true });
    const count = await counterOf(page);
    const alive = async (): Promise<Counted> => {
      await page.waitForTimeout(1000);
      for (let again = 0; again < 3; again += 1) await page.requestGC();
      return count();
    };
    for (let round = 0; round < WARM_UP; round += 1) await cycle(page);
    const before = await alive();
    let ms = 0;
    for (let round = 0; round < CYCLES; round += 1) ms += await cycle(page);
    const after = await alive();
    await page.context().close();
    const heap = (after.heap - before.heap) / 1024 / CYCLES;
    const nodes = after.nodes - before.nodes;
    const listeners = after.listeners - before.listeners;
    return {
      rows: [{ name: "an opening", role: "ours", note: "the mean", ns: (ms / CYCLES) * MS, ratio: 1 }],
      goals: [
        goal(`the heap grows by less than ${HEAP_KB} KB for each`, heap, HEAP_KB, `${heap.toFixed(2)} KB`),
        goal("no elements are left", nodes, 0, `${nodes} more`),
        goal("no listeners are left", listeners, 0, `${listeners} more`),
      ],
    };
  },
);
