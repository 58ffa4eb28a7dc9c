import { PlaygroundPage } from "../pages/playground-page.ts";
import { expectAccessible } from "../support/axe.ts";
import { chain } from "../support/graphs.ts";
import { expectKept } from "../support/journal.ts";
import { PLAYGROUND, serveFolder, type Served } from "../support/pages.ts";
import { expect, test as base } from "../support/test.ts";

const test = base.extend<{ playground: PlaygroundPage }, { site: Served }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const site = await serveFolder(PLAYGROUND, "/x/y/");
      await provide(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  // Nothing but its own files is ever asked for, whatever a test does.
  context: async ({ context, site }, provide) => {
    const asked: string[] = [];
    context.on("request", (request) => asked.push(request.url()));
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await provide(context);
    expect(asked.filter((url) => !url.startsWith(site.url) && !/^(?:blob|data):/.test(url))).toEqual([]);
  },
  playground: async ({ page, site }, provide) => {
    await page.goto(site.url);
    const playground = new PlaygroundPage(page);
    await playground.gallery.use.waitFor();
    await provide(playground);
  },
});

const TEMPLATE = "Win back a lost deal after 90 days";

test("from a template to a link that opens the same graph for somebody else", async ({
  page,
  playground,
  browser,
  site,
}) => {
  const { builder } = playground;
  await expectAccessible(page);
  await playground.useTemplate(TEMPLATE);
  await expect(builder.name).toHaveValue(TEMPLATE);

  // A problem, mended by hand: there is no workspace to choose from.
  await builder.problems.open();
  await builder.problems.problem(/stage/i).click();
  await page.getByRole("textbox", { name: /stage/i }).fill("reopened");
  await expect(builder.problems.toggle).toHaveAccessibleName(/No problems/);
  await expectAccessible(page);

  await builder.simulation.open();
  await expect(builder.simulation.steps.first()).toBeVisible();
  await builder.simulation.mode("Tests");
  await expect(builder.tests.rows).not.toHaveCount(0);
  await expectAccessible(page);
  await builder.simulation.close();
  await builder.show("Sentences");
  await expect(builder.sentences.paragraphs.first()).toContainText("When a deal is lost");

  const link = await playground.copyLink();
  expect(link).toContain(`${site.url}#automation=1.`);
  const mine = await playground.exported();
  const context = await browser.newContext();
  const theirs = new PlaygroundPage(await context.newPage());
  await theirs.page.goto(link);
  await expect(theirs.builder.name).toHaveValue(TEMPLATE);
  expect(await theirs.exported()).toMatchObject(mine);
  await expect(theirs.page).toHaveURL(site.url);
  await context.close();
});

test("what is edited survives a reload; a template, a file and a link never take its place", async ({
  page,
  playground,
}) => {
  const { builder } = playground;
  await playground.useTemplate(TEMPLATE);
  const link = await playground.copyLink();
  // What the link says is here already.
  await page.goto(link);
  await expect(page).not.toHaveURL(/#/);
  await builder.name.fill("Mine");
  await expectKept(page, "Mine");
  await page.reload();
  await expect(builder.name).toHaveValue("Mine");
  await playground.drop({ name: "Dropped", graphDefinition: chain() });
  await expect(builder.name).toHaveValue("Dropped");
  await expect(builder.canvas.steps).toHaveCount(3);
  await page.goto(link);
  await expect(builder.name).toHaveValue(TEMPLATE);
  await playground.more("Drafts on this device");
  await expect(playground.drafts).toHaveCount(2);
  await expectAccessible(page);
  await playground.drafts.filter({ hasText: "Mine" }).getByRole("button", { name: /^Open/ }).click();
  await expect(builder.name).toHaveValue("Mine");
  await page.reload();
  await expect(builder.name).toHaveValue("Mine");
});

test("a broken link and a broken file say so, and what is there stays", async ({ page, playground, site }) => {
  const { builder } = playground;
  await playground.useTemplate(TEMPLATE);
  const before = await playground.exported();
  await page.goto(`${site.url}#automation=1.eJyrVspLzE1VslIyVNJRSi4tKs4vUrICAD5-BjQ`);
  await expect(builder.banner("This link cannot be opened")).toContainText("incomplete or damaged");
  await expectAccessible(page);
  await builder.answerBanner("This link cannot be opened", "Close");
  await expect(page).toHaveURL(site.url);
  await page.goto(`${site.url}#automation=7.abc`);
  await expect(builder.banner("This link cannot be opened")).toContainText("newer version");
  await playground.drop("{");
  await expect(builder.toasts).toContainText("It is not JSON.");
  expect(await playground.exported()).toEqual(before);
});

test("a tab that is duplicated goes on with a copy", async ({ page, playground, context }) => {
  await playground.useTemplate(TEMPLATE);
  await playground.builder.name.fill("Mine");
  // The new tab begins with what this one keeps for itself, as a duplicate does.
  const opening = context.waitForEvent("page");
  await page.evaluate(() => window.open(window.location.href));
  const other = new PlaygroundPage(await opening);
  await expect(other.builder.name).toHaveValue("Mine");
  await other.builder.name.fill("Copy");
  await expect(playground.builder.name).toHaveValue("Mine");
  await expectKept(page, "Copy");
  await other.page.reload();
  await expect(other.builder.name).toHaveValue("Copy");
});

test("on a phone, in Portuguese and in the dark, everything has its place", async ({ browser, site }) => {
  const context = await browser.newContext({
    locale: "pt-BR",
    colorScheme: "dark",
    reducedMotion: "reduce",
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(site.url);
  const gallery = page.getByRole("dialog", { name: "Começar com um modelo" });
  await gallery.getByRole("button", { name: /^Reconquistar/ }).click();
  await expectAccessible(page);
  await gallery.getByRole("button", { name: "Usar este modelo" }).click();
  await expect(page.getByRole("button", { name: "Copiar link" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await context.close();
});
