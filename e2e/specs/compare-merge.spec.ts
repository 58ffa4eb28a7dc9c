import type { Client } from "@trilho/api-client";
import type { BuilderPage } from "../pages/builder-page.ts";
import { branched, chain, configOf, type Graph } from "../support/graphs.ts";
import { days, restFor, resting, storedRest } from "../support/rest.ts";
import { expect, SMOKE, test } from "../support/test.ts";

/** The small chain with another wait and another name for its end. */
function renamed(count: number, end: string): Graph {
  const graph = resting(count);
  const last = graph.nodes[2];
  if (last) last.config = { ui: { label: end } };
  return graph;
}

/** Somebody else publishes; then this editor does, and merges. */
async function meet(builder: BuilderPage, api: Client, id: string, graphDefinition: Graph, name = "Under test") {
  await api.automations.replace(id, { name, triggerType: "deal_created", graphDefinition });
  await builder.publish.click();
  await builder.conflict.merge.click();
  await expect(builder.merge.root).toHaveAccessibleName("Merge with version 2");
}

test("a draft is compared with what is stored: in one drawing, in words, and in behaviour; and published from there", async ({
  api,
  builder,
  given,
}) => {
  const { canvas, inspector, palette, compare } = builder;
  const id = await given(branched());
  await expect(builder.page.getByRole("banner").getByRole("button", { name: "Compare" })).toBeHidden();
  await canvas.select("Size");
  await inspector.rules("Big").getByRole("textbox", { name: "Value" }).fill("100000");
  await canvas.select("Give it time");
  await palette.step("Close conversation").click();
  await expect(canvas.edge("Give it time", "Close conversation")).toBeAttached();

  await compare.open();
  await expect(compare.root).toContainText("Version 1 and your draft");
  await expect(compare.change("Steps", "Size")).toContainText(/10,?000.*100,?000/);
  await expect(compare.change("Steps", "Close conversation")).toContainText("Added");
  await expect(compare.step(/^Close conversation.*Added/)).toBeVisible();
  await expect(compare.step(/^Size.*Changed/)).toBeVisible();

  await compare.show("Behaviour");
  await expect(compare.root).toContainText(/\d+ of \d+ scenarios take another path\./);
  await expect(compare.root).toContainText(/\d+ deals of \d[\d,.]* \([\d.]+%\) take another path\./, {
    timeout: 60_000,
  });
  await expect(compare.root.getByRole("button", { name: /deals? parts? at Size/ })).toBeVisible();

  await compare.publish.click();
  await expect(compare.root).toBeHidden();
  await expect(builder.state("Version 2")).toBeVisible();
  expect((await api.automations.get(id)).graphDefinition.nodes).toHaveLength(7);
});

test("Escape leads back from comparing, and undo makes both the same", async ({ page, builder, given }) => {
  await given(chain());
  await restFor(builder, "9");
  await builder.compare.open();
  await expect(builder.compare.change("Steps", "Let it rest")).toContainText(/Before: 2 days.*Now: 9 days/);
  await page.keyboard.press("Escape");
  await expect(builder.compare.root).toBeHidden();
  await builder.undo.click();
  await expect(builder.state("Version 1")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "Compare" })).toBeHidden();
});

test(
  "changes of both sides that do not clash are merged, can be undone and redone, and are published",
  { tag: SMOKE },
  async ({ api, builder, given }) => {
    const { canvas, inspector, merge } = builder;
    const id = await given(chain());
    await restFor(builder, "9");
    await meet(builder, api, id, renamed(2, "Over and out"), "Renamed by them");
    await expect(merge.root).toContainText("Both sides changed different things: everything fits together.");
    await expect(merge.incoming).toContainText("Over and out");
    await expect(merge.incoming).toContainText("Renamed by them");
    await merge.apply.click();
    await expect(builder.toasts).toContainText("Merged with version 2");
    await expect(builder.name).toHaveValue("Renamed by them");
    await expect(canvas.step("Over and out")).toBeVisible();
    await canvas.select("Let it rest");
    await expect(inspector.field("Wait for")).toHaveValue("9");

    await builder.undo.click();
    await expect(canvas.step("End")).toBeVisible();
    await builder.redo.click();
    await expect(canvas.step("Over and out")).toBeVisible();
    await builder.publish.click();
    await expect(builder.state("Version 3")).toBeVisible();
    const stored = await api.automations.get(id);
    expect(stored.name).toBe("Renamed by them");
    expect(configOf(stored.graphDefinition, "Let it rest")).toEqual(days(9));
    expect(configOf(stored.graphDefinition, "Over and out")).toEqual({});
  },
);

