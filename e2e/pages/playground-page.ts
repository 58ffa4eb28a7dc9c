import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { BuilderPage } from "./builder-page.ts";
import { Gallery } from "./gallery.ts";

/** The editor as a page of static files. */
export class PlaygroundPage {
  readonly page: Page;
  readonly builder: BuilderPage;
  readonly gallery: Gallery;
  /** The drafts that the device keeps besides the one that is open. */
  readonly drafts: Locator;

  constructor(page: Page) {
    this.page = page;
    this.builder = new BuilderPage(page);
    this.gallery = new Gallery(page);
    this.drafts = page.getByRole("dialog", { name: "Drafts on this device" }).getByRole("listitem");
  }

  async useTemplate(name: string): Promise<void> {
    await this.gallery.pick(name);
    await this.gallery.use.click();
    await this.gallery.root.waitFor({ state: "hidden" });
  }

  /** Copies the link of what is open, and reads the clipboard. */
  async copyLink(): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(""));
    await this.page.getByRole("button", { name: "Copy link" }).click();
    const read = () => this.page.evaluate(() => navigator.clipboard.readText());
    await this.page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
    return read();
  }

  async more(command: string): Promise<void> {
    await this.page.getByRole("button", { name: "More", exact: true }).click();
    await this.page.getByRole("menuitem", { name: command }).click();
  }

  /** What the browser would save. */
  async exported(): Promise<Record<string, unknown>> {
    const downloading = this.page.waitForEvent("download");
    await this.more("Export as JSON");
    return JSON.parse(await readFile(await (await downloading).path(), "utf8")) as Record<string, unknown>;
  }

  /** Drops a file on the drawing. */
  async drop(content: unknown): Promise<void> {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const dataTransfer = await this.page.evaluateHandle((json) => {
      const data = new DataTransfer();
      data.items.add(new File([json], "automation.json", { type: "application/json" }));
      return data;
    }, text);
    await this.page.getByTestId("automation-editor").dispatchEvent("drop", { dataTransfer });
  }
}
