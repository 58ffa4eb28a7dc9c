import { branched, chain, type Graph } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

test("a run is scrubbed both ways, and the token moves on the canvas with it", async ({ builder, given }) => {
  const { canvas, simulation } = builder;
  await given(branched());
  await simulation.open();
  await simulation.deal("Deal value", "50000");
  await simulation.answer("Offer", "No answer");
  await simulation.show("Steps");
  await simulation.go("To the start");
  for (const step of ["Trigger", "Size", "Offer"]) {
    await expect(canvas.token).toContainText(step);
    await simulation.go("One step forward");
  }
  await simulation.go("To the end");
  await expect(canvas.token).toContainText("Done");
  await expect(simulation.position).toHaveAttribute("aria-valuetext", /3 days in/);
  await simulation.go("One step back");
  await expect(canvas.token).toContainText("Share out");
  await simulation.position.focus();
  await simulation.page.keyboard.press("Home");
  await expect(canvas.token).toContainText("Trigger");
  await expect(simulation.root).toContainText("Branch Big");
  await simulation.close();
  await expect(canvas.token).toHaveCount(0);
});

test("a run is saved as a test, fails when an edit leads it elsewhere, and its new path is accepted", async ({
  page,
  builder,
  api,
  given,
}) => {
  const { canvas, inspector, simulation, tests } = builder;
  const id = await given(branched());
  await simulation.open();
  await simulation.deal("Deal value", "50000");
  await simulation.answer("Offer", "Presses “Yes”");
  await simulation.saveAsTest();
  await expect(simulation.scenario("Scenario 1")).toHaveAccessibleName(/, saved$/);
  await expect(tests.badge).toHaveAccessibleName(/: 1 test$/);
  await simulation.close();

  await canvas.select("Size");
  await inspector.rules("Big").getByRole("textbox", { name: "Value" }).fill("100000");
  await expect(tests.badge).toHaveAccessibleName(/: 1 test, 1 fails$/);
  await tests.badge.click();
  await expect(tests.row("Scenario 1")).toContainText("After “Size” it goes to “Done” instead of “Offer”.");
  await tests.root.getByRole("button", { name: "Accept the new path of “Scenario 1”" }).click();
  await expect(tests.root.getByText("1 test passes")).toBeVisible();
  await expect(builder.undo).toHaveAccessibleName(/^Undo: Accept the new path of “Scenario 1”/);
  await builder.undo.click();
  await expect(tests.badge).toHaveAccessibleName(/: 1 test, 1 fails$/);
  await builder.redo.click();
  await expect(tests.badge).toHaveAccessibleName(/: 1 test$/);

  await builder.publish.click();
  await builder.review.getByRole("button", { name: "Publish" }).click();
  await expect(builder.state("Version 2")).toBeVisible();
  await page.reload();
  await expect(tests.badge).toHaveAccessibleName(/: 1 test$/);
  expect((await api.automations.get(id)).version).toBe(2);
});

test("tests are made that take every connection, are seen on the canvas, and one undo takes them back", async ({
  builder,
  given,
}) => {
  const { canvas, simulation, tests } = builder;
  await given(branched());
  await simulation.open();
  await simulation.mode("Tests");
  await expect(tests.paths).toContainText(/\d+ paths/);
  await expect(tests.covered).toHaveAccessibleName("0 of 8 connections tested");
  await tests.make.click();
  await expect(tests.covered).toHaveAccessibleName("8 of 8 connections tested");
  await expect(tests.paths).toContainText("Every connection that a run can take is tested.");
  const made = await tests.rows.count();
  expect(made).toBeGreaterThanOrEqual(3);
  await expect(tests.root.getByText(`All ${made} tests pass`)).toBeVisible();
  await expect(canvas.root.getByText("Offer, No reply, leads to Give it time: Tested")).toBeAttached();

  const first = await tests.rows.getByRole("button").first().innerText();
  await tests.delete(first.split(":")[0]?.trim() ?? "");
  await expect(tests.rows).toHaveCount(made - 1);
  await expect(tests.paths.getByText("Not tested")).toBeVisible();
  await expect(canvas.root.getByText(/leads to .*: Untested/).first()).toBeAttached();
  await builder.undo.click();
  await expect(tests.rows).toHaveCount(made);
  await builder.undo.click();
  await expect(tests.rows).toHaveCount(0);
  await expect(builder.undo).toBeDisabled();
});

