import type { Locator, Page } from "@playwright/test";
import { literally } from "../support/text.ts";

/** Runs on a virtual clock. */
export class Simulation {
  readonly page: Page;
  readonly root: Locator;
  /** The place in the run: a slider. */
  readonly position: Locator;
  readonly scenarios: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: "Simulate", exact: true });
    this.position = this.root.getByRole("slider", { name: "Step" });
    this.scenarios = this.root.getByRole("list", { name: "Scenarios" });
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Simulate", exact: true }).click();
    await this.root.waitFor();
  }

  async close(): Promise<void> {
    await this.root.getByRole("button", { name: "Close the simulation" }).click();
  }

  /** A scenario by its name; its accessible name says how it ends. */
  scenario(name: string): Locator {
    return this.scenarios.getByRole("button", { name: new RegExp(`^${literally(name)}: `) });
  }

  /** Between one run, the tests, and a great many deals. */
  async mode(name: "Run" | "Tests" | "Many deals"): Promise<void> {
    await this.root.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  }

  /** Keeps the shown scenario as a test. */
  async saveAsTest(): Promise<void> {
    await this.root.getByRole("button", { name: "Save as test" }).click();
  }

  async addScenario(): Promise<void> {
    await this.root.getByRole("button", { name: "Add a scenario" }).click();
  }

  async show(tab: "Steps" | "Deal" | "Answers"): Promise<void> {
    await this.root.getByRole("tab", { name: tab, exact: true }).click();
  }

  /** Steps of the run, in order. */
  get steps(): Locator {
    return this.root.getByRole("table", { name: "Steps of the run, in order" }).locator("tbody").getByRole("row");
  }

  /** Moves through the run by one of the buttons. */
  async go(where: "To the start" | "One step back" | "One step forward" | "To the end"): Promise<void> {
    await this.root.getByRole("button", { name: where, exact: true }).click();
  }

  /** Chooses what the world does at a step. */
  async answer(step: string, choice: string): Promise<void> {
    await this.show("Answers");
    await this.root.getByRole("combobox", { name: `What happens at “${step}”` }).click();
    await this.page.getByRole("option", { name: choice, exact: true }).click();
  }

  /** Sets something of the sample deal. */
  async deal(field: string, value: string): Promise<void> {
    await this.show("Deal");
    await this.root.getByRole("textbox", { name: field }).fill(value);
  }
}
