import type { Locator, Page } from "@playwright/test";
import { stepNamed } from "../support/text.ts";

/** The automation as a tree of lines. */
export class Outline {
  readonly page: Page;
  readonly root: Locator;
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("tree", { name: "Outline" });
    this.rows = this.root.getByRole("treeitem");
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Outline", exact: true }).click();
    await this.root.waitFor();
  }

  step(name: string): Locator {
    return this.root.getByRole("treeitem", { name: stepNamed(name) });
  }
}
