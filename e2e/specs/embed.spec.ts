import { EmbedPage } from "../pages/EmbedPage.ts";
import { EMBED_EXAMPLE, serveFolder, type Served } from "../support/pages.ts";
import { expect, test as base } from "../support/test.ts";

const test = base.extend<{ embed: EmbedPage }, { site: Served }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const site = await serveFolder(EMBED_EXAMPLE);
      await provide(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  embed: async ({ page, site }, provide) => {
    const embed = new EmbedPage(page);
    await embed.open(site.url);
    await provide(embed);
  },
});

test("the host's styles stay out of the editor, and the editor's out of the host", async ({ embed, page }) => {
  const simulate = embed.first.getByRole("button", { name: "Simulate" });
  expect(await embed.style(simulate, "background-color")).not.toBe("rgb(255, 105, 180)");
  expect(await embed.style(simulate, "border-top-style")).toBe("solid");
  expect(await embed.style(embed.step(embed.first, "start"), "letter-spacing")).toBe("normal");
  expect(await embed.style(embed.step(embed.first, "start"), "box-sizing")).toBe("border-box");
  const host = embed.host("Lock");
  expect(await embed.style(host, "background-color")).toBe("rgb(255, 105, 180)");
  expect(await embed.style(host, "box-sizing")).toBe("content-box");
  expect(await embed.style(page.locator("body"), "font-family")).toContain("Georgia");
  expect(await embed.style(page.locator("html"), "--color-accent")).toBe("");
});

test("what pops up has the editor's theme and stands above the host", async ({ embed, page }) => {
  await embed.host("Brand").click();
  await embed.first.getByTestId("insert-e4").click();
  const menu = page.getByRole("dialog");
  await expect(menu.getByRole("option").first()).toBeVisible();
  expect(await embed.style(menu, "--color-accent")).toBe("#c084fc");
  expect(await embed.style(menu, "color-scheme")).toBe("dark");
  expect(await embed.style(embed.second.locator(".trilho"), "--color-accent")).not.toBe("#c084fc");
  await menu.getByRole("option", { name: /^Send e-mail/ }).click();
  await expect(embed.state).toHaveText(/^7 steps/);
});

test("editors know nothing of each other", async ({ embed, page }) => {
  await embed.step(embed.first, "pause").click();
  await page.keyboard.press("Delete");
  await expect(embed.steps(embed.first)).toHaveCount(5);
  await expect(embed.steps(embed.second)).toHaveCount(3);
  await embed.step(embed.second, "pause").click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(embed.steps(embed.first)).toHaveCount(5);
  await embed.step(embed.first, "hello").click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(embed.steps(embed.first)).toHaveCount(6);
});

test("keys count only while the focus is inside", async ({ embed, page }) => {
  await embed.step(embed.first, "pause").click();
  await embed.state.click();
  await expect(page.locator("body")).toBeFocused();
  await page.keyboard.press("Delete");
  await page.keyboard.press("a");
  await expect(embed.steps(embed.first)).toHaveCount(6);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a value from the host replaces the document as one step that can be taken back", async ({ embed }) => {
  await embed.host("Load another").click();
  await expect(embed.state).toHaveText(/^3 steps/);
  await expect(embed.steps(embed.first)).toHaveCount(3);
  await embed.host("Take back").click();
  await expect(embed.state).toHaveText(/^6 steps/);
  await expect(embed.steps(embed.first)).toHaveCount(6);
});

test("each editor speaks its own language", async ({ embed }) => {
  await embed.host("Language").click();
  await expect(embed.first.getByRole("button", { name: "Simular" })).toBeVisible();
  await expect(embed.second.getByRole("button", { name: "Simulate" })).toBeVisible();
  await expect(embed.step(embed.first, "pause")).toHaveAccessibleName(/^Esperar/);
  await expect(embed.step(embed.second, "pause")).toHaveAccessibleName(/^Wait/);
});

test("without a client, ids are entered by hand", async ({ embed }) => {
  await embed.step(embed.first, "tag").click();
  await expect(embed.first.getByText("Not connected to a workspace")).toBeVisible();
  await expect(embed.first.getByRole("textbox", { name: /Tags/ })).toHaveValue("tag-warm");
});

test("read-only shows everything and changes nothing", async ({ embed, page }) => {
  await embed.host("Lock").click();
  await embed.step(embed.first, "pause").click();
  await page.keyboard.press("Delete");
  await expect(embed.state).toHaveText(/^6 steps/);
  await expect(embed.first.getByTestId("insert-e4")).toHaveCount(0);
});

test("nothing is left behind when it is gone", async ({ embed, page }) => {
  expect(await page.locator("body > .trilho").count()).toBe(2);
  await embed.host("Show or hide").click();
  await expect(page.locator(".trilho")).toHaveCount(0);
  await embed.host("Show or hide").click();
  await expect(embed.step(embed.first, "start")).toBeVisible();
  expect(await page.locator("body > .trilho").count()).toBe(2);
});
