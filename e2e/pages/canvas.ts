import { expect, type Locator, type Page } from "@playwright/test";
import { stepNamed } from "../support/text.ts";

/** A drag with one move is not always one to the canvas. */
const STEPS = 10;

interface Point {
  x: number;
  y: number;
}

/** The automation as a drawing, used by mouse. */
export class Canvas {
  readonly page: Page;
  readonly root: Locator;
  readonly steps: Locator;
  /** Says next to the pointer why a connection cannot be. */
  readonly refusal: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: "Automation", exact: true });
    this.steps = this.root.getByRole("button", { name: /, step \d+ of \d+/ });
    this.refusal = this.root.getByRole("status");
  }

  step(name: string): Locator {
    return this.root.getByRole("button", { name: stepNamed(name) });
  }

  /** The step where the shown run is. */
  get token(): Locator {
    return this.root.locator('[data-token="here"]');
  }

  /** An edge by its ends: `edge("Size", "Offer", "branch: VIP")`. */
  edge(from: string, to: string, handle?: string): Locator {
    const name = handle === undefined ? `${from} leads to ${to}` : `${from}, ${handle}, leads to ${to}`;
    return this.root.locator(".react-flow__edge").and(this.root.getByLabel(name, { exact: true }));
  }

  /** Where an edge starts that leaves a step by one of its exits. */
  handle(step: string, handle: string): Locator {
    const node = this.root
      .locator(".react-flow__node")
      .filter({ has: this.page.getByRole("button", { name: stepNamed(step) }) });
    return node
      .locator(".react-flow__handle.source")
      .and(node.getByTitle(handle.charAt(0).toUpperCase() + handle.slice(1), { exact: true }));
  }

  /** The "+" behind an exit that leads nowhere yet. */
  openEnd(name: string, handle: string): Locator {
    return this.root.getByRole("button", { name: `Add a step after ${name}, ${handle}`, exact: true });
  }

  /** Shows the exits of a step that are seldom used. */
  async unfold(name: string): Promise<void> {
    await this.step(name).hover();
    await this.root.getByRole("button", { name: new RegExp(`^Show .* of ${name}: `) }).click();
  }

  /** Drags the "+" behind an open exit to a step. */
  async dragPlus(from: string, handle: string, to: string): Promise<void> {
    const start = await middleOf(this.openEnd(from, handle));
    const end = await middleOf(this.step(to));
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: STEPS });
    await this.page.mouse.up();
  }

  /** The "+" in the middle of an edge. */
  middle(from: string, to: string): Locator {
    return this.root.getByRole("button", { name: `Insert a step: ${from} leads to ${to}`, exact: true });
  }

  /** What has the focus is brought into sight. */
  async select(name: string): Promise<void> {
    await this.step(name).focus();
    await this.step(name).click();
  }

  /** All of it in sight, as large as fits. */
  async fit(): Promise<void> {
    await this.page.getByRole("button", { name: "Fit view" }).click();
  }

  /** Drags from an exit of one step to another step. */
  async connect(from: string, handle: string, to: string): Promise<void> {
    const end = await this.#grab(from, handle, to);
    await this.page.mouse.move(end.x, end.y, { steps: STEPS });
    await this.page.mouse.up();
  }

  /** Begins the same drag and holds it over the other step. */
  async holdOver(from: string, handle: string, to: string): Promise<void> {
    const end = await this.#grab(from, handle, to);
    await this.page.mouse.move(end.x, end.y, { steps: STEPS });
  }

  /** Drags a step to another place. */
  async move(name: string, by: Point): Promise<void> {
    const { x, y } = await middleOf(this.step(name));
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + by.x, y + by.y, { steps: STEPS });
    await this.page.mouse.up();
  }

  /** Draws a box around two steps and what lies between them. */
  async boxSelect(first: string, last: string): Promise<void> {
    const [from, to] = [await boxOf(this.step(first)), await boxOf(this.step(last))];
    await this.page.keyboard.down("Shift");
    await this.page.mouse.move(from.x - 12, from.y - 12);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x + to.width + 12, to.y + to.height + 12, { steps: STEPS });
    await this.page.mouse.up();
    await this.page.keyboard.up("Shift");
  }

  /** Where a step stands in the drawing, however it is zoomed. */
  async flowPlace(name: string): Promise<string> {
    const node = this.root
      .locator(".react-flow__node")
      .filter({ has: this.page.getByRole("button", { name: stepNamed(name) }) });
    return node.evaluate((element) => (element instanceof HTMLElement ? element.style.transform : ""));
  }

  /** Presses on the line of an edge, beyond the “+” near its start. */
  async selectEdge(edge: Locator): Promise<void> {
    // Steps may still be on their way to other places.
    let last = await pointOn(edge, 0.45);
    await expect
      .poll(async () => {
        const before = last;
        last = await pointOn(edge, 0.45);
        return Math.hypot(last.x - before.x, last.y - before.y);
      })
      .toBe(0);
    const { x, y } = last;
    await this.page.mouse.click(x, y);
  }

  /** The place half way along an edge. */
  halfWay(edge: Locator): Promise<Point> {
    return pointOn(edge, 0.5);
  }

  async #grab(from: string, handle: string, to: string): Promise<Point> {
    const start = await middleOf(this.handle(from, handle));
    const end = await middleOf(this.step(to));
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    return end;
  }
}

const pointOn = (edge: Locator, part: number): Promise<Point> =>
  edge.locator(".react-flow__edge-path").evaluate((path, share) => {
    if (!(path instanceof SVGPathElement)) throw new Error("An edge is drawn without a path.");
    const at = path.getPointAtLength(path.getTotalLength() * share).matrixTransform(path.getScreenCTM() ?? undefined);
    return { x: at.x, y: at.y };
  }, part);

async function boxOf(locator: Locator): Promise<Point & { width: number; height: number }> {
  // A trial hover waits until it is drawn, in sight and at rest, and presses nothing.
  await locator.hover({ trial: true });
  const box = await locator.boundingBox();
  if (box === null) throw new Error("Nothing is drawn there.");
  return box;
}

/** Where the middle of something is, once it stands still. */
export async function middleOf(locator: Locator): Promise<Point> {
  const box = await boxOf(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
