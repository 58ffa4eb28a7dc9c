import type { Locator, Page } from "@playwright/test";
import { literally } from "../support/text.ts";

/** What stayed here instead of being sent. */
export class OutboxPage {
  readonly page: Page;
  readonly heading: Locator;
  /** In place of the list. */
  readonly empty: Locator;
  readonly entries: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", { name: "Outbox", exact: true });
    this.empty = page.getByRole("heading", { name: "Nothing stayed here" });
    this.entries = page.getByRole("list", { name: "What stayed here, newest first" }).getByRole("article");
  }

  async open(url: string, key: string): Promise<void> {
    await this.page.goto(`${url}/outbox#key=${key}`);
    await this.heading.waitFor();
  }

  /** The entries that say something. */
  saying(words: string): Locator {
    return this.entries.filter({ hasText: new RegExp(literally(words)) });
  }
}