test("thousands of deals show by the width of edges where they went, and say when they are out of date", async ({
  builder,
  given,
}) => {
  const { canvas, cohort, inspector, simulation } = builder;
  await given(branched());
  await simulation.open();
  await simulation.mode("Many deals");
  await cohort.size("1,000");
  await cohort.run.click();
  await expect(cohort.result).toContainText(/1,?000 deals in /);
  await expect(cohort.visits("Size")).toContainText("1,000");
  await expect(cohort.visits("Size")).toContainText("100%");
  const [whole, part] = [canvas.edge("Trigger", "Size"), canvas.edge("Size", "Offer", "branch: Big")];
  await expect.poll(() => cohort.width(whole)).toBe(18);
  const width = await cohort.width(part);
  expect(width).toBeGreaterThan(2);
  expect(width).toBeLessThan(18);

  await simulation.close();
  await expect.poll(() => cohort.width(whole)).toBe(0);
  await canvas.select("Give it time");
  await inspector.field("Wait for").fill("7");
  await simulation.open();
  await expect(cohort.root.getByText("The automation or these settings have changed since.")).toBeVisible();
  await cohort.root.getByRole("button", { name: "Simulate again" }).click();
  await expect(cohort.root.getByText("The automation or these settings have changed since.")).toBeHidden();
  await expect(cohort.result).toContainText(/1,?000 deals in /);
});

/** Many conditions one after the other: hardly two of many deals are alike. */
function long(): Graph {
  const count = 48;
  const ids = Array.from({ length: count }, (_, index) => `c${index}`);
  return {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      ...ids.map((id, index) => ({
        id,
        type: "action" as const,
        actionType: "send_whatsapp" as const,
        config: { text: `Message ${index}`, buttons: [{ id: "yes", label: "Yes" }], ui: { label: `Ask ${index}` } },
      })),
      { id: "end", type: "end" },
    ],
    edges: [
      { id: "first", source: "start", target: "c0" },
      ...ids.flatMap((id, index) => {
        const target = ids[index + 1] ?? "end";
        return ["btn_yes", "timeout"].map((sourceHandle) => ({
          id: `${id} ${sourceHandle}`,
          source: id,
          target,
          sourceHandle,
        }));
      }),
    ],
  };
}

test("a great many deals run in workers, tell how far they are, and stop when told or left", async ({
  page,
  builder,
  given,
}) => {
  const { cohort, simulation } = builder;
  await given(long());
  await simulation.open();
  await simulation.mode("Many deals");
  await cohort.size("100,000");
  const workers: unknown[] = [];
  page.on("worker", (worker) => workers.push(worker));
  const seen = await cohort.watchProgress();
  await cohort.run.click();
  await expect(cohort.result).toContainText(/100,?000 deals in /, { timeout: 60_000 });
  expect(workers.length).toBeGreaterThan(0);
  expect((await seen()).some((done) => done > 0 && done < 100_000)).toBe(true);
  await expect.poll(() => page.workers().length).toBe(0);

  await cohort.size("1,000,000");
  await cohort.stopWhenOffered();
  await cohort.run.click();
  await expect(cohort.result).toContainText("Stopped early");
  await expect.poll(() => page.workers().length).toBe(0);

  await cohort.run.click();
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await simulation.root.getByRole("button", { name: "Close the simulation" }).dispatchEvent("click");
  await expect.poll(() => page.workers().length).toBe(0);
});

test("an automation without tests says what a test is, and leads to the first", async ({ builder, given }) => {
  const { simulation, tests } = builder;
  await given(chain());
  await expect(tests.badge).toBeHidden();
  await simulation.open();
  await simulation.mode("Tests");
  await expect(tests.root.getByRole("heading", { name: "No tests yet" })).toBeVisible();
  await tests.root.getByRole("button", { name: "Make one in a run" }).click();
  await simulation.saveAsTest();
  await expect(tests.badge).toHaveAccessibleName(/: 1 test$/);
});
