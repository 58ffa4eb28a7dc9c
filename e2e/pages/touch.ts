import type { CDPSession, Locator, Page } from "@playwright/test";
import { middleOf } from "./canvas.ts";

interface Point {
  x: number;
  y: number;
}

/** A finger on a touch screen. */
export class Touch {
  readonly page: Page;
  #session: CDPSession | null = null;

  constructor(page: Page) {
    this.page = page;
  }

  async down(at: Point): Promise<void> {
    await this.#send("touchStart", [at]);
  }

  /** Moves in small steps, as fingers do. */
  async move(from: Point, to: Point): Promise<void> {
    const steps = 10;
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      await this.#send("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    }
  }

  async up(): Promise<void> {
    await this.#send("touchEnd", []);
  }

  /** Draws from the middle of one thing to that of another. */
  async drag(from: Locator, to: Locator): Promise<void> {
    const [start, end] = [await middleOf(from), await middleOf(to)];
    await this.down(start);
    await this.move(start, end);
    await this.up();
  }

  async #send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]): Promise<void> {
    this.#session ??= await this.page.context().newCDPSession(this.page);
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}
