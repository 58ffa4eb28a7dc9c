import type { Locator, Page } from "@playwright/test";
import { middleOf } from "./canvas.ts";

/** A drag with one move is not always one to the canvas. */
const STEPS = 10;

interface Point {
  x: number;
  y: number;
}

/** Notes and frames on the drawing. */
export class Notes {
  readonly page: Page;
  /** Where one is being written. */
  readonly field: Locator;

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByRole("textbox", { name: /^(?:Text of the note|Title of the frame)$/ });
  }

  note(text: string): Locator {
    return this.page.getByRole("button", { name: `Note: ${text}`, exact: true });
  }

  frame(title: string): Locator {
    return this.page.getByRole("button", { name: `Frame: ${title}`, exact: true });
  }

  /** Where it stands in the drawing, and how large it is. */
  async box(of: Locator): Promise<Point & { width: number; height: number }> {
    return this.page
      .locator(".react-flow__node")
      .filter({ has: of })
      .evaluate((element) => {
        if (!(element instanceof HTMLElement)) throw new Error("A note is drawn without an element.");
        const { e: x, f: y } = new DOMMatrix(element.style.transform);
        return { x, y, width: element.offsetWidth, height: element.offsetHeight };
      });
  }

  /** Drags it by its words: an edge may cross the middle of a title. */
  async drag(of: Locator, by: Point): Promise<void> {
    const start = { x: 20, y: 15 };
    await of.hover({ trial: true, position: start });
    const box = await of.boundingBox();
    if (box === null) throw new Error("Nothing is drawn there.");
    await this.#pull({ x: box.x + start.x, y: box.y + start.y }, by);
  }

  /** Drags its corner. */
  async resize(of: Locator, by: Point): Promise<void> {
    await of.focus();
    const node = this.page.locator(".react-flow__node").filter({ has: of });
    await this.#pull(await middleOf(node.getByRole("button", { name: /^Change the size/ })), by);
  }

  async #pull({ x, y }: Point, by: Point): Promise<void> {
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + by.x, y + by.y, { steps: STEPS });
    await this.page.mouse.up();
  }
}
