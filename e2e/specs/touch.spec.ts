import { middleOf } from "../pages/canvas.ts";
import { Touch } from "../pages/touch.ts";
import { chain, configOf, edgeTexts } from "../support/graphs.ts";
import { expect, SMOKE, test } from "../support/test.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test(
  "on a phone a step is added by a tap, configured in a sheet, and published",
  { tag: SMOKE },
  async ({ page, builder, api, given }) => {
    const { canvas, inspector, palette, outline } = builder;
    const id = await given(chain());
    await page.getByRole("button", { name: "Canvas", exact: true }).tap();
    await canvas.step("Let it rest").tap();
    await expect(canvas.step("Let it rest")).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "Add step", exact: true }).tap();
    await palette.step("Wait").tap();
    await expect(palette.root).toBeHidden();
    const sheet = page.getByRole("dialog", { name: "Step settings" });
    await expect(inspector.field("Wait for")).toBeVisible();
    await sheet.getByRole("button", { name: "Close", exact: true }).tap();
    await expect(canvas.steps).toHaveCount(4);
    await page.getByRole("button", { name: "Outline", exact: true }).tap();
    await outline.root.getByRole("button", { name: "Settings of Let it rest" }).tap();
    await expect(sheet).toBeVisible();
    await inspector.field("Wait for").fill("4");
    await sheet.getByRole("button", { name: "Close", exact: true }).tap();
    await expect(sheet).toBeHidden();
    await builder.publish.tap();
    await expect.poll(async () => (await api.automations.get(id)).version).toBe(2);
    const { graphDefinition } = await api.automations.get(id);
    expect(configOf(graphDefinition, "Let it rest")).toEqual({ delaySeconds: 4 * 86_400 });
    expect(edgeTexts(graphDefinition)).toContain("Let it rest (next) -> wait");
  },
);

test("a finger that rests on a step drags it into the drawing; one that moves at once scrolls", async ({
  page,
  builder,
  given,
}) => {
  const { canvas, palette } = builder;
  const finger = new Touch(page);
  await given(chain());
  await page.getByRole("button", { name: "Canvas", exact: true }).tap();
  await canvas.step("Let it rest").waitFor();
  const end = await canvas.halfWay(canvas.edge("Let it rest", "End"));
  await page.getByRole("button", { name: "Add step", exact: true }).tap();
  const item = palette.step("Close conversation");
  const from = await middleOf(item);
  await finger.down(from);
  await finger.move(from, { x: from.x, y: from.y - 80 });
  await finger.up();
  await expect(page.getByRole("dialog", { name: "Steps" })).toBeVisible();

  const start = await middleOf(item);
  await finger.down(start);
  await expect(page.getByRole("dialog", { name: "Steps" })).toHaveAttribute("data-away", "true");
  await finger.move(start, end);
  await finger.up();
  await expect(canvas.edge("Let it rest", "Close conversation")).toBeAttached();
  await expect(canvas.edge("Close conversation", "End")).toBeAttached();
  await expect(canvas.steps).toHaveCount(4);
});

test("two steps are connected by a finger", async ({ page, builder, given }) => {
  const { canvas } = builder;
  const finger = new Touch(page);
  await given(chain());
  await page.getByRole("button", { name: "Canvas", exact: true }).tap();
  await canvas.step("Let it rest").waitFor();
  await page.getByRole("button", { name: "Fit view" }).tap();
  await finger.drag(canvas.handle("Trigger: Deal created", "Next"), canvas.step("End"));
  await expect(canvas.edge("Trigger", "End")).toBeAttached();
  await expect(canvas.edge("Trigger", "Let it rest")).toHaveCount(0);
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Connect Trigger to End/);
});

test("in the outline a tap on a free place adds a step there with its settings open, and one on the selected step opens them again", async ({
  page,
  builder,
  given,
}) => {
  const { inspector, outline } = builder;
  const { nodes, edges } = chain();
  await given({ version: 2, nodes: nodes.slice(0, 2), edges: edges?.slice(0, 1) });
  await outline.root.getByRole("treeitem", { name: "Add a step after Let it rest, Next" }).tap();
  await builder.choose("Create task");
  const sheet = page.getByRole("dialog", { name: "Step settings" });
  await expect(inspector.field("Title")).toBeVisible();
  await sheet.getByRole("button", { name: "Close", exact: true }).tap();
  const added = outline.step("Create task");
  await expect(added).toHaveAttribute("aria-selected", "true");
  await expect(sheet).toBeHidden();
  await added.tap();
  await expect(inspector.field("Title")).toBeVisible();
  await sheet.getByRole("button", { name: "Close", exact: true }).tap();
  await outline.step("Let it rest").tap();
  await expect(outline.step("Let it rest")).toHaveAttribute("aria-selected", "true");
  await expect(sheet).toBeHidden();
});
