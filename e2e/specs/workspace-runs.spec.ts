import { expectAccessible } from "../support/axe.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, SMOKE, test } from "../support/test.ts";

test.describe("the runs of all automations", () => {
  test.afterEach(async ({ demo }) => void (await demo.api.workspace.resume()));

  test(
    "are looked through, cancelled by their filter and paused",
    { tag: SMOKE },
    async ({ page, demo, automationsPage }) => {
      await automationsPage.open(demo.url, demo.key);
      await page.getByRole("button", { name: "Runs", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Runs of all automations" })).toBeVisible();
      await page.getByRole("button", { name: "All", exact: true }).click();
      await expect(page.getByRole("row").nth(1)).toBeVisible();
      await expectAccessible(page);

      const { matched } = await demo.api.automations.cancelRuns({ test: false, dryRun: true });
      await page.getByRole("button", { name: "Cancel all" }).click();
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText(`Cancel ${matched} run`);
      await expectAccessible(page);
      await question.getByRole("button", { name: "Not now" }).click();
      await expect(question).toBeHidden();

      await page.getByRole("button", { name: "Pause runs" }).click();
      await expect(page.getByText(/^All runs of this workspace have been paused since/)).toBeVisible();
      expect((await demo.api.workspace.pauses()).pauses).toMatchObject([{ scope: "workspace" }]);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Resume runs" }).first().click();
      await expect(page.getByRole("button", { name: "Pause runs" })).toBeVisible();
      expect((await demo.api.workspace.pauses()).pauses).toEqual([]);
    },
  );

  for (const scheme of ["light", "dark"] as const) {
    test(`fit a phone, ${scheme}`, async ({ page, demo, automationsPage }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: scheme });
      await automationsPage.open(demo.url, demo.key);
      await page.getByRole("button", { name: "Runs", exact: true }).click();
      await page.getByRole("button", { name: "All", exact: true }).click();
      await expect(page.getByRole("row").nth(1)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
});
