import type { Locator, Page } from "@playwright/test";

/** Sends a test event from the builder. */
export class TryDialog {
  readonly page: Page;
  readonly root: Locator;
  readonly deal: Locator;
  readonly skipWaits: Locator;
  /** How the started run stands. */
  readonly status: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("dialog", { name: "Try it" });
    this.deal = this.root.getByRole("combobox", { name: "Deal" });
    this.skipWaits = this.root.getByRole("switch", { name: "Skip waits" });
    this.status = this.root.getByRole("status").filter({ hasText: "Status" });
  }

  async open(): Promise<void> {
    await this.page.getByRole("banner").getByRole("button", { name: "Try it" }).click();
    await this.root.waitFor();
  }

  /** On a phone, it is in the menu. */
  async openByMenu(): Promise<void> {
    await this.page.getByRole("banner").getByRole("button", { name: "More", exact: true }).click();
    await this.page.getByRole("menuitem", { name: "Try it" }).click();
    await this.root.waitFor();
  }

  async press(button: string): Promise<void> {
    await this.root.getByRole("button", { name: button, exact: true }).click();
  }

  /** Finds a deal by typing and takes the first that is found. */
  async choose(search: string, deal: string): Promise<void> {
    await this.deal.fill(search);
    await this.page
      .getByRole("option", { name: new RegExp(deal) })
      .first()
      .click();
  }
}
