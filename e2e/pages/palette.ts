import type { Locator, Page } from "@playwright/test";
import { middleOf } from "./canvas.ts";

/** The steps to add. */
export class Palette {
  readonly page: Page;
  readonly root: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: "Steps", exact: true });
    this.search = this.root.getByRole("searchbox", { name: "Search steps" });
  }

  step(kind: string): Locator {
    return this.root.getByRole("button", { name: kind, exact: true });
  }

  /** Drags a kind of step onto something, or to a place from its top left corner. */
  async drag(kind: string, onto: Locator, at?: { x: number; y: number }): Promise<void> {
    const start = await middleOf(this.step(kind));
    const box = await onto.boundingBox();
    if (box === null) throw new Error("There is nothing to drop onto.");
    const end = at ?? { x: box.width / 2, y: box.height / 2 };
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + end.x, box.y + end.y, { steps: 10 });
    await this.page.mouse.up();
  }
}
