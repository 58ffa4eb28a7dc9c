import type { Automation } from "@trilho/api-client";
import { OutboxPage } from "../pages/outbox-page.ts";
import { TryDialog } from "../pages/try-dialog.ts";
import { expectAccessible } from "../support/axe.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, SMOKE, test } from "../support/test.ts";

type Graph = Automation["graphDefinition"];

/** Two days, then an e-mail; the deal's value decides between two of them. */
const graph = (subject: string): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "pause", type: "wait", config: { delaySeconds: 172_800 } },
    {
      id: "size",
      type: "condition",
      config: { ui: { label: "How large?" } },
      condition: {
        branches: [
          {
            id: "large",
            label: "Large",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 20_000 }] },
          },
        ],
      },
    },
    {
      id: "mail",
      type: "action",
      actionType: "send_email",
      config: { to: "sales@example.com", subject, body: "About {{ deal.name }} of {{ contact.firstName }}" },
    },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "pause" },
    { id: "e2", source: "pause", target: "size" },
    { id: "e3", source: "size", target: "mail", sourceHandle: "branch_large" },
    { id: "e4", source: "size", target: "mail", sourceHandle: "fallback" },
    { id: "e5", source: "mail", target: "end" },
  ],
});

test(
  "a test event runs the published version for a real deal, and all of it stays here",
  { tag: SMOKE },
  async ({ page, demo, builder, givenInDemo, runsPage }) => {
    const [deal] = (await demo.api.deals.list({ limit: 1 })).items;
    if (deal === undefined) throw new Error("The demo has no deal.");
    const subject = `Tried ${Date.now()}`;
    const id = await givenInDemo(graph(subject), { name: "Tried out" });
    await builder.open(demo.url, demo.key, id);
    const dialog = new TryDialog(page);
    await dialog.open();
    await expectAccessible(page);

    await dialog.press("Start the test");
    await expect(dialog.root.getByRole("alert")).toHaveText("Choose a deal first.");
    await dialog.choose(deal.name, deal.name);
    await expect(dialog.skipWaits).toBeChecked();
    await dialog.press("Start the test");
    await expect(dialog.status).toContainText("Completed");
    await expectAccessible(page);

    await dialog.press("Follow the run");
    await expect(runsPage.standing).toContainText("Completed");
    await page.goto(`${demo.url}/automations/${id}/runs`);
    await expect(runsPage.rows).toHaveCount(1);
    await expect(runsPage.rows.first()).toContainText("Test");

    const outbox = new OutboxPage(page);
    await outbox.open(demo.url, demo.key);
    const entry = outbox.saying(subject);
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText("sales@example.com");
    await expect(entry).toContainText(`About ${deal.name}`);
    await expect(entry).toContainText("Tried out");
    await expect(entry.getByText("Test", { exact: true })).toBeVisible();
  },
);

test("a double click starts one test", async ({ page, demo, builder, givenInDemo }) => {
  const [deal] = (await demo.api.deals.list({ limit: 1 })).items;
  const id = await givenInDemo(graph("Once"));
  await builder.open(demo.url, demo.key, id);
  const dialog = new TryDialog(page);
  await dialog.open();
  await dialog.choose(deal?.name ?? "", deal?.name ?? "");
  await dialog.root.getByRole("button", { name: "Start the test" }).dblclick();
  await expect(dialog.status).toContainText("Completed");
  expect((await demo.api.automations.runs(id)).items).toHaveLength(1);
});

test("it is started by the keyboard alone, also on a phone", async ({ page, demo, builder, givenInDemo }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await givenInDemo(graph("By keyboard"));
  await builder.open(demo.url, demo.key, id);
  const dialog = new TryDialog(page);
  await dialog.openByMenu();
  await expectNoSidewaysScroll(page);
  await expect(dialog.deal).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog.deal).not.toHaveValue("");
  await page.keyboard.press("Tab");
  await expect(dialog.skipWaits).toBeFocused();
  await dialog.root.getByRole("button", { name: "Start the test" }).press("Enter");
  await expect(dialog.status).toContainText("Completed");
});

test("a deal is searched at the service, and none that matches is said", async ({
  page,
  demo,
  builder,
  givenInDemo,
}) => {
  const id = await givenInDemo(graph("Searched"));
  await builder.open(demo.url, demo.key, id);
  const dialog = new TryDialog(page);
  await dialog.open();
  await dialog.deal.fill("no such deal anywhere");
  await expect(page.getByText("No deal matches “no such deal anywhere”.")).toBeVisible();
  const deals = await demo.api.deals.list({ limit: 50 });
  const known = deals.items.find(({ contact }) => (contact?.phone ?? "") !== "");
  await dialog.deal.fill(known?.contact?.phone ?? "");
  await expect(page.getByRole("option", { name: new RegExp(known?.name ?? "") }).first()).toBeVisible();
});

test("a real deal is simulated: its values decide where it goes", async ({ page, demo, builder, givenInDemo }) => {
  const deals = (await demo.api.deals.list({ limit: 100 })).items;
  const large = deals.find(({ value }) => value >= 20_000);
  const small = deals.find(({ value }) => value < 20_000);
  const id = await givenInDemo(graph("Simulated"));
  await builder.open(demo.url, demo.key, id);
  const { simulation } = builder;
  await simulation.open();
  for (const [deal, way] of [
    [large, "Large"],
    [small, "No branch held"],
  ] as const) {
    if (deal === undefined) throw new Error("The demo has no such deal.");
    await simulation.show("Deal");
    await simulation.root.getByRole("combobox", { name: "Take a real deal" }).fill(deal.name);
    await page.getByRole("option", { name: deal.name }).first().click();
    await expect(simulation.scenario(deal.name)).toBeVisible();
    await simulation.show("Steps");
    await expect(simulation.steps.filter({ hasText: way }).first()).toBeVisible();
  }
});

test("many deals are drawn from those of the workspace", async ({ page, demo, builder, givenInDemo }) => {
  const id = await givenInDemo(graph("Drawn"));
  await builder.open(demo.url, demo.key, id);
  await builder.simulation.open();
  await builder.simulation.mode("Many deals");
  await builder.cohort.root.getByRole("button", { name: "As my deals" }).click();
  await expect(builder.cohort.root.getByRole("status").filter({ hasText: "newest deals" })).toBeVisible();
  await expectAccessible(page);
  await builder.cohort.size("1,000");
  await builder.cohort.run.click();
  await expect(builder.cohort.result).toContainText("1,000 deals in");
});