for (const [side, kept] of [
  ["Mine", 9],
  ["Theirs", 5],
] as const) {
  test(`a clash is asked, and “${side}” keeps that side's value and everything else of both`, async ({
    api,
    builder,
    given,
  }) => {
    const { merge } = builder;
    const id = await given(chain());
    await restFor(builder, "9");
    await builder.name.fill("Renamed by me");
    await builder.name.press("Enter");
    await meet(builder, api, id, renamed(5, "Over and out"));
    await expect(merge.root).toContainText("1 clash is open.");
    await expect(merge.apply).toBeDisabled();
    await expect(merge.root).toContainText("Before: 2 days");
    await merge.choice(/^Let it rest/, side).click();
    await expect(merge.root).toContainText("All clashes are decided.");
    await merge.apply.click();
    await expect(builder.toasts).toContainText("Merged with version 2");
    await builder.publish.click();
    await expect(builder.state("Version 3")).toBeVisible();
    const { name, graphDefinition } = await api.automations.get(id);
    expect(name).toBe("Renamed by me");
    expect(configOf(graphDefinition, "Let it rest")).toEqual(days(kept));
    expect(configOf(graphDefinition, "Over and out")).toEqual({});
  });
}

test("leaving the merge keeps the draft as it was, and the line above still offers it", async ({
  api,
  builder,
  given,
}) => {
  const id = await given(chain());
  await restFor(builder, "9");
  await meet(builder, api, id, resting(5));
  await builder.page.keyboard.press("Escape");
  await expect(builder.merge.root).toBeHidden();
  await builder.canvas.select("Let it rest");
  await expect(builder.inspector.field("Wait for")).toHaveValue("9");
  await builder.answerBanner("Somebody else published version 2 meanwhile.", "Merge into my draft");
  await expect(builder.merge.root).toBeVisible();
  expect(await storedRest(api, id)).toEqual(days(5));
});

test("the merge's drawing is fitted anew when the window changes, unless somebody has looked elsewhere", async ({
  api,
  builder,
  given,
}) => {
  const { page, merge } = builder;
  const id = await given(chain());
  await restFor(builder, "9");
  await meet(builder, api, id, resting(5));
  const view = merge.root.locator(".react-flow__viewport");
  const middle = async () => {
    const box = await merge.root.locator(".react-flow").boundingBox();
    const [some] = await merge.root.locator(".react-flow__node").evaluateAll((nodes) =>
      nodes.map((node) => {
        const { left: from, width } = node.getBoundingClientRect();
        return from + width / 2;
      }),
    );
    return Math.abs((some ?? 0) - ((box?.x ?? 0) + (box?.width ?? 0) / 2));
  };
  expect(await middle()).toBeLessThan(3);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(middle).toBeLessThan(3);
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect.poll(middle).toBeLessThan(3);
  await merge.root.locator(".react-flow__pane").hover({ position: { x: 20, y: 20 } });
  await page.mouse.wheel(0, 40);
  const before = await view.getAttribute("style");
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect.poll(async () => (await merge.root.boundingBox())?.width).toBe(1000);
  expect(await view.getAttribute("style")).toBe(before);
});

test("on a phone a toast leaves the choices of a clash free", async ({ api, builder, given }) => {
  const { page, merge } = builder;
  const id = await given(chain());
  await restFor(builder, "9");
  await builder.publish.click();
  const toast = builder.toasts.getByRole("listitem");
  await expect(toast).toBeVisible();
  // Held by a finger, it stays.
  await builder.toasts.locator("ol").dispatchEvent("pointerdown");
  await restFor(builder, "10");
  await api.automations.replace(id, {
    name: "Under test",
    triggerType: "deal_created",
    graphDefinition: resting(5),
  });
  await builder.publish.click();
  await builder.conflict.merge.click();
  await page.setViewportSize({ width: 360, height: 740 });
  const choices = merge.root.getByRole("region", { name: /clash/ });
  await expect(choices).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = [await toast.boundingBox(), await choices.boundingBox()];
      return (above?.y ?? Infinity) + (above?.height ?? 0) - (below?.y ?? 0);
    })
    .toBeLessThanOrEqual(0);
});
