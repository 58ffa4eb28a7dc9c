/// <reference lib="dom" />
import type { Page } from "@playwright/test";
import type { GoalResult, Measured, Row } from "../harness/benchmark.ts";
import { timeText } from "../harness/measure.ts";
import { counterOf, median, nextFrames, openMs, quantile, type Opener } from "./browser.ts";
import { goal, inBrowser, MS } from "./results.ts";

const KEYS = 80;
const WARM_UP = 20;

interface Typing {
  /** Milliseconds from pressing a key until the list of problems has the new name. */
  delays: number[];
  /** Milliseconds of the processor that the main thread took for one letter, all that comes after it included. */
  work: number;
}

declare global {
  interface Window {
    delays: number[];
  }
}

/** Types a step's name while the list of problems is open: the problems of that step tell its name. */
async function type(open: Opener, nodes: number): Promise<Typing> {
  const page = await open({ what: "ours", nodes, placed: true, flawed: true });
  await openMs(page);
  await page.waitForTimeout(1500);
  const problems = page.getByTestId("problems");
  await problems.getByRole("button").first().click();
  // Leads to the step, which may lie out of sight.
  await problems.getByRole("button", { name: "sends nothing" }).click();
  await page.locator("[data-inspector] input").first().click();
  await pressKeys(page, WARM_UP);
  await page.evaluate(() => {
    const list = document.querySelector('[data-testid="problems"]');
    if (!list) throw new Error("There is no list of problems.");
    window.delays = [];
    let pressed: number | null = null;
    document.addEventListener("keydown", (event) => (pressed = event.timeStamp), true);
    new MutationObserver(() => {
      if (pressed !== null) window.delays.push(performance.now() - pressed);
      pressed = null;
    }).observe(list, { subtree: true, childList: true, characterData: true });
  });
  const count = await counterOf(page);
  const before = await count();
  await pressKeys(page, KEYS);
  const work = (((await count()).cpu - before.cpu) * 1000) / KEYS;
  const delays = await page.evaluate(() => window.delays);
  await page.context().close();
  if (delays.length !== KEYS) throw new Error(`Of ${KEYS} letters ${delays.length} changed the problems.`);
  return { delays, work };
}

/** A letter and the way back in turns: long names are cut short in what is said of problems. */
async function pressKeys(page: Page, keys: number): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 2 === 0 ? "a" : "Backspace");
    await nextFrames(page);
  }
}

const FEW = "50 nodes";
const MANY = "1,000 nodes";

export const keystroke: Measured = inBrowser(
  {
    title: "a letter in a step's name",
    about:
      "From pressing the key until the open list of problems, which tells the name, has changed; cards, form and toolbar change with it. The work is what the main thread takes of the processor for the letter and its frame.",
    unit: "letter",
    baseline: FEW,
  },
  async (open) => {
    const [few, many] = [await type(open, 50), await type(open, 1000)];
    const rowsOf = (name: string, { delays, work }: Typing): Row[] => [
      row(name, "median", median(delays), median(few.delays)),
      row(`${name}, 95 of 100 letters`, "are faster", quantile(delays, 0.95), quantile(few.delays, 0.95)),
      row(`${name}, work`, "of the main thread", work, few.work),
    ];
    return {
      rows: [...rowsOf(FEW, few), ...rowsOf(MANY, many)],
      goals: [atMost(`${FEW}: less than 16 ms`, few, 16), atMost(`${MANY}: less than 100 ms`, many, 100)],
    };
  },
);

const row = (name: string, note: string, ms: number, baseline: number): Row => ({
  name,
  role: "ours",
  note,
  ns: ms * MS,
  ratio: ms / baseline,
});

const atMost = (say: string, { delays }: Typing, ms: number): GoalResult =>
  goal(say, median(delays), ms, timeText(median(delays) * MS));
