import { expect, type Locator, type Page } from "@playwright/test";
import type { Client } from "@trilho/api-client";
import { dateRuns } from "./clock.ts";
import { clear, faultyFile, ranShowcase, showcase, textsOf } from "./showcase.ts";
import { wordsOf, type Language, type Say } from "./words.ts";

/** What a tour shows, one after the other. */
export type State = (typeof STATES)[number];

const STATES = [
  "connect",
  "automations",
  "templates",
  "canvas",
  "condition",
  "message",
  "webhook",
  "round-robin",
  "trigger",
  "settings",
  "commands",
  "add-step",
  "shortcuts",
  "outline",
  "sentences",
  "simulate",
  "deal",
  "answers",
  "tests",
  "cohort",
  "compare",
  "behaviour",
  "conflict",
  "merge",
  "runs",
  "ran",
  "run",
  "flow",
  "outbox",
  "try",
  "waiting",
  "impact",
  "problems",
  "fix",
  "blocked",
  "empty",
] as const;

const INSPECTOR = "[data-inspector]";
const DIALOG = '[role="dialog"]';
const SIMULATION = '[data-testid="simulate-panel"]';

/** The part of the page that a state is about, where the rest of it is the same in other states. */
export const PARTS: Readonly<Partial<Record<State, string>>> = {
  condition: INSPECTOR,
  message: INSPECTOR,
  webhook: INSPECTOR,
  "round-robin": INSPECTOR,
  trigger: INSPECTOR,
  settings: DIALOG,
  templates: DIALOG,
  commands: DIALOG,
  "add-step": DIALOG,
  shortcuts: DIALOG,
  conflict: DIALOG,
  blocked: DIALOG,
  try: DIALOG,
  impact: '[role="alertdialog"]',
  deal: SIMULATION,
  answers: SIMULATION,
  fix: '[data-testid="problems"]',
};

export interface TourOptions {
  page: Page;
  language: Language;
  demo: { url: string; key: string; api: Client };
  /** No room for palette, drawing and settings beside each other. */
  narrow: boolean;
  /** Called with each state once it stands still. */
  visit: (state: State) => Promise<void>;
}

/** Goes through every view of the editor as a person does, in a workspace that is always the same. */
export async function tour(options: TourOptions): Promise<void> {
  const guide = new Guide(options);
  await guide.start();
  await guide.lists();
  await guide.building();
  await guide.views();
  await guide.simulating();
  await guide.comparing();
  await guide.running();
  await guide.troubles();
}

class Guide {
  readonly page: Page;
  readonly say: Say;
  readonly #options: TourOptions;
  #id = "";
  #pushTheirs: () => Promise<void> = () => Promise.resolve();

  constructor(options: TourOptions) {
    this.#options = options;
    this.page = options.page;
    this.say = wordsOf(options.language);
  }

