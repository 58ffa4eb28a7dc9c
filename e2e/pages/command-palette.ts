import { expect, type Locator, type Page } from "@playwright/test";
import { literally } from "../support/text.ts";

/** Everything that can be done, found by typing. */
export class CommandPalette {
  readonly page: Page;
  readonly root: Locator;
  readonly input: Locator;
  readonly options: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByTestId("commands");
    this.input = this.root.getByRole("combobox");
    this.options = this.root.getByRole("option");
  }

  async open(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+k");
    await expect(this.input).toBeFocused();
  }

  /** A line by the start of its name; its shortcut follows. */
  option(name: string): Locator {
    return this.root.getByRole("option", { name: new RegExp(`^${literally(name)}`) });
  }

  /** The lines below a heading. */
  group(heading: string): Locator {
    return this.root.getByRole("group", { name: heading, exact: true }).getByRole("option");
  }

  /** Opens it, types, and takes the best match, which must be the named one. */
  async run(typed: string, name: string): Promise<void> {
    await this.open();
    await this.input.fill(typed);
    await expect(this.option(name).and(this.options.first())).toHaveAttribute("aria-selected", "true");
    await this.page.keyboard.press("Enter");
    await expect(this.root).toBeHidden();
  }
}
