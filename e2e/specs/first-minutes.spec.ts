import { AutomationsPage } from "../pages/automations-page.ts";
import { BuilderPage } from "../pages/builder-page.ts";
import { expectAccessible } from "../support/axe.ts";
import { keyOf } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test("somebody who has never seen it is shown around once, and draws an automation that acts", async ({
  browser,
  start,
}) => {
  const server = await start();
  // Of a device that knows nothing yet.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const [list, builder] = [new AutomationsPage(page), new BuilderPage(page)];

  const what = page.getByText("Trilho takes over the sales work that repeats");

  await test.step("the first screen says what Trilho is", async () => {
    await page.goto(server.link);
    await expect(what).toBeVisible();
  });

  await test.step("a demo says what to try with it", async () => {
    await list.link("Welcome a new lead").click();
    await expect(builder.banner("To try:")).toContainText("press Simulate");
    await builder.banner("To try:").getByRole("button", { name: "Close" }).click();
    await page.reload();
    await expect(builder.name).toHaveValue("Welcome a new lead");
    await builder.complete();
    await expect(builder.banner("To try:")).toBeHidden();
  });

  await test.step("three sentences show around, once", async () => {
    await expect(builder.tour).toContainText("It starts with an event");
    await expectAccessible(page);
    await builder.tour.getByRole("button", { name: "Next" }).click();
    await builder.tour.getByRole("button", { name: "Next" }).click();
    await builder.tour.getByRole("button", { name: "Got it" }).click();
    await expect(builder.tour).toBeHidden();
    await page.reload();
    await builder.complete();
    await expect(builder.tour).toBeHidden();
  });

  await test.step("it covers nothing of what a new automation asks, however small the window", async () => {
    await page.evaluate(() => localStorage.removeItem("trilho.tour"));
    await page.goto(`${server.url}/automations/new`);
    await expect(builder.tour).toContainText("It starts with an event");
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(async () => {
          const [asked, card] = [await builder.start.boundingBox(), await builder.tour.boundingBox()];
          return asked !== null && card !== null && asked.height > 230 && asked.y + asked.height <= card.y;
        })
        .toBe(true);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await builder.tour.getByRole("button", { name: "Skip the tour" }).click();
    await page.goto(server.link);
    await list.link("Welcome a new lead").click();
    await builder.complete();
  });

  await test.step("help has it still", async () => {
    await builder.canvas.steps.first().click();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByRole("button", { name: "Take the tour" }).click();
    await expect(builder.tour).toContainText("1 of 3");
    // On a phone it has a row of its own: what is listed below the drawing stays in sight.
    await page.setViewportSize({ width: 390, height: 844 });
    await builder.problems.open();
    await expect
      .poll(async () => {
        const [problems, card] = [await builder.problems.root.boundingBox(), await builder.tour.boundingBox()];
        return (
          problems !== null && card !== null && problems.y + problems.height <= card.y && card.y + card.height <= 844
        );
      })
      .toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await builder.tour.getByRole("button", { name: "Skip the tour" }).click();
  });

  await test.step("who was shown around is not told again what Trilho is", async () => {
    await page.goto(server.link);
    await expect(list.link("Welcome a new lead")).toBeVisible();
    await expect(what).toBeHidden();
  });

  await test.step("a new automation asks what starts it, and opens the trigger's form", async () => {
    await list.open(server.url, keyOf(server));
    await list.newAutomation.click();
    await expect(builder.start.getByRole("combobox")).toBeFocused();
    await expectAccessible(page);
    await builder.startWith("Deal won");
    await expect(builder.canvas.step("Trigger: Deal won")).toBeFocused();
    await expect(builder.inspector.title("Trigger")).toBeVisible();
  });

  await test.step("it gets a step, is published and switched on", async () => {
    await builder.name.fill("Thank winners");
    await builder.canvas.openEnd("Trigger", "Next").click();
    await builder.choose("Create task");
    await builder.inspector.field("Title").fill("Say thank you");
    await builder.publish.click();
    await expect(builder.state("Version 1")).toBeVisible();
    await builder.enable.click();
    await expect(builder.enable).toBeChecked();
  });
  await context.close();
});
