import { expectAccessible } from "../support/axe.ts";
import type { Graph } from "../support/graphs.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, SMOKE, test } from "../support/test.ts";

/** A deal rests two days in it. */
const PATIENT: Graph = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "rest", type: "wait", config: { delaySeconds: 172_800 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "rest" },
    { id: "e2", source: "rest", target: "end" },
  ],
};

test.describe("the runs of all automations", () => {
  let automationId = "";
  test.beforeEach(async ({ demo: { api } }) => {
    const definition = { triggerType: "deal_created", enabled: true, graphDefinition: PATIENT };
    ({ id: automationId } = await api.automations.create({ name: "Let it rest", ...definition }));
    await api.deals.create({ name: "Solar kit for Ana" });
    await expect.poll(async () => (await api.automations.runs(automationId)).items.length).toBe(1);
  });
  test.afterEach(async ({ demo: { api } }) => {
    await api.workspace.resume();
    await api.automations.delete(automationId);
  });

  test(
    "are looked through, cancelled by their filter and paused",
    { tag: SMOKE },
    async ({ page, demo, automationsPage }) => {
      await automationsPage.open(demo.url, demo.key);
      await page.getByRole("link", { name: "Runs", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Runs of all automations" })).toBeVisible();
      await expect(page.getByRole("row").nth(1)).toBeVisible();
      await expectAccessible(page);

      const { matched } = await demo.api.automations.cancelRuns({ dryRun: true, test: false });
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

  test("lead to their deals as well, and say where they began in a version that is gone by", async ({ page, demo }) => {
    const [pipeline] = await demo.api.pipelines.list();
    const definition = { triggerType: "deal_created", enabled: true, graphDefinition: PATIENT } as const;
    const begins = { scope: "pipeline", pipelineId: pipeline?.id ?? null } as const;
    const { id } = await demo.api.automations.create({ name: "Rest in homes", ...definition, ...begins });
    try {
      await demo.api.deals.create({ name: "Solar kit for Bia" });
      await expect.poll(async () => (await demo.api.automations.runs(id)).items.length).toBe(1);
      await demo.api.automations.replace(id, { name: "Rest in homes", ...definition, triggerType: "deal_won" });
      await page.goto(`${demo.url}/automations/${id}/runs#key=${demo.key}`);
      await page.getByRole("link", { name: "Waiting" }).click();
      await expect(page.locator(".react-flow__node").first()).toContainText(`Deal created: ${pipeline?.name ?? ""}`);
      await page.goBack();
      await page.getByRole("link", { name: "Solar kit for Bia" }).click();
      await expect(page.getByRole("heading", { name: "Solar kit for Bia" })).toBeVisible();
    } finally {
      await demo.api.automations.delete(id);
    }
  });

  test("are all cancelled, and the focus is not lost on the way", async ({ page, demo, automationsPage }) => {
    await automationsPage.open(demo.url, demo.key);
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByRole("combobox", { name: "Automation" }).click();
    await page.getByRole("option", { name: "Let it rest" }).click();
    await expect(page.getByRole("row", { name: /Waiting/ })).toHaveCount(1);
    await page.getByRole("button", { name: "Cancel all" }).press("Enter");
    const question = page.getByRole("alertdialog", { name: "Cancel 1 run?" });
    await question.getByRole("button", { name: "Cancel 1 run" }).press("Enter");
    await expect(question).toBeHidden();
    await expect(page.getByRole("row", { name: /Cancelled/ })).toHaveCount(1);
    await expect(page.getByRole("region", { name: /Notifications/ })).toContainText("1 run is cancelled");
    await expect(page.locator("body")).not.toBeFocused();
    const { items } = await demo.api.automations.runs(automationId);
    expect(items.map(({ status }) => status)).toEqual(["cancelled"]);
  });

  for (const scheme of ["light", "dark"] as const) {
    test(`fit a phone, ${scheme}`, async ({ page, demo, automationsPage }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: scheme });
      await automationsPage.open(demo.url, demo.key);
      await page.getByRole("link", { name: "Runs", exact: true }).click();
      await expect(page.getByRole("row").nth(1)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
});
