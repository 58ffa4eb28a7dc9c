import { expectAccessible } from "../support/axe.ts";
import { Notes } from "../pages/notes.ts";
import { chain } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

test("notes are written beside the steps, and a frame takes along the steps that lie in it", async ({
  page,
  builder,
  api,
  given,
}) => {
  const { canvas } = builder;
  const notes = new Notes(page);
  const id = await given(chain());
  await canvas.select("Let it rest");

  await test.step("a key makes a note, which is written at once", async () => {
    await page.keyboard.press("Shift+N");
    await expect(notes.field).toBeFocused();
    await page.keyboard.type("Ask Ana");
    await page.keyboard.press("Enter");
    await page.keyboard.type("before this changes");
    await page.keyboard.press("Escape");
    await expect(notes.note("Ask Ana before this changes")).toBeFocused();
    await expect(page.getByTestId("announcer")).toContainText("Change note");
  });

  await test.step("steps are framed from their menu", async () => {
    await canvas.boxSelect("Let it rest", "End");
    // A box lies over the steps that were selected together.
    const { x, y } = await canvas.halfWay(canvas.edge("Let it rest", "End"));
    await page.mouse.click(x, y, { button: "right" });
    await page.getByRole("menuitem", { name: "Frame these steps" }).click();
    await expect(notes.field).toBeFocused();
    await page.keyboard.type("Follow up");
    await page.keyboard.press("Enter");
    await expect(notes.frame("Follow up")).toBeFocused();
    await expectAccessible(page);
  });

  const steps = ["Let it rest", "End"];
  const places = () => Promise.all(steps.map((step) => canvas.flowPlace(step)));
  const before = await places();
  const stood = await notes.box(notes.frame("Follow up"));

  await test.step("a frame is dragged with its steps, as one step of the history", async () => {
    await notes.drag(notes.frame("Follow up"), { x: 60, y: 40 });
    await expect.poll(places).not.toEqual(before);
    await expect(builder.undo).toHaveAccessibleName(/Move frame/);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(places).toEqual(before);
    expect(await notes.box(notes.frame("Follow up"))).toEqual(stood);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect.poll(places).not.toEqual(before);
  });

  await test.step("its menu colours a note, and its corner makes it larger", async () => {
    const note = notes.note("Ask Ana before this changes");
    await note.click({ button: "right" });
    await page.getByRole("menuitemradio", { name: "Green" }).click();
    await expect(note).toBeFocused();
    const { width, height } = await notes.box(note);
    await notes.resize(note, { x: 40, y: 30 });
    await expect.poll(async () => (await notes.box(note)).width).toBeGreaterThan(width);
    expect((await notes.box(note)).height).toBeGreaterThan(height);
  });

  await test.step("all of it is there after a reload, and published with the automation", async () => {
    const moved = await places();
    await expect(builder.state("Draft saved")).toBeVisible();
    await page.reload();
    await expect(notes.note("Ask Ana before this changes")).toBeVisible();
    await expect(notes.frame("Follow up")).toBeVisible();
    await expect.poll(places).toEqual(moved);
    await builder.publish.click();
    await expect(builder.state("Version 2")).toBeVisible();
    const { graphDefinition } = await api.automations.get(id);
    const trigger = graphDefinition.nodes.find(({ type }) => type === "trigger");
    expect(trigger?.config?.["ui"]).toMatchObject({
      notes: [
        { kind: "note", text: "Ask Ana\nbefore this changes", color: "green" },
        { kind: "frame", text: "Follow up" },
      ],
    });
    await expectAccessible(page);
  });
});
