import type { Locator, Page } from "@playwright/test";

export class AutomationsPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly table: Locator;
  readonly newAutomation: Locator;
  /** What was done, or why not. */
  readonly toasts: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", { name: /^Automations/, level: 1 });
    this.table = page.getByRole("table", { name: "Automations" });
    this.newAutomation = page.getByRole("button", { name: "New automation" });
    this.toasts = page.getByRole("region", { name: /Notifications/ });
  }

  /** Opens the app as a printed link does: already connected. */
  async open(url: string, key: string): Promise<void> {
    await this.page.goto(`${url}/#key=${key}`);
    await this.heading.waitFor();
  }

  row(name: string): Locator {
    return this.table.getByRole("row", { name });
  }

  link(name: string): Locator {
    return this.table.getByRole("link", { name, exact: true });
  }

  enable(name: string): Locator {
    return this.table.getByRole("switch", { name: `Run “${name}”` });
  }

  /** Hands a file to the import, as the file dialog would. */
  async import(file: { name: string; content: string }): Promise<void> {
    const choosing = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Import" }).click();
    const chooser = await choosing;
    await chooser.setFiles({ name: file.name, mimeType: "application/json", buffer: Buffer.from(file.content) });
  }
}
