import type { Locator } from "@playwright/test";
import { BuilderPage } from "../pages/builder-page.ts";
import { branched, chain, configOf, edgeTexts, type Graph } from "../support/graphs.ts";
import { expect, SMOKE, test } from "../support/test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const at = (x: number, y: number) => ({ position: { x, y } });

/** Three waits side by side, and out of line. */
const scattered = (): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger", config: { ui: at(300, 0) } },
    {
      id: "turns",
      type: "round_robin",
      config: { exits: WAITS.map(({ id }) => ({ id, label: id })), ui: { label: "Turns", ...at(300, 150) } },
    },
    ...WAITS.map(({ id, label, x, y }) => ({
      id,
      type: "wait" as const,
      config: { delaySeconds: 60, ui: { label, ...at(x, y) } },
    })),
    { id: "end", type: "end", config: { ui: at(300, 700) } },
  ],
  edges: [
    { id: "e0", source: "start", target: "turns" },
    ...WAITS.flatMap(({ id }) => [
      { id: `in ${id}`, source: "turns", target: id, sourceHandle: `rr_${id}` },
      { id: `out ${id}`, source: id, target: "end" },
    ]),
  ],
});

const WAITS = [
  { id: "a", label: "Left", x: 0, y: 400 },
  { id: "b", label: "Middle", x: 310, y: 430 },
  { id: "c", label: "Right", x: 700, y: 480 },
];

async function placeOf(step: Locator): Promise<{ x: number; y: number }> {
  const box = await step.boundingBox();
  return { x: Math.round(box?.x ?? Number.NaN), y: Math.round(box?.y ?? Number.NaN) };
}

const placesOf = (builder: BuilderPage, names: readonly string[]): Promise<{ x: number; y: number }[]> =>
  Promise.all(names.map((name) => placeOf(builder.canvas.step(name))));

