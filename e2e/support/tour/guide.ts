import type { Locator, Page } from "@playwright/test";
import type { Client } from "@trilho/api-client";
import { wordsOf, type Language, type TextOf } from "../texts.ts";
import type { State } from "./states.ts";

export interface TourOptions {
  page: Page;
  language: Language;
  demo: { url: string; key: string; api: Client };
  /** No room for palette, drawing and settings beside each other. */
  narrow: boolean;
  /** The states that are looked at; all of them by default. What takes long to reach is left out where nobody looks. */
  states?: readonly State[];
  /** Called with each of them once it stands still. */
  visit: (state: State) => Promise<void>;
}

/** What a tour does again and again, in the language of the page. */
export class Guide {
  readonly page: Page;
  readonly say: TextOf;
  readonly options: TourOptions;

  constructor(options: TourOptions) {
    this.options = options;
    this.page = options.page;
    this.say = wordsOf(options.language);
  }

  button(area: string, key: string, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name: this.say(area, key), exact: true });
  }

  step(id: string): Locator {
    return this.page.locator(`[data-document] [data-step-id="${id}"]`).first();
  }

  /** All of the drawing in sight first, as a simulation looks where its run is; where there is no room for all, what is out of sight is pressed all the same. */
  async select(id: string): Promise<void> {
    await this.button("builder", "toolbar.fit").click();
    if (!this.options.narrow) return this.step(id).click();
    await this.step(id).focus();
    await this.step(id).dispatchEvent("click");
  }

  wants(state: State): boolean {
    return this.options.states?.includes(state) ?? true;
  }

  async show(state: State): Promise<void> {
    if (!this.wants(state)) return;
    // What is still on its way would change the picture once it is here.
    await this.page.waitForLoadState("networkidle");
    // Away from everything that answers to a pointer.
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(async () => {
      await document.fonts.ready;
    });
    await this.options.visit(state);
  }

  /** In the header, or in its menu where there is no room. */
  async choose(key: string): Promise<void> {
    const direct = this.button("automation", key, this.page.getByRole("banner"));
    if (await direct.isVisible()) return direct.click();
    await this.button("automation", "more").click();
    await this.page.getByRole("menuitem", { name: this.say("automation", key) }).click();
  }

  tab(area: string, key: string): Locator {
    return this.page.getByRole("tab", { name: new RegExp(`^${this.say(area, key)}`) });
  }
}
