import type { Locator, Page } from "@playwright/test";

/** The settings of the selected step. */
export class Inspector {
  readonly page: Page;
  readonly root: Locator;
  readonly name: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("region", { name: "Step settings" });
    this.name = this.root.getByRole("textbox", { name: "Name", exact: true });
  }

  title(kind: string): Locator {
    return this.root.getByRole("heading", { name: kind, exact: true });
  }

  field(name: string | RegExp): Locator {
    return this.root.getByRole("textbox", { name });
  }

  /** Chooses from a list that opens under a field. */
  async choose(field: string, option: string, within: Locator = this.root): Promise<void> {
    await within.getByRole("combobox", { name: field, exact: true }).click();
    await this.page.getByRole("option", { name: option, exact: true }).click();
  }

  /** Adds a branch, an exit or a button, and calls it something. */
  async addPart(kind: "branch" | "exit" | "button", label: string): Promise<void> {
    await this.root.getByRole("button", { name: `Add ${kind}`, exact: true }).click();
    await this.namePart(kind, -1, label);
  }

  /** Calls a branch, an exit or a button something; the last one is -1. */
  async namePart(kind: "branch" | "exit" | "button", index: number, label: string): Promise<void> {
    await this.part(kind).nth(index).fill(label);
  }

  part(kind: "branch" | "exit" | "button"): Locator {
    return this.field(PART_FIELD[kind]);
  }

  /** Gives a branch one rule. */
  async addRule(branch: string, rule: { field: string; comparison: string; value: string }): Promise<void> {
    const rules = this.rules(branch);
    await rules.getByRole("button", { name: "Add rule" }).click();
    await this.choose("Field", rule.field, rules);
    await this.choose("Comparison", rule.comparison, rules);
    await rules.getByRole("textbox", { name: "Value" }).fill(rule.value);
  }

  rules(branch: string): Locator {
    return this.root.getByRole("group", { name: `Rules of ${branch}` });
  }

  /** Sets how long a wait is. A unit is named as its amount wants it: 1 day, 2 days. */
  async waitFor(amount: string, unit: "seconds" | "minutes" | "hours" | "days" | "weeks"): Promise<void> {
    await this.root.getByRole("combobox", { name: "Wait for: unit" }).click();
    await this.page.getByRole("option", { name: new RegExp(`^${unit.slice(0, -1)}s?$`) }).click();
    await this.field("Wait for").fill(amount);
  }
}

const PART_FIELD = {
  branch: /^Branch \d+: name$/,
  exit: /^Exit \d+: name$/,
  button: /^Button \d+: text$/,
} as const;
