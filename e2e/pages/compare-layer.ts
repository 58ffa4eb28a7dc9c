import type { Locator, Page } from "@playwright/test";

/** The stored version and the draft in one drawing. */
export class CompareLayer {
  readonly page: Page;
  readonly root: Locator;
  readonly publish: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: "Compare", exact: true });
    this.publish = this.root.getByRole("button", { name: "Publish", exact: true });
    this.close = this.root.getByRole("button", { name: "Back to editing" });
  }

  async open(): Promise<void> {
    await this.page.getByRole("banner").getByRole("button", { name: "Compare" }).click();
    await this.root.waitFor();
  }

  /** How much was added, removed, changed, moved. */
  count(words: string): Locator {
    return this.root.getByText(words, { exact: true });
  }

  /** A line of what differs. */
  change(group: "Settings" | "Steps" | "Connections" | "Only moved or renamed", words: string | RegExp): Locator {
    return this.root.getByRole("region", { name: group }).getByRole("listitem").filter({ hasText: words }).first();
  }

  /** A step in the drawing of both. */
  step(name: RegExp): Locator {
    return this.root.locator("[data-step-id]").and(this.page.getByRole("button", { name }));
  }

  async show(tab: "Changes" | "Behaviour" | "Waiting runs"): Promise<void> {
    await this.root.getByRole("tab", { name: tab }).click();
  }
}