test.describe("the command palette", () => {
  test("adds a step behind the selected one, leads to a step, and remembers what was done", async ({
    builder,
    given,
  }) => {
    const { canvas, commands, inspector } = builder;
    await given(chain());
    await canvas.select("Let it rest");
    await commands.run("close conv", "Add: Close conversation");
    await expect(canvas.edge("Let it rest", "Close conversation")).toBeAttached();
    await expect(canvas.edge("Close conversation", "End")).toBeAttached();
    await commands.run("rest", "Let it rest");
    await expect(canvas.step("Let it rest")).toHaveAttribute("aria-pressed", "true");
    await expect(canvas.step("Let it rest")).toBeFocused();
    await expect(inspector.name).toHaveValue("Let it rest");
    await commands.open();
    await expect(commands.group("Used last").first()).toHaveAccessibleName(/^Add: Close conversation/);
    await builder.page.reload();
    await builder.canvas.steps.first().waitFor();
    await commands.open();
    await expect(commands.group("Used last").first()).toHaveAccessibleName(/^Add: Close conversation/);
  });

  test("shows and makes the fix of a problem", async ({ builder, given }) => {
    await given(branched());
    await builder.canvas.selectEdge(builder.canvas.edge("Share out", "Done", "exit: Bia"));
    await builder.page.keyboard.press("Delete");
    await expect(builder.problems.root.getByText("1 error")).toBeVisible();
    await builder.commands.run("fix connect", "Fix: Connect it to");
    await expect(builder.page.getByTestId("fix-preview")).toContainText("Connects “Share out” (exit: Bia) to “Done”");
    await builder.problems.makeFix.click();
    await expect(builder.problems.root.getByText("1 warning")).toBeVisible();
    await expect(builder.undo).toHaveAccessibleName(/^Undo: Fix: Connect it to/);
  });

  test("switches theme and language, and publishes", async ({ page, builder, api, given }) => {
    const id = await given(chain());
    await builder.commands.run("dark", "Theme: Dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await builder.canvas.select("Let it rest");
    await builder.inspector.field("Wait for").fill("3");
    await builder.canvas.step("Let it rest").focus();
    await builder.commands.run("publish", "Publish");
    await expect(builder.state("Version 2")).toBeVisible();
    expect(configOf((await api.automations.get(id)).graphDefinition, "Let it rest")).toEqual({
      delaySeconds: 3 * 86_400,
    });
    await builder.commands.run("idioma", "Language: Português (Brasil)");
    await expect(page.getByRole("button", { name: "Frases", exact: true })).toBeVisible();
  });

  test("says when nothing fits, and Escape leads back to where one was", async ({ builder, given }) => {
    await given(chain());
    await builder.canvas.step("Let it rest").focus();
    await builder.commands.open();
    await builder.commands.input.fill("zzzz");
    await expect(builder.commands.root).toContainText("Nothing is called “zzzz”.");
    await builder.page.keyboard.press("Escape");
    await expect(builder.commands.root).toBeHidden();
    await expect(builder.canvas.step("Let it rest")).toBeFocused();
  });
});

test("single keys change the view, simulate, look and explain; in a text they are letters", async ({
  page,
  builder,
  given,
}) => {
  const { canvas, outline, sentences, simulation, inspector } = builder;
  const keys = page.keyboard;
  await given(chain());
  await canvas.step("Let it rest").focus();
  await keys.press("o");
  await expect(outline.root).toBeVisible();
  await outline.step("Let it rest").focus();
  await keys.press("o");
  await expect(canvas.root).toBeVisible();
  await canvas.step("Let it rest").focus();
  await keys.press("s");
  await expect(sentences.root).toBeVisible();
  await builder.show("Canvas");
  await canvas.step("Let it rest").focus();
  await keys.press("r");
  await expect(simulation.root).toBeVisible();
  await keys.press("r");
  await expect(simulation.root).toBeHidden();
  await keys.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Tidy up")).toBeVisible();
  await keys.press("Escape");
  await expect(help).toBeHidden();
  await canvas.select("Let it rest");
  await inspector.name.fill("");
  await inspector.name.pressSequentially("osrt");
  await expect(canvas.step("osrt")).toBeVisible();
  await expect(canvas.root).toBeVisible();
});

test("steps chosen with a box are aligned, spaced out and deleted together, each as one undo", async ({
  page,
  builder,
  given,
}) => {
  const { canvas } = builder;
  const names = ["Left", "Middle", "Right"];
  await given(scattered());
  await canvas.fit();
  await canvas.boxSelect("Left", "Right");
  const bar = page.getByRole("toolbar", { name: "Selected steps" });
  await expect(bar).toContainText("3 steps");
  const before = await placesOf(builder, names);
  await page.keyboard.press("Alt+w");
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Align 3 steps/);
  const tops = (await placesOf(builder, names)).map(({ y }) => y);
  expect(new Set(tops).size).toBe(1);

  await bar.getByRole("button", { name: "Arrange" }).click();
  await page.getByRole("menuitem", { name: /^Space out evenly across/ }).click();
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Space out 3 steps/);
  const [left, middle, right] = (await placesOf(builder, names)).map(({ x }) => x);
  expect(Math.abs((middle ?? 0) - (left ?? 0) - ((right ?? 0) - (middle ?? 0)))).toBeLessThanOrEqual(2);

  await bar.getByRole("button", { name: "Delete 3 steps" }).click();
  await expect(canvas.steps).toHaveCount(3);
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Delete 3 steps/);
  await builder.undo.click();
  await expect(canvas.steps).toHaveCount(6);
  await builder.undo.click();
  await builder.undo.click();
  await expect.poll(() => placesOf(builder, names)).toEqual(before);
  await expect(builder.undo).toBeDisabled();
});

test("Shift or Ctrl with a press adds a step to the selection, and takes it out again", async ({ builder, given }) => {
  const { canvas, page } = builder;
  await given(scattered());
  await canvas.fit();
  const pressed = (name: string, isPressed: boolean): Promise<void> =>
    expect(canvas.step(name)).toHaveAttribute("aria-pressed", String(isPressed));
  await canvas.select("Left");
  await canvas.step("Middle").click({ modifiers: ["Shift"] });
  await canvas.step("Right").click({ modifiers: ["ControlOrMeta"] });
  await expect(page.getByRole("toolbar", { name: "Selected steps" })).toContainText("3 steps");
  await canvas.step("Left").click({ modifiers: ["Shift"] });
  await pressed("Left", false);
  await pressed("Middle", true);
  await pressed("Right", true);
  await canvas.select("Left");
  await pressed("Middle", false);
});

