import { expect } from "@playwright/test";
import { dateRuns } from "../clock.ts";
import { ranShowcase } from "../showcase.ts";
import { compared } from "./checking.ts";
import type { Guide } from "./guide.ts";

/** `untouched` is the id of an automation that never ran. */
export async function running(guide: Guide, untouched: string): Promise<void> {
  const { page } = guide;
  const { demo, language } = guide.options;
  await page.goto(`${demo.url}/automations/${untouched}/runs`);
  await expect(page.getByRole("heading", { name: guide.say("runs", "empty.title") })).toBeVisible();
  await guide.show("runs");
  const { id, runs, deal } = await ranShowcase(demo.api, language);
  await dateRuns(page, runs);
  const path = `${demo.url}/automations/${id}`;
  await page.goto(`${path}/runs`);
  await expect(page.getByRole("row")).toHaveCount(runs.length + 1);
  await expect(page.getByRole("list", { name: guide.say("runs", "counts") })).toBeVisible();
  await guide.show("ran");
  await page
    .getByRole("table")
    .getByRole("link", { name: guide.say("runs", "status.waiting") })
    .first()
    .click();
  const drawn = page.locator('[data-step-id="offer"]');
  await expect(drawn).toBeVisible();
  await guide.show("run");
  await flowing(guide, path);
  await trying(guide, path, deal);
  if (guide.wants("review")) await review(guide);
}

async function flowing(guide: Guide, path: string): Promise<void> {
  const { page } = guide;
  await page.goto(`${path}?flow`);
  const flow = page.getByRole("region", { name: guide.say("runs", "flow.title"), exact: true });
  await expect(flow.getByRole("list").first()).toBeVisible();
  await expect(guide.step("offer")).toBeVisible();
  await guide.show("flow");
  await page.goto(`${guide.options.demo.url}/outbox`);
  await expect(page.getByRole("article").first()).toBeVisible();
  await guide.show("outbox");
}

async function trying(guide: Guide, path: string, deal: string): Promise<void> {
  const { page } = guide;
  await page.goto(path);
  if (guide.options.narrow) await guide.button("builder", "toolbar.canvas").click();
  await expect(guide.step("done")).toBeVisible();
  await guide.choose("try");
  const dialog = page.getByRole("dialog", { name: guide.say("trying", "title") });
  await dialog.getByRole("combobox").fill(deal);
  await page
    .getByRole("option", { name: new RegExp(deal) })
    .first()
    .click();
  await expect(page.getByRole("listbox")).toBeHidden();
  await guide.show("try");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

async function review(guide: Guide): Promise<void> {
  const { page } = guide;
  await guide.select("offer");
  await page.keyboard.press("Delete");
  await expect(guide.step("offer")).toBeHidden();
  await guide.choose("compare");
  await compared(guide);
  await guide.tab("compare", "tabs.runs").click();
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
  // What was said when the step was deleted goes by itself.
  await expect(page.getByText(guide.say("automation", "waitingAtDeletedHint"))).toBeHidden({ timeout: 15_000 });
  await guide.show("waiting");
  await guide.button("compare", "close").click();
  // A step less that nobody waits at.
  await page.keyboard.press("ControlOrMeta+z");
  await guide.select("tag");
  await page.keyboard.press("Delete");
  await expect(guide.step("tag")).toBeHidden();
  await guide.button("automation", "publish").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await guide.show("review");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // Nothing is left that a list would speak of.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(guide.step("tag")).toBeVisible();
}
