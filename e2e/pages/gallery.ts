import type { Locator, Page } from "@playwright/test";

/** Ready automations to start from. */
export class Gallery {
  readonly page: Page;
  readonly root: Locator;
  readonly search: Locator;
  readonly templates: Locator;
  /** What has to be chosen in this workspace. */
  readonly needs: Locator;
  readonly use: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("dialog", { name: "Start from a template" });
    this.search = this.root.getByRole("searchbox", { name: "Search templates" });
    this.templates = this.root.getByRole("list", { name: "Start from a template" }).getByRole("button");
    this.needs = this.root.getByRole("region", { name: "What to choose" }).getByRole("combobox");
    this.use = this.root.getByRole("button", { name: "Use this template" });
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "From template" }).click();
    await this.templates.first().waitFor();
  }

  async pick(name: string): Promise<Locator> {
    await this.templates.filter({ hasText: name }).click();
    const preview = this.root.getByRole("article", { name });
    await preview.waitFor();
    return preview;
  }

  /** Chooses the same place of the list for every need, beginning with the given one. */
  async chooseNeeds(): Promise<void> {
    const count = await this.needs.count();
    for (let index = 0; index < count; index += 1) {
      await this.needs.nth(index).click();
      await this.page.getByRole("option").nth(index).click();
      await this.page.getByRole("listbox").waitFor({ state: "hidden" });
    }
  }
}
