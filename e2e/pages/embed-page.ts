import type { Locator, Page } from "@playwright/test";

/** A page of another product with two editors on it: `examples/embed`. */
export class EmbedPage {
  readonly page: Page;
  readonly first: Locator;
  readonly second: Locator;
  /** What the host knows of the first editor's value: "6 steps, 0 problems". */
  readonly state: Locator;

  constructor(page: Page) {
    this.page = page;
    this.first = page.getByTestId("first");
    this.second = page.getByTestId("second");
    this.state = page.getByTestId("host-state");
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.step(this.first, "start").waitFor();
    await this.step(this.second, "start").waitFor();
  }

  /** A button of the host. */
  host(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  step(editor: Locator, id: string): Locator {
    return editor.locator(`[data-step-id="${id}"]`);
  }

  steps(editor: Locator): Locator {
    return editor.locator("[data-step-id]");
  }

  /** Asks for a step behind one that leads on, and chooses it. */
  async insertAfterEdge(editor: Locator, edge: string): Promise<void> {
    await editor.getByTestId(`insert-${edge}`).click();
  }

  /** What the browser made of a style. */
  style(element: Locator, property: string): Promise<string> {
    return element.evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property);
  }
}
