import type { Locator, Page } from "@playwright/test";

/** A great many simulated deals. */
export class Cohort {
  readonly page: Page;
  readonly root: Locator;
  readonly run: Locator;
  readonly progress: Locator;
  readonly result: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("tabpanel", { name: "Many deals" });
    this.run = this.root.getByRole("button", { name: /^Simulate [\d,.]+ deals$/ });
    this.progress = this.root.getByRole("progressbar", { name: "Progress of the simulation" });
    this.result = this.root.getByRole("region", { name: "Result" });
  }

  async size(count: string): Promise<void> {
    await this.root.getByRole("combobox", { name: "Deals", exact: true }).click();
    await this.page.getByRole("option", { name: count, exact: true }).click();
  }

  /** Begins to note how far a run says that it is; what was noted is told when asked for. */
  async watchProgress(): Promise<() => Promise<number[]>> {
    const noted = await this.root.evaluateHandle((root) => {
      const values: number[] = [];
      const note = (): void => {
        const bar = root.querySelector("progress");
        if (bar) values.push(bar.value);
      };
      new MutationObserver(note).observe(root, { subtree: true, childList: true, attributes: true });
      return values;
    });
    return () => noted.jsonValue();
  }

  /** Presses "Stop" within the page as soon as it is offered: a run may be over before a press from here arrives. */
  async stopWhenOffered(): Promise<void> {
    await this.root.evaluate((root) => {
      const observer = new MutationObserver(() => {
        const stop = [...root.querySelectorAll("button")].find(({ textContent }) => textContent === "Stop");
        if (stop === undefined) return;
        observer.disconnect();
        stop.click();
      });
      observer.observe(root, { subtree: true, childList: true });
    });
  }

  /** How many deals came to a step. */
  visits(step: string): Locator {
    return this.result.getByRole("row", { name: step }).getByRole("cell").first();
  }

  /** The width of an edge's share on the canvas in pixels; 0 where nobody went. */
  async width(edge: Locator): Promise<number> {
    const share = edge.locator("path[aria-hidden=true]");
    if ((await share.count()) === 0) return 0;
    return share.evaluate((path) => Number.parseFloat(getComputedStyle(path).strokeWidth));
  }
}
