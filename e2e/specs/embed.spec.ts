import { middleOf } from "../pages/canvas.ts";
import { Cohort } from "../pages/cohort.ts";
import { EmbedPage } from "../pages/embed-page.ts";
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

test("two languages at once: what one editor says is in its own, whatever the other does meanwhile", async ({
  embed,
  page,
}) => {
  // Both in sight: what takes the focus must not scroll the page under the pointer.
  await page.setViewportSize({ width: 1440, height: 1500 });
  // A drag that begins at the edge moves the drawing.
  await embed.first.getByRole("button", { name: "Fit view" }).click();
  await embed.host("Language").click();
  await expect(embed.step(embed.first, "pause")).toHaveAccessibleName(/^Esperar/);
  await embed.step(embed.second, "pause").click();
  /** Has the English editor draw and say something, while the pointer is held in the other. */
  const meanwhile = async (key: string): Promise<void> => {
    await embed.step(embed.second, "pause").focus();
    await page.keyboard.press(key);
  };

  // A connection that cannot be, said next to the pointer and afterwards.
  const exit = embed.first.locator('[data-node-id="pause"] .react-flow__handle.source');
  const [from, to] = [await middleOf(exit), await middleOf(embed.step(embed.first, "hello"))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 10 });
  await meanwhile("ControlOrMeta+d");
  await expect(embed.steps(embed.second)).toHaveCount(4);
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await expect(embed.first.getByRole("status").filter({ hasText: "Isto formaria um ciclo" })).toBeVisible();
  await meanwhile("ArrowDown");
  await page.mouse.up();
  await expect(embed.first.getByTestId("announcer")).toContainText("Isto formaria um ciclo");

  // A step from the palette, dropped while the other editor has just undone something.
  const item = await middleOf(embed.first.getByRole("button", { name: "Webhook", exact: true }));
  const edge = await middleOf(embed.first.getByTestId("insert-e5"));
  await page.mouse.move(item.x, item.y);
  await page.mouse.down();
  await page.mouse.move(edge.x, edge.y, { steps: 10 });
  await meanwhile("ControlOrMeta+z");
  await expect(embed.steps(embed.second)).toHaveCount(3);
  await page.mouse.up();
  await expect(embed.steps(embed.first)).toHaveCount(7);
  await expect(embed.first.getByRole("button", { name: /^Desfazer: Adicionar / })).toBeVisible();
  await expect(embed.second.getByRole("button", { name: /^Redo: Duplicate / })).toBeVisible();

  // Settings and a simulated run of both side by side.
  await embed.first.getByRole("button", { name: /^Desfazer: Adicionar / }).click();
  await embed.step(embed.second, "pause").click();
  await embed.step(embed.first, "pause").click();
  await expect(embed.first.getByRole("heading", { name: /^Espera/ })).toBeVisible();
  await expect(embed.second.getByRole("heading", { name: "Wait" })).toBeVisible();
  await embed.first.getByRole("button", { name: "Simular" }).click();
  await embed.second.getByRole("button", { name: "Simulate" }).click();
  await expect(embed.first.getByText("O gatilho disparou").first()).toBeVisible();
  await expect(embed.second.getByText("The trigger fired").first()).toBeVisible();
  await embed.host("Language").click();
  await expect(embed.first.getByText("The trigger fired").first()).toBeVisible();
  await embed.host("Language").click();
  await expect(embed.first.getByText("O gatilho disparou").first()).toBeVisible();
  await expect(embed.second.getByText("The trigger fired").first()).toBeVisible();
});

test("many deals are simulated by workers, which the host's bundler made files of", async ({ embed, page }) => {
  let workers = 0;
  page.on("worker", () => (workers += 1));
  const cohort = new Cohort(page);
  await embed.first.getByRole("button", { name: "Simulate", exact: true }).click();
  await embed.first.getByRole("tab", { name: "Many deals" }).click();
  await cohort.run.click();
  await expect(cohort.result).toBeVisible();
  // One adds up what its own count.
  expect(workers).toBeGreaterThan(1);
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
