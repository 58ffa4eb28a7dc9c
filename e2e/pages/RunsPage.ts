import type { Locator, Page } from "@playwright/test";
import { literally } from "../support/text.ts";

export class RunsPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly status: Locator;
  /** Shown in place of the table. */
  readonly empty: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", { name: "Runs", exact: true });
    this.status = page.getByRole("combobox", { name: "Status" });
    this.empty = page.getByRole("heading", { name: "No runs yet" });
  }

  async choose(status: string): Promise<void> {
    await this.status.click();
    await this.page.getByRole("option", { name: new RegExp(`^${literally(status)}\\b`) }).click();
  }
}
