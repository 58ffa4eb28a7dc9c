import type { Client } from "@trilho/api-client";
import { branched, type Graph } from "../support/graphs.ts";
import { expectAccessible } from "../support/axe.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, SMOKE, test as base } from "../support/test.ts";

/** Every kind of step, and a problem of each severity. */
const graph = (): Graph => {
  const { edges = [], ...rest } = branched();
  return { ...rest, edges: edges.filter(({ sourceHandle }) => sourceHandle !== "fallback") };
};

const test = base.extend<{ id: string }>({
  id: async ({ api }, provide) => {
    await provide(await create(api));
  },
});

async function create(api: Client): Promise<string> {
  const body = { name: "Something to look at", triggerType: "deal_created", graphDefinition: graph() };
  return (await api.automations.create(body)).id;
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours axe finds nothing wrong`, () => {
    test.use({ colorScheme });

    test("with the connect screen, also when it refuses", async ({ page, server, connectPage }) => {
      await connectPage.open(server.url);
      await expectAccessible(page);
      await connectPage.connect("trk_live_nobody_ever_made_this_key_at_all");
      await expect(connectPage.failure).toBeVisible();
      await expectAccessible(page);
    });

    test("with the list and an empty list of runs", async ({ page, server, keys, id, automationsPage, runsPage }) => {
      await automationsPage.open(server.url, keys.owner);
      await expect(automationsPage.row("Something to look at").first()).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${server.url}/automations/${id}/runs`);
      await expect(runsPage.empty).toBeVisible();
      await expectAccessible(page);
    });

    test("with the canvas, its settings, problems and menus", async ({ page, server, keys, id, builder }) => {
      const { canvas, inspector, problems } = builder;
      await builder.open(server.url, keys.owner, id);
      await canvas.select("Give it time");
      await inspector.waitFor("2", "seconds");
      await problems.open();
      await expect(problems.row(/at least 5 seconds/)).toBeVisible();
      await expectAccessible(page);
      await canvas.select("Size");
      await expect(inspector.rules("Big")).toBeVisible();
      await expectAccessible(page);
      await canvas.select("Offer");
      await expect(inspector.field("Message")).toBeVisible();
      await expectAccessible(page);
      await canvas.openEnd("Size", "Otherwise").click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await builder.publish.click();
      await expect(builder.blocked).toBeVisible();
      await expectAccessible(page);
    });

    test("with the outline and the simulation", async ({ page, server, keys, id, builder }) => {
      await builder.open(server.url, keys.owner, id);
      await builder.outline.open();
      await builder.outline.step("Offer").click();
      await expectAccessible(page);
      await builder.simulation.open();
      await expect(builder.simulation.steps.first()).toBeVisible();
      await expectAccessible(page);
      await builder.simulation.show("Deal");
      await expectAccessible(page);
      await builder.simulation.show("Answers");
      await expectAccessible(page);
    });
  });
}

test.describe("at 360 pixels", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test(
    "no screen scrolls sideways",
    { tag: SMOKE },
    async ({ page, server, keys, id, connectPage, automationsPage, builder, runsPage }) => {
      await connectPage.open(server.url);
      await expectNoSidewaysScroll(page);
      await automationsPage.open(server.url, keys.owner);
      await expect(page.getByRole("link", { name: "Something to look at" }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.goto(`${server.url}/automations/${id}/runs`);
      await expect(runsPage.empty).toBeVisible();
      await expectNoSidewaysScroll(page);
      await builder.open(server.url, keys.owner, id);
      await expect(builder.outline.root).toBeVisible();
      await expectNoSidewaysScroll(page);
      await builder.simulation.open();
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Canvas", exact: true }).click();
      await expect(builder.canvas.step("Offer")).toBeVisible();
      await expectNoSidewaysScroll(page);
    },
  );

  test("an automation is changed in the outline and published", async ({ page, server, keys, api, id, builder }) => {
    const { outline, inspector } = builder;
    await builder.open(server.url, keys.owner, id);
    await outline.step("Give it time").tap();
    await expect(outline.step("Give it time")).toHaveAttribute("aria-selected", "true");
    await outline.root.getByRole("button", { name: "Settings of Give it time" }).tap();
    await inspector.field("Wait for").fill("3");
    await page.getByRole("button", { name: "Close", exact: true }).tap();
    await outline.root.getByRole("button", { name: "Add a step after Size, Otherwise" }).first().tap();
    await builder.choose("End");
    await expect(outline.step("End")).toBeVisible();
    await expectAccessible(page);
    await builder.publish.tap();
    await expect(page.getByText("Unpublished changes")).toBeHidden();
    await expect.poll(async () => (await api.automations.get(id)).version).toBe(2);
    const { nodes } = (await api.automations.get(id)).graphDefinition;
    expect(nodes.find((node) => node.id === "pause")?.config).toMatchObject({ delaySeconds: 3 * 86_400 });
    expect(nodes.filter(({ type }) => type === "end")).toHaveLength(2);
  });
});
