import { expectAccessible } from "../support/axe.ts";
import { ran } from "../support/ran.ts";
import { patient } from "../support/run-graphs.ts";
import { expect, test } from "../support/test.ts";

test("a waiting run is moved with a publish, put back, and ended later", async ({ builder, demo, page }) => {
  const id = await ran(demo.api, patient(), "waiting");
  const run = async () => (await demo.api.automations.runs(id)).items[0];
  await builder.open(demo.url, demo.key, id);
  const resting = builder.canvas.step("Let it rest");
  await expect(resting).toHaveAccessibleName(/Runs wait here: 1$/);
  await builder.canvas.select("Let it rest");
  await page.keyboard.press("Delete");
  await expect(builder.toasts).toContainText("1 run waits at a deleted step");
  await builder.undo.click();
  await expect(resting).toHaveAccessibleName(/Runs wait here: 1$/);
  await builder.canvas.select("Let it rest");
  await builder.palette.step("Close conversation").click();

  await builder.publish.click();
  const { review } = builder;
  await expect(review.getByRole("heading", { level: 3 }).first()).toHaveText("1 run waits");
  await expect(review.getByRole("region", { name: "Changes" })).toContainText("Close conversation");
  const group = review
    .getByRole("list", { name: /^Waiting runs/ })
    .getByRole("listitem")
    .first();
  await expect(group).toContainText(/Let it rest.*1 run in version 1.*Goes on differently/);
  await expect(group).toContainText("Close conversation");
  await expect(review.getByRole("region", { name: "1 run waits" })).toContainText("Test runs are not counted");
  await group.getByRole("button", { name: "Move", exact: true }).click();
  await review.getByRole("textbox", { name: "Note" }).fill("Closes the conversation at the end");
  await expectAccessible(page);
  await review.getByRole("button", { name: "Publish and move 1 run" }).click();
  await expect(builder.state("Version 2")).toBeVisible();
  await expect(builder.banner("1 run was moved into version 2")).toBeVisible();
  expect(await run()).toMatchObject({ automationVersion: 2, status: "waiting" });
  const { items } = await demo.api.automations.history(id);
  expect(items.map(({ type, note }) => [type, note]).slice(0, 2)).toEqual([
    ["runs-moved", null],
    ["published", "Closes the conversation at the end"],
  ]);

  await builder.answerBanner("1 run was moved into version 2", "Undo the move");
  await expect(builder.banner("1 run is back in its version.")).toBeVisible();
  expect(await run()).toMatchObject({ automationVersion: 1, status: "waiting" });

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Waiting runs" }).click();
  const dialog = page.getByRole("dialog", { name: "Waiting runs" });
  await expect(dialog.getByRole("button", { name: "Nothing chosen" })).toBeDisabled();
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Why" }).fill("The season is over");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End 1 run" }).click();
  await expect(builder.banner("1 was ended.")).toBeVisible();
  await expect(resting).not.toHaveAccessibleName(/Runs wait here/);
  expect(await run()).toMatchObject({ status: "cancelled" });
});
