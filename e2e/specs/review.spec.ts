import { createClient, type Client } from "@trilho/api-client";
import type { Browser } from "@playwright/test";
import { BuilderPage } from "../pages/builder-page.ts";
import { expectAccessible } from "../support/axe.ts";
import { chain, inLine } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

const PATIENCE = { timeout: 25_000 };

/** Somebody else, at another device. */
async function elsewhere(browser: Browser, locale?: string) {
  const context = await browser.newContext(locale === undefined ? {} : { locale });
  const page = await context.newPage();
  return { page, builder: new BuilderPage(page), close: () => context.close() };
}

/** One that Rita approved, and that runs. */
async function live(author: Client, reviewer: Client, name: string): Promise<string> {
  const body = { name, triggerType: "deal_created", graphDefinition: chain() };
  const { id } = await author.automations.create(body);
  const { request } = await author.automations.askReview(id, body);
  await reviewer.automations.approveReview(id, { revision: request?.revision ?? "" });
  await author.automations.setEnabled(id, { enabled: true });
  return id;
}

test("a change is asked about, sent back, asked about again, approved and published by two members", async ({
  browser,
  builder,
  keys,
  page,
  server,
}) => {
  const author = createClient({ baseUrl: server.url, apiKey: keys.author });
  const reviewer = createClient({ baseUrl: server.url, apiKey: keys.reviewer });
  const id = await live(author, reviewer, "Reviewed together");
  await builder.open(server.url, keys.author, id);
  const ask = page.getByRole("banner").getByRole("button", { name: "Ask for review" });
  await expect(ask).toBeDisabled();
  await builder.canvas.select("Let it rest");
  await page.keyboard.press("Delete");
  await ask.click();
  const asking = page.getByRole("dialog", { name: "Ask for a review?" });
  await asking.getByLabel("Note").fill("Nobody needs the pause");
  await expectAccessible(page);
  await asking.getByRole("button", { name: "Ask for review" }).click();
  await expect(builder.banner("Waits for review since")).toBeVisible();
  expect((await author.automations.get(id)).version).toBe(1);

  const rita = await elsewhere(browser);
  await rita.page.goto(`${server.url}/#key=${keys.reviewer}`);
  const row = rita.page.getByRole("row").filter({ hasText: "Reviewed together" });
  await expect(row.getByText("Waits for review")).toBeVisible();
  await rita.page.getByRole("button", { name: /^To review/ }).click();
  await expect(row).toBeVisible();
  await rita.builder.open(server.url, keys.reviewer, id);
  await expect(rita.builder.banner("Ana Author asks for your review")).toContainText("Nobody needs the pause");
  await rita.builder.answerBanner("asks for your review", "Review");
  const approving = rita.page.getByRole("dialog", { name: "Approve this change?" });
  await expect(approving.getByRole("button", { name: "Let it rest" })).toBeVisible();
  await expectAccessible(rita.page);
  await approving.getByRole("button", { name: "Send back" }).click();
  await expect(approving.getByText("Say what should be changed.")).toBeVisible();
  await approving.getByLabel("Comment").fill("Keep an hour");
  await approving.getByRole("button", { name: "Send back" }).click();
  await expect(rita.builder.banner("Rita Reviewer sent the change back")).toBeVisible();

  await expect(builder.banner("Rita Reviewer sent the change back")).toContainText("Keep an hour", PATIENCE);
  await ask.click();
  await asking.getByRole("button", { name: "Ask for review" }).click();
  await rita.builder.answerBanner("asks for your review", "Review");
  await approving.getByRole("button", { name: "Approve and publish" }).click();
  await expect(rita.builder.state("Version 2")).toBeVisible();
  expect(await author.automations.get(id)).toMatchObject({ version: 2, enabled: true });
  await expect(builder.state("Version 2")).toBeVisible(PATIENCE);
  await expect.poll(() => author.automations.draft(id), PATIENCE).toBeNull();
  await rita.close();
});

test("what nobody approved stays off, and says so in Portuguese as well", async ({ browser, keys, server }) => {
  const author = createClient({ baseUrl: server.url, apiKey: keys.author });
  const body = { name: "Nova", triggerType: "deal_created", graphDefinition: chain() };
  const { id } = await author.automations.create(body);
  const ana = await elsewhere(browser, "pt-BR");
  await ana.page.goto(`${server.url}/automations/${id}#key=${keys.author}`);
  await expect(ana.page.getByText("Ninguém aprovou esta versão ainda")).toBeVisible();
  await ana.page.getByRole("banner").getByRole("button", { name: "Pedir revisão" }).click();
  const asking = ana.page.getByRole("dialog", { name: "Pedir uma revisão?" });
  await expectAccessible(ana.page);
  await asking.getByRole("button", { name: "Pedir revisão" }).click();
  await expect(ana.page.getByText(/^Aguarda revisão desde/)).toBeVisible();
  expect((await author.automations.review(id)).request).toMatchObject({ state: "waiting", mine: true });
  await ana.close();
});

test("who asks for a review is told which step will fail whatever happens", async ({ builder, keys, page, server }) => {
  const author = createClient({ baseUrl: server.url, apiKey: keys.author });
  const config = { to: "nobody", subject: "Hi", body: "Hi", ui: { label: "Offer" } };
  const offer = { id: "offer", type: "action", actionType: "send_email", config } as const;
  const graphDefinition = inLine(offer, { id: "end", type: "end" });
  const { id } = await author.automations.create({
    name: "Sent nowhere",
    triggerType: "deal_created",
    graphDefinition,
  });
  await builder.open(server.url, keys.author, id);
  await page.getByRole("banner").getByRole("button", { name: "Ask for review" }).click();
  const asking = page.getByRole("dialog", { name: "Ask for a review?" });
  await asking.getByRole("button", { name: "Ask for review" }).click();
  const told = page.getByRole("dialog", { name: "Review asked for, but one step will fail" });
  await expect(told).toContainText("“Offer”: The e-mail's recipient is not an e-mail address.");
  await told.getByRole("button", { name: "Show" }).click();
  await expect(builder.inspector.name).toHaveValue("Offer");
});

test("who owns the workspace decides whether automations are reviewed", async ({ keys, page, server }) => {
  await page.goto(`${server.url}/#key=${keys.owner}`);
  await page.getByRole("button", { name: "Connection" }).click();
  const setting = page.getByRole("switch", { name: "Review automations" });
  await expect(setting).not.toBeChecked();
  await setting.click();
  await expect(setting).toBeChecked();
  await expectAccessible(page);
  await setting.click();
  await expect(setting).not.toBeChecked();
});
