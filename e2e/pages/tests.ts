import type { Locator, Page } from "@playwright/test";
import { literally } from "../support/text.ts";

/** The saved tests of an automation, and the ways that they take. */
export class Tests {
  readonly page: Page;
  readonly root: Locator;
  readonly paths: Locator;
  readonly list: Locator;
  readonly rows: Locator;
  readonly covered: Locator;
  /** Makes tests for what none takes yet. */
  readonly make: Locator;
  /** In the toolbar, always in sight. */
  readonly badge: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: "Simulate", exact: true });
    this.paths = this.root.getByRole("region", { name: "Paths" });
    this.list = this.root.getByRole("list", { name: "Saved tests" });
    this.rows = this.list.getByRole("listitem");
    this.covered = this.paths.getByRole("meter");
    this.make = this.paths.getByRole("button", { name: /^Make \d+ tests? that covers? / });
    this.badge = page.getByRole("button", { name: /^Tests of this automation: / });
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByRole("button", { name: new RegExp(`^${literally(name)} ?: `) }) });
  }

  async delete(name: string): Promise<void> {
    await this.root.getByRole("button", { name: `More for “${name}”` }).click();
    await this.page.getByRole("menuitem", { name: "Delete" }).click();
  }
}
