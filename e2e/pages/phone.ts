import type { Locator, Page } from "@playwright/test";

/** The phone beside a run, on which its contact is answered for. */
export class Phone {
  readonly page: Page;
  readonly root: Locator;
  readonly talk: Locator;
  readonly field: Locator;
  /** Lets the time pass that a test waits for. */
  readonly time: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: /^The phone of / });
    this.talk = this.root.getByRole("log");
    this.field = this.root.getByRole("textbox", { name: /^Answer as / });
    this.time = page.getByRole("region", { name: "Time of the test" });
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press("Enter");
  }

  press(button: string): Promise<void> {
    return this.talk.getByRole("button", { name: button, exact: true }).click();
  }

  /** Does something with the latest message that can be answered. */
  async choose(item: string): Promise<void> {
    await this.talk
      .getByRole("button", { name: /^React, or say/ })
      .last()
      .click();
    await this.page.getByRole("menuitem", { name: item, exact: true }).click();
  }

  passTime(): Promise<void> {
    return this.time.getByRole("button", { name: "Let this time pass" }).click();
  }
}
