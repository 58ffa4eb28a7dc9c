import type { Browser } from "@playwright/test";
import { BuilderPage } from "../pages/builder-page.ts";
import { acquaint } from "../support/acquainted.ts";
import { expectAccessible } from "../support/axe.ts";
import { chain } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

const PATIENCE = { timeout: 20_000 };

/** Somebody else, at another device, who edits the same automation. */
async function elsewhere(browser: Browser, url: string, key: string, id: string) {
  const context = await browser.newContext();
  await acquaint(context);
  const page = await context.newPage();
  const builder = new BuilderPage(page);
  await builder.open(url, key, id);
  const name = page.getByRole("textbox", { name: "Name of the automation" });
  return { page, builder, name, close: () => context.close() };
}

test("a draft goes on at another device, is merged with what somebody else changes, and is published once", async ({
  api,
  browser,
  builder,
  given,
  keys,
  page,
  server,
}) => {
  const id = await given(chain(), { name: "Shared" });
  const mine = page.getByRole("textbox", { name: "Name of the automation" });
  await mine.fill("Mine");
  await expect(page.getByText("Draft saved")).toBeVisible(PATIENCE);

  const other = await elsewhere(browser, server.url, keys.owner, id);
  await expect(other.name).toHaveValue("Mine");
  await expect(other.page.getByText(/^Draft last edited by /)).toBeVisible();
  await expectAccessible(other.page);

  await other.builder.canvas.select("Let it rest");
  await other.page.keyboard.press("Delete");
  await expect(builder.canvas.steps).toHaveCount(2, PATIENCE);
  await mine.fill("Ours");
  await expect(other.name).toHaveValue("Ours", PATIENCE);

  await page.goto(`${server.url}/`);
  const row = page.getByRole("row").filter({ hasText: "Shared" });
  await expect(row.getByText("Draft", { exact: true })).toBeVisible();

  await other.builder.publish.click();
  await expect(other.builder.state("Version 2")).toBeVisible();
  await expect.poll(() => api.automations.draft(id), PATIENCE).toBeNull();
  expect(await api.automations.get(id)).toMatchObject({ name: "Ours", version: 2 });
  await other.close();
});

test("where two change the same, the later one decides", async ({ api, browser, given, keys, page, server }) => {
  const id = await given(chain(), { name: "Shared" });
  const mine = page.getByRole("textbox", { name: "Name of the automation" });
  const other = await elsewhere(browser, server.url, keys.owner, id);
  await page.context().setOffline(true);
  await mine.fill("Mine");
  await other.name.fill("Theirs");
  await expect(other.page.getByText("Draft saved")).toBeVisible(PATIENCE);
  await page.context().setOffline(false);

  await page.getByRole("button", { name: "Decide" }).click(PATIENCE);
  await expectAccessible(page);
  await page.getByRole("button", { name: "All theirs" }).click();
  await page.getByRole("button", { name: "Merge into my draft" }).click();
  await expect(mine).toHaveValue("Theirs");
  await expect.poll(async () => (await api.automations.draft(id))?.content, PATIENCE).toMatchObject({ name: "Theirs" });
  await other.close();
});

test("a page without changes offers to open the version that somebody else published", async ({
  api,
  builder,
  given,
  page,
}) => {
  const graphDefinition = chain();
  const id = await given(graphDefinition, { name: "First" });
  await api.automations.replace(id, { name: "Second", triggerType: "deal_created", graphDefinition });
  // Who comes back after a while has it looked at anew.
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(builder.banner("Somebody else published version 2 meanwhile.")).toBeVisible();
  await expectAccessible(page);
  await builder.answerBanner("Somebody else published version 2 meanwhile.", "Open version 2");
  await expect(builder.name).toHaveValue("Second");
  await expect(builder.state("Version 2")).toBeVisible();
});

test("a version that is restored elsewhere stays a draft, and can be taken back once somebody discards it", async ({
  api,
  browser,
  given,
  keys,
  page,
  server,
}) => {
  const graphDefinition = chain();
  const id = await given(graphDefinition, { name: "First" });
  const mine = page.getByRole("textbox", { name: "Name of the automation" });
  await expect(mine).toHaveValue("First");
  await api.automations.replace(id, { name: "Second", triggerType: "deal_created", graphDefinition });
  const other = await elsewhere(browser, server.url, keys.owner, id);
  await expect(other.name).toHaveValue("Second");
  await other.page.getByRole("button", { name: "More", exact: true }).click();
  await other.page.getByRole("menuitem", { name: "History" }).click();
  await other.page.getByRole("button", { name: "Restore version 1 as draft" }).click();
  await expect(other.name).toHaveValue("First");

  // This page was open with version 1 all the while.
  await expect(page.getByText("Draft saved")).toBeVisible(PATIENCE);
  await expect(other.page.getByText("Draft saved")).toBeVisible(PATIENCE);
  const draft = await api.automations.draft(id);
  expect(draft).toMatchObject({ baseVersion: 2, content: { name: "First" } });

  await api.automations.discardDraft(id, { revision: draft?.revision ?? "" });
  await expect(other.name).toHaveValue("Second", PATIENCE);
  await other.page.getByRole("button", { name: "Take it back" }).click();
  await expect(other.name).toHaveValue("First");
  await expect(mine).toHaveValue("First", PATIENCE);
  await other.close();
});

test("a service that keeps no drafts and no history is said to, and the draft stays on the device", async ({
  builder,
  context,
  given,
  page,
}) => {
  const missing = { status: 404, json: { error: "There is no such route.", code: "NOT_FOUND", requestId: "req_1" } };
  await context.route(/\/automations\/[^/]+\/(draft|history)/, (route) => route.fulfill(missing));
  await given(chain(), { name: "Alone" });
  await page.getByRole("textbox", { name: "Name of the automation" }).fill("Mine alone");
  await expect(page.getByText("Draft on this device only")).toBeVisible(PATIENCE);
  await expect(page.getByTitle("This service keeps no drafts: nobody else sees yours")).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "History" })).toContainText("no history of automations, and no drafts");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(builder.name).toHaveValue("Mine alone");
});
