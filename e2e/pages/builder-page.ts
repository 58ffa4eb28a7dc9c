import type { Locator, Page } from "@playwright/test";
import { agreeToWarnings } from "../support/agreeing.ts";
import { literally } from "../support/text.ts";
import { Cohort } from "./cohort.ts";
import { CommandPalette } from "./command-palette.ts";
import { CompareLayer } from "./compare-layer.ts";
import { MergeLayer } from "./merge-layer.ts";
import { Sentences } from "./sentences.ts";
import { Canvas } from "./canvas.ts";
import { ConflictDialog } from "./conflict-dialog.ts";
import { Inspector } from "./inspector.ts";
import { Outline } from "./outline.ts";
import { Palette } from "./palette.ts";
import { Problems } from "./problems.ts";
import { Simulation } from "./simulation.ts";
import { Tests } from "./tests.ts";

/** One automation being edited. */
export class BuilderPage {
  readonly page: Page;
  readonly canvas: Canvas;
  readonly outline: Outline;
  readonly sentences: Sentences;
  readonly palette: Palette;
  readonly commands: CommandPalette;
  readonly compare: CompareLayer;
  readonly merge: MergeLayer;
  readonly inspector: Inspector;
  readonly problems: Problems;
  readonly simulation: Simulation;
  readonly tests: Tests;
  readonly cohort: Cohort;
  readonly conflict: ConflictDialog;
  readonly name: Locator;
  readonly publish: Locator;
  readonly enable: Locator;
  readonly undo: Locator;
  readonly redo: Locator;
  /** What was done, or why not. */
  readonly toasts: Locator;
  /** What keeps a publish from happening. */
  readonly blocked: Locator;
  /** What publishing would do, before it does. */
  readonly review: Locator;
  /** What an automation without steps asks. */
  readonly start: Locator;
  /** The tour for who is new here. */
  readonly tour: Locator;

  constructor(page: Page) {
    this.page = page;
    agreeToWarnings(page);
    this.canvas = new Canvas(page);
    this.outline = new Outline(page);
    this.sentences = new Sentences(page);
    this.palette = new Palette(page);
    this.commands = new CommandPalette(page);
    this.compare = new CompareLayer(page);
    this.merge = new MergeLayer(page);
    this.inspector = new Inspector(page);
    this.problems = new Problems(page);
    this.simulation = new Simulation(page);
    this.tests = new Tests(page);
    this.cohort = new Cohort(page);
    this.conflict = new ConflictDialog(page);
    this.name = page.getByRole("textbox", { name: "Name of the automation" });
    this.publish = page.getByRole("banner").getByRole("button", { name: /^Publish/ });
    this.enable = page.getByRole("switch", { name: "Run this automation" });
    this.undo = page.getByRole("button", { name: /^Undo/ });
    this.redo = page.getByRole("button", { name: /^Redo/ });
    this.toasts = page.getByRole("region", { name: /Notifications/ });
    this.blocked = page.getByRole("dialog", { name: /keeps? this from being published/ });
    this.start = page.getByTestId("start-here");
    this.tour = page.getByTestId("tour");
    this.review = page.getByRole("dialog", { name: /^Publish version/ });
  }

  /** What the header says of the draft: "Version 2", "Unpublished changes". */
  state(words: string): Locator {
    return this.page.getByRole("banner").getByText(words, { exact: true });
  }

  /** Opens a stored automation, already connected. */
  async open(url: string, key: string, id: string): Promise<void> {
    await this.page.goto(`${url}/automations/${id}#key=${key}`);
    await this.name.waitFor();
  }

  /** Waits until nothing of the program is still to come: from here on it edits and publishes without a network or a server of its own. */
  async complete(): Promise<void> {
    await this.page.locator('[data-editor-page][data-complete="true"]').waitFor();
  }

  /** What stands below the header, with its buttons: where the draft and its publish stand. */
  banner(words: string | RegExp): Locator {
    const said = this.page.getByRole("status").filter({ hasText: words });
    return this.page.locator("div[data-tone]").filter({ has: said });
  }

  /** Presses a button of such a line. */
  async answerBanner(words: string | RegExp, button: string): Promise<void> {
    await this.banner(words).getByRole("button", { name: button, exact: true }).click();
  }

  async show(view: "Canvas" | "Outline" | "Sentences"): Promise<void> {
    await this.page.getByRole("button", { name: view, exact: true }).click();
  }

  /** The id in the address: "new" until the first publish. */
  id(): string {
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }

  /** Answers what starts a new automation. */
  async startWith(trigger: string): Promise<void> {
    await this.start.getByRole("option", { name: new RegExp(`^${literally(trigger)} `) }).click();
  }

  /** Answers the small window that asks which step to add. */
  async choose(kind: string): Promise<void> {
    await this.page
      .getByRole("dialog")
      .getByRole("option", { name: new RegExp(`^${literally(kind)} `) })
      .click();
  }
}