test.describe("the clipboard", () => {
  test(
    "brings steps with their edges into another automation",
    { tag: SMOKE },
    async ({ page, builder, api, given }) => {
      const other = await api.automations.create({
        name: "Target",
        triggerType: "deal_created",
        graphDefinition: chain(),
      });
      await given(branched());
      await builder.canvas.select("Offer");
      await builder.canvas.step("Give it time").click({ modifiers: ["ControlOrMeta"] });
      await expect(page.getByRole("toolbar", { name: "Selected steps" })).toContainText("2 steps");
      await page.keyboard.press("ControlOrMeta+c");
      await page.goto(new URL(`/automations/${other.id}`, page.url()).href);
      await builder.canvas.select("Let it rest");
      await page.keyboard.press("ControlOrMeta+v");
      await expect(builder.canvas.steps).toHaveCount(5);
      await expect(builder.undo).toHaveAccessibleName(/^Undo: Paste 2 steps/);
      await expect(builder.canvas.edge("Offer", "Give it time", "No reply")).toBeAttached();
      await builder.undo.click();
      await expect(builder.canvas.steps).toHaveCount(3);
    },
  );

  test("brings a cut step into another tab; both undo on their own", async ({
    page,
    context,
    builder,
    server,
    keys,
    api,
    given,
  }) => {
    const other = await api.automations.create({
      name: "Target",
      triggerType: "deal_created",
      graphDefinition: branched(),
    });
    await given(chain());
    await builder.canvas.select("Let it rest");
    await page.keyboard.press("ControlOrMeta+x");
    await expect(builder.canvas.steps).toHaveCount(2);
    await expect(builder.undo).toHaveAccessibleName(/^Undo: Cut .*Let it rest/);
    await expect(builder.canvas.edge("Trigger", "End")).toBeAttached();

    const tab = new BuilderPage(await context.newPage());
    await tab.open(server.url, keys.owner, other.id);
    await tab.canvas.select("Size");
    await tab.page.keyboard.press("ControlOrMeta+v");
    await expect(tab.canvas.step("Let it rest")).toBeVisible();
    await expect(tab.inspector.field("Wait for")).toHaveValue("2");
    await builder.undo.click();
    await expect(builder.canvas.steps).toHaveCount(3);
    await expect(tab.canvas.steps).toHaveCount(7);
  });

  const RUBBISH = {
    nothing: ["", "The clipboard is empty."],
    "a text": ["Dear Ana", "The clipboard holds text, and no steps of an automation."],
    "foreign JSON": ['{"shoes": 2}', "The clipboard holds data of something else, and no steps of an automation."],
    "damaged steps": [
      '{"kind": "trilho/steps", "nodes": [{"type": "wait"}], "edges": []}',
      "The steps on the clipboard are damaged: ids or types are missing.",
    ],
  } as const;

  test("with rubbish tells what it is, and nothing changes", async ({ page, builder, given }) => {
    await given(chain());
    for (const [held, told] of Object.values(RUBBISH)) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), held);
      await builder.canvas.step("Let it rest").focus();
      await page.keyboard.press("ControlOrMeta+v");
      await expect(builder.toasts.getByText(told)).toBeVisible();
    }
    await expect(builder.canvas.steps).toHaveCount(3);
    await expect(builder.undo).toBeDisabled();
    await expect(builder.state("Version 1")).toBeVisible();
  });
});

test("Ctrl D duplicates, Delete closes the chain, and every undo says what it takes back", async ({
  page,
  builder,
  given,
}) => {
  const { canvas } = builder;
  await given(chain());
  await canvas.select("Let it rest");
  await page.keyboard.press("ControlOrMeta+d");
  await expect(canvas.steps).toHaveCount(4);
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Duplicate .*Let it rest/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(canvas.steps).toHaveCount(3);
  await canvas.select("Let it rest");
  await page.keyboard.press("Delete");
  await expect(canvas.edge("Trigger", "End")).toBeAttached();
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Delete .*Let it rest/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(canvas.step("Let it rest")).toBeFocused();
  await expect(builder.redo).toHaveAccessibleName(/^Redo: Delete .*Let it rest/);
  await expect(builder.state("Version 1")).toBeVisible();
});

test("the “+” of an edge puts a step in between", async ({ builder, api, given }) => {
  const id = await given(chain());
  await builder.canvas.middle("Trigger", "Let it rest").click();
  await builder.choose("Close conversation");
  await expect(builder.canvas.edge("Trigger", "Close conversation")).toBeAttached();
  await expect(builder.canvas.edge("Close conversation", "Let it rest")).toBeAttached();
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  expect(edgeTexts((await api.automations.get(id)).graphDefinition)).toEqual([
    "Let it rest (next) -> end",
    "close_conversation (next) -> Let it rest",
    "trigger (next) -> close_conversation",
  ]);
});

test("tidying up is one undo, which puts every step back where it was", async ({ page, builder, given }) => {
  const { canvas } = builder;
  const names = ["Left", "Middle", "Right"];
  await given(scattered());
  await canvas.fit();
  const id = (name: string) => canvas.flowPlace(name);
  const before = await Promise.all(names.map(id));
  await canvas.step("Left").focus();
  await page.keyboard.press("t");
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Tidy up/);
  expect(await Promise.all(names.map(id))).not.toEqual(before);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => Promise.all(names.map(id))).toEqual(before);
  await expect(builder.undo).toBeDisabled();
});
