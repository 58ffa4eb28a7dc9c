import type { Locator, Page } from "@playwright/test";

/** The automation told as prose. */
export class Sentences {
  readonly page: Page;
  readonly root: Locator;
  readonly steps: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByTestId("sentences");
    this.steps = this.root.getByRole("button");
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Sentences", exact: true }).click();
    await this.root.waitFor();
  }

  /** The phrase of a step, by some of its words. */
  step(words: string | RegExp): Locator {
    return this.steps.filter({ hasText: words });
  }

  /** Each paragraph as it reads. */
  get paragraphs(): Locator {
    return this.root.getByRole("paragraph");
  }

  async copyAs(format: "As text" | "As Markdown"): Promise<void> {
    await this.page.getByRole("button", { name: "Copy", exact: true }).click();
    await this.page.getByRole("menuitem", { name: format }).click();
    await this.page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  }
}
