import type { Locator, Page } from "@playwright/test";
import { literally } from "../support/text.ts";

export class RunsPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly status: Locator;
  /** Shown in place of the table. */
  readonly empty: Locator;
  /** How many runs are in which status. */
  readonly counts: Locator;
  /** Every run below the head of the table. */
  readonly rows: Locator;
  /** One run, opened over the version it ran. */
  readonly opened: Locator;
  /** Goes on from it in the simulator. */
  readonly simulate: Locator;
  /** How the opened run stands. */
  readonly standing: Locator;
  /** The opened run's history. */
  readonly steps: Locator;
  /** What others did to it: who cancelled it, say. */
  readonly changes: Locator;
  /** What its webhooks sent. */
  readonly deliveries: Locator;
  /** Where the runs of a period went. */
  readonly flow: Locator;
  /** What is asked before something is done. */
  readonly question: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", { name: "Runs", exact: true });
    this.status = page.getByRole("combobox", { name: "Status" });
    this.empty = page.getByRole("heading", { name: "No runs yet" });
    this.counts = page.getByRole("list", { name: "Runs of the last 30 days by status" });
    this.rows = page.getByRole("table", { name: "Runs" }).locator("tbody tr");
    this.opened = page.getByRole("region", { name: /^Run/ });
    this.simulate = this.opened.getByRole("button", { name: "Continue in the simulator" });
    this.standing = page.getByRole("region", { name: "How the run stands" });
    this.steps = this.opened.getByRole("table").locator("tbody tr");
    this.changes = this.steps.filter({ has: page.locator("td[colspan]") });
    this.deliveries = this.opened.getByRole("list", { name: "Deliveries" });
    this.flow = page.getByRole("region", { name: "Where runs go", exact: true });
    this.question = page.getByRole("alertdialog");
  }

  async open(url: string, key: string, automationId: string): Promise<void> {
    await this.page.goto(`${url}/automations/${automationId}/runs#key=${key}`);
    await this.heading.waitFor();
  }

  async choose(status: string): Promise<void> {
    await this.status.click();
    await this.page.getByRole("option", { name: new RegExp(`^${literally(status)}\\b`) }).click();
  }

  /** Opens the only run of a status. */
  async openRun(status: string): Promise<void> {
    await this.rows.getByRole("link", { name: status, exact: true }).click();
    await this.standing.waitFor();
  }

  /** Presses a button of the opened run, and says yes to what it asks. */
  async act(button: string, answer: string): Promise<void> {
    await this.opened.getByRole("button", { name: button, exact: true }).click();
    await this.question.getByRole("button", { name: answer, exact: true }).click();
  }
}
