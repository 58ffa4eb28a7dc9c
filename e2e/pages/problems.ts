import type { Locator, Page } from "@playwright/test";

/** The strip below the drawing with everything that is wrong. */
export class Problems {
  readonly page: Page;
  readonly root: Locator;
  readonly toggle: Locator;
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: "Problems" });
    this.toggle = this.root.getByRole("button", { name: /^Problems/ });
    this.rows = this.root.getByRole("listitem");
  }

  async open(): Promise<void> {
    if ((await this.toggle.getAttribute("aria-expanded")) !== "true") await this.toggle.click();
  }

  row(message: string | RegExp): Locator {
    return this.rows.filter({ hasText: message });
  }

  /** The problem itself; a press leads to its step. */
  problem(message: string | RegExp): Locator {
    return this.row(message).getByRole("button", { name: message });
  }

  /** Shows what a fix would change; `makeFix` makes it. */
  fix(title: string | RegExp): Locator {
    return this.root.getByRole("button", { name: /^Fix: / }).filter({ hasText: title });
  }

  /** Makes the fixes that are shown. */
  get makeFix(): Locator {
    return this.root.getByTestId("fix-preview").getByRole("button", { name: "Fix", exact: true });
  }
}
