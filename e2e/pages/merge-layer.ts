import type { Locator, Page } from "@playwright/test";

/** Two people's changes brought together. */
export class MergeLayer {
  readonly page: Page;
  readonly root: Locator;
  readonly apply: Locator;
  /** What fits by itself. */
  readonly incoming: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: /^Merge with version/ });
    this.apply = this.root.getByRole("button", { name: "Merge into my draft" });
    this.incoming = this.root.getByRole("region", { name: "Comes in from theirs" });
  }

  /** Decides a clash. */
  choice(clash: string | RegExp, side: "Mine" | "Theirs"): Locator {
    return this.root.getByRole("radiogroup", { name: clash }).getByRole("radio", { name: new RegExp(`^${side}: `) });
  }
}
