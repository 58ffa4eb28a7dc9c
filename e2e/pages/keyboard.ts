import { expect, type Locator, type Page } from "@playwright/test";

/** How many times Tab may be pressed to get somewhere: everything on a screen, and once around. */
const MOST_TABS = 90;

/** A person who has a keyboard and nothing else. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Replaces what the focused field holds. */
  async retype(text: string): Promise<void> {
    await this.press("ControlOrMeta+A");
    await this.type(text);
  }

  /** Presses Tab, or Shift+Tab, until something has the focus. */
  async tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await target.waitFor();
    for (let pressed = 0; pressed <= MOST_TABS; pressed += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`${MOST_TABS} times ${key} do not lead to ${String(target)}.`);
  }

  /** Goes to a button and presses it. */
  async use(button: Locator): Promise<void> {
    await this.tabTo(button);
    await this.press("Enter");
  }

  /** Chooses an option of a list that opens under the focused or given control, by typing the start of its name. */
  async choose(control: Locator, option: string): Promise<void> {
    await this.tabTo(control);
    const isText = await control.evaluate((element) => element instanceof HTMLInputElement);
    if (isText) await this.retype(option);
    else await this.press("Enter");
    const wanted = this.page.getByRole("option", { name: option, exact: true });
    await wanted.waitFor();
    for (let moved = 0; moved < MOST_TABS && !(await isActive(wanted)); moved += 1) await this.press("ArrowDown");
    await this.press("Enter");
    await expect(wanted).toBeHidden();
  }

  /** Answers what starts a new automation: the question has the focus by itself. */
  async start(search: string): Promise<void> {
    await expect(this.page.getByTestId("start-here").getByRole("combobox")).toBeFocused();
    await this.type(search);
    await this.press("Enter");
    await expect(this.page.getByTestId("start-here")).toBeHidden();
  }

  /** Answers a small window with a search: types, and takes the first that fits. */
  async answer(...searches: string[]): Promise<void> {
    for (const search of searches) {
      const asked = this.page.getByRole("dialog").getByRole("combobox");
      await expect(asked).toBeFocused();
      await expect(asked).toHaveValue("");
      await this.type(search);
      await this.press("Enter");
    }
    await expect(this.page.getByRole("dialog")).toBeHidden();
  }
}

/** An option has the focus itself, or the list's field points at it. */
const isActive = (option: Locator): Promise<boolean> =>
  option.evaluate(
    (element) =>
      element === document.activeElement ||
      (element.id !== "" && document.activeElement?.getAttribute("aria-activedescendant") === element.id),
  );
