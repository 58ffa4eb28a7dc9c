import type { Locator, Page } from "@playwright/test";

export class ConnectPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly address: Locator;
  readonly key: Locator;
  readonly remember: Locator;
  readonly submit: Locator;
  /** Why it did not work. */
  readonly failure: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", { name: "Connect to your CRM" });
    this.address = page.getByLabel("Address of the CRM");
    this.key = page.getByLabel("API key", { exact: true });
    this.remember = page.getByRole("switch", { name: "Remember on this device" });
    this.submit = page.getByRole("button", { name: "Connect", exact: true });
    this.failure = page.getByRole("alert");
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.heading.waitFor();
  }

  async connect(key: string): Promise<void> {
    await this.key.fill(key);
    await this.submit.click();
  }
}