  button(area: string, key: string, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name: this.say(area, key), exact: true });
  }

  step(id: string): Locator {
    return this.page.locator(`[data-document] [data-step-id="${id}"]`).first();
  }

  /** All of the drawing in sight first: it may be larger than the window, and a simulation looks where its run is. */
  async select(id: string): Promise<void> {
    await this.button("builder", "toolbar.fit").click();
    await this.step(id).click();
  }

  async show(state: State): Promise<void> {
    // Away from everything that answers to a pointer.
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(async () => {
      await document.fonts.ready;
    });
    await this.#options.visit(state);
  }

  async start(): Promise<void> {
    const { api, url, key } = this.#options.demo;
    const made = await showcase(api, this.#options.language);
    this.#id = made.id;
    this.#pushTheirs = made.pushTheirs;
    await this.page.goto(url);
    const address = this.page.getByLabel(this.say("connect", "address"));
    await address.fill("https://crm.example.com");
    await this.show("connect");
    await address.fill(url);
    await this.page.getByLabel(this.say("connect", "key"), { exact: true }).fill(key);
    await this.button("connect", "connect").click();
  }

  async lists(): Promise<void> {
    const { followUp } = textsOf(this.#options.language);
    await expect(this.page.getByRole("link", { name: followUp }).first()).toBeVisible();
    // Asked for as soon as their row is in sight.
    await expect(this.page.getByText(this.say("automations", "lastRuns.none")).first()).toBeVisible();
    await this.show("automations");
    await this.button("templates", "open").click();
    await expect(this.page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
    await this.show("templates");
    await this.page.keyboard.press("Escape");
    await this.page.getByRole("link", { name: followUp }).first().click();
    await this.page.getByRole("textbox", { name: this.say("automation", "name") }).waitFor();
    if (this.#options.narrow) await this.button("builder", "toolbar.canvas").click();
    await expect(this.step("done")).toBeVisible();
  }

  async building(): Promise<void> {
    const { narrow } = this.#options;
    await this.show("canvas");
    for (const [id, state] of [
      ["size", "condition"],
      ["offer", "message"],
      ["hook", "webhook"],
      ["turn", "round-robin"],
      ["start", "trigger"],
    ] as const) {
      await this.select(id);
      await this.page.keyboard.press("Enter");
      await expect(this.page.getByTestId("inspector")).toBeVisible();
      if (state === "trigger") await expect(this.button("forms", "trigger.addFilter")).toBeVisible();
      await this.show(state);
      if (narrow) await this.page.keyboard.press("Escape");
    }
    await this.page.keyboard.press("Escape");
    await this.choose("settings");
    await expect(this.page.getByRole("dialog")).toBeVisible();
    await this.show("settings");
    await this.page.keyboard.press("Escape");
    await expect(this.page.getByRole("dialog")).toBeHidden();
    await this.select("size");
    await this.page.keyboard.press("ControlOrMeta+k");
    await expect(this.page.getByTestId("commands")).toBeVisible();
    await this.show("commands");
    await this.page.keyboard.press("Escape");
    await this.select("ana");
    await this.page.keyboard.press("a");
    await expect(this.page.getByRole("dialog")).toBeVisible();
    await this.show("add-step");
    await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("?");
    await expect(this.page.getByRole("dialog")).toBeVisible();
    await this.show("shortcuts");
    await this.page.keyboard.press("Escape");
    await expect(this.page.getByRole("dialog")).toBeHidden();
  }

  /** In the header under one name, or in its menu where there is no room. */
  async choose(key: string, inMenu = key): Promise<void> {
    const direct = this.button("automation", key, this.page.getByRole("banner"));
    if (await direct.isVisible()) return direct.click();
    await this.button("automation", "more").click();
    await this.page.getByRole("menuitem", { name: this.say("automation", inMenu) }).click();
  }

  async views(): Promise<void> {
    await this.button("builder", "toolbar.outline").click();
    await expect(this.page.getByRole("tree")).toBeVisible();
    await this.show("outline");
    await this.button("builder", "toolbar.sentences").click();
    await expect(this.page.locator("[data-document='sentences']")).toBeVisible();
    await this.show("sentences");
    await this.button("builder", "toolbar.canvas").click();
    await expect(this.step("done")).toBeVisible();
  }

  tab(area: string, key: string): Locator {
    return this.page.getByRole("tab", { name: new RegExp(`^${this.say(area, key)}`) });
  }

  /** Once the drawing looks where the run is: how it came there decides what else is in sight. */
  async followed(): Promise<void> {
    await expect(this.page.locator("[data-token='not-visited']").first()).toBeAttached();
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }

  async simulating(): Promise<void> {
    const panel = this.page.getByTestId("simulate-panel");
    await this.button("builder", "toolbar.simulate").click();
    await expect(panel.getByRole("slider")).toBeVisible();
    await this.followed();
    await panel.getByRole("slider").focus();
    await this.page.keyboard.press("End");
    await this.followed();
    await this.show("simulate");
    await this.tab("simulate", "tabs.deal").click();
    await this.show("deal");
    await this.tab("simulate", "tabs.world").click();
    await this.show("answers");
    await this.tab("scenarios", "mode.tests").click();
    // Looked for in a worker.
    await expect(panel.getByRole("button", { name: /^(Make|Criar) \d/ })).toBeVisible({ timeout: 30_000 });
    await this.show("tests");
    await this.tab("scenarios", "mode.cohort").click();
    await panel.getByRole("button", { name: /^(Simulate|Simular) / }).click();
    const ends = panel.getByRole("heading", { name: this.say("cohort", "result.statuses") });
    await expect(ends).toBeVisible();
    await ends.evaluate((heading) => heading.scrollIntoView({ block: "start" }));
    await this.show("cohort");
    await this.tab("scenarios", "mode.run").click();
    await this.button("simulate", "close").click();
    await expect(panel).toBeHidden();
  }

  /** Changes a text, a name and the chain, so that there is something to compare. */
  async edit(): Promise<void> {
    const { renamed, mine } = textsOf(this.#options.language);
    const inspector = this.page.getByTestId("inspector");
    await this.select("call");
    await this.page.keyboard.press("F2");
    await inspector.getByRole("textbox").first().fill(renamed);
    await this.page.keyboard.press("Escape");
    await this.select("offer");
    await this.page.keyboard.press("Enter");
    await inspector.getByRole("textbox").nth(1).fill(mine);
    await this.page.keyboard.press("Escape");
    await this.select("tag");
    await this.page.keyboard.press("Delete");
    await expect(this.step("tag")).toBeHidden();
  }

  async comparing(): Promise<void> {
    await this.edit();
    await this.choose("compare");
    await this.compared();
    await this.show("compare");
    await this.tab("compare", "tabs.behaviour").click();
    // Found out in a worker.
    for (const key of ["cancelScenarios", "cancel"])
      await expect(this.button("compare", `behaviour.${key}`)).toBeHidden({ timeout: 60_000 });
    await this.show("behaviour");
    await this.button("compare", "close").click();
    await this.#pushTheirs();
    await this.button("automation", "push").click();
    await expect(this.page.getByRole("dialog")).toBeVisible();
    await this.show("conflict");
    await this.button("automation", "conflict.merge").click();
    await expect(this.page.getByRole("dialog")).toBeHidden();
    await this.show("merge");
    await this.page.keyboard.press("Escape");
  }

  async compared(): Promise<void> {
    const layer = this.page.getByRole("region", { name: this.say("compare", "title"), exact: true });
    await expect(layer.locator("[data-step-id]").first()).toBeVisible();
  }

  async running(): Promise<void> {
    const { demo, language, narrow } = this.#options;
    const { page } = this;
    await page.goto(`${demo.url}/automations/${this.#id}/runs`);
    await expect(page.getByRole("heading", { name: this.say("runs", "empty.title") })).toBeVisible();
    await this.show("runs");
    const { id, runs, deal } = await ranShowcase(demo.api, language);
    await dateRuns(page, runs);
    const path = `${demo.url}/automations/${id}`;
    await page.goto(`${path}/runs`);
    await expect(page.getByRole("row")).toHaveCount(runs.length + 1);
    await expect(page.getByRole("list", { name: this.say("runs", "counts") })).toBeVisible();
    await this.show("ran");
    await page
      .getByRole("table")
      .getByRole("link", { name: this.say("runs", "status.waiting") })
      .first()
      .click();
    const drawn = page.locator('[data-step-id="offer"]');
    await expect(drawn).toBeVisible();
    await this.show("run");
    await page.goto(`${path}?flow`);
    const flow = page.getByRole("region", { name: this.say("runs", "flow.title"), exact: true });
    await expect(flow.getByRole("list").first()).toBeVisible();
    await expect(this.step("offer")).toBeVisible();
    await this.show("flow");
    await page.goto(`${demo.url}/outbox`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await this.show("outbox");
    await page.goto(path);
    if (narrow) await this.button("builder", "toolbar.canvas").click();
    await expect(this.step("done")).toBeVisible();
    await this.choose("tryShort", "try");
    const dialog = page.getByRole("dialog", { name: this.say("trying", "title") });
    await dialog.getByRole("combobox").fill(deal);
    await page
      .getByRole("option", { name: new RegExp(deal) })
      .first()
      .click();
    await expect(page.getByRole("listbox")).toBeHidden();
    await this.show("try");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await this.select("offer");
    await page.keyboard.press("Delete");
    await expect(this.step("offer")).toBeHidden();
    await this.choose("compare");
    await this.compared();
    await this.tab("compare", "tabs.runs").click();
    await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
    await this.show("waiting");
    await this.button("compare", "close").click();
    // A step less that nobody waits at.
    await page.keyboard.press("ControlOrMeta+z");
    await this.select("tag");
    await page.keyboard.press("Delete");
    await expect(this.step("tag")).toBeHidden();
    await this.button("automation", "push").click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await this.show("impact");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    // Nothing is left that a list would speak of.
    await page.keyboard.press("ControlOrMeta+z");
    await expect(this.step("tag")).toBeVisible();
  }

  /** From a page of the same origin that is not the editor, so that nothing holds the database open. */
  async forgetDrafts(): Promise<void> {
    await this.page.goto(`${this.#options.demo.url}/openapi.json`);
    await this.page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        await new Promise<void>((resolve, reject) => {
          const gone = indexedDB.deleteDatabase(name ?? "");
          gone.addEventListener("success", () => resolve());
          gone.addEventListener("error", () => reject(gone.error ?? new Error("The drafts cannot be forgotten.")));
        });
    });
  }

  async troubles(): Promise<void> {
    const { demo, language } = this.#options;
    const { name, content } = faultyFile(language);
    await this.page.goto(demo.url);
    const choosing = this.page.waitForEvent("filechooser");
    await this.button("automations", "import").click();
    await (await choosing).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
    const problems = this.page.getByTestId("problems");
    await problems.getByRole("button").first().click();
    await expect(problems.getByRole("listitem").first()).toBeVisible();
    await this.show("problems");
    await problems
      .getByRole("button", { name: new RegExp(`^${this.say("builder", "problems.fix")}`) })
      .first()
      .click();
    await expect(this.page.getByTestId("fix-preview")).toBeVisible();
    await this.show("fix");
    await this.page.keyboard.press("Escape");
    await this.button("automation", "push").click();
    await expect(this.page.getByRole("dialog")).toBeVisible();
    await this.show("blocked");
    await this.page.keyboard.press("Escape");
    await clear(demo.api);
    await this.forgetDrafts();
    await this.page.goto(demo.url);
    await expect(this.page.getByRole("heading", { name: this.say("automations", "empty.title") })).toBeVisible();
    await this.show("empty");
  }
}
