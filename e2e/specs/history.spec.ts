import { expectAccessible } from "../support/axe.ts";
import { chain } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

test("an earlier version is compared, made the draft in one click, and given back by undo", async ({
  api,
  builder,
  given,
  page,
}) => {
  const id = await given(chain(), { name: "First idea" });
  await api.automations.replace(id, {
    name: "Second idea",
    triggerType: "deal_created",
    graphDefinition: { version: 2, nodes: [{ id: "start", type: "trigger" }], edges: [] },
    note: "Without the wait",
  });
  await api.automations.setEnabled(id, { enabled: true });
  await page.reload();
  await expect(builder.canvas.steps).toHaveCount(1);
  const dialog = page.getByRole("dialog", { name: "History" });
  const open = async (): Promise<void> => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "History" }).click();
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
  };

  await open();
  await expect(dialog.getByRole("listitem")).toContainText([
    / switched it on/,
    / published version 2Without the wait.*Current/,
    / created the automation, version 1.*Open.*Restore as draft/,
  ]);
  await expectAccessible(page);
  await dialog.getByRole("combobox", { name: "with" }).click();
  await page.getByRole("option", { name: "Version 2" }).click();
  await dialog.getByRole("button", { name: "Compare" }).click();
  const layer = page.getByRole("region", { name: "Compare", exact: true });
  await expect(layer.getByText("Version 1 and version 2")).toBeVisible();
  await layer.getByRole("button", { name: "Back to editing" }).click();

  await open();
  await dialog.getByRole("button", { name: "Open version 1" }).click();
  const opened = page.getByRole("region", { name: "Version 1", exact: true });
  await expect(opened).toContainText("First idea");
  await expect(opened.locator("[data-step-id]")).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(builder.canvas.steps).toHaveCount(1);

  await open();
  await dialog.getByRole("button", { name: "Restore version 1 as draft" }).click();
  await expect(builder.canvas.steps).toHaveCount(3);
  await expect(builder.name).toHaveValue("First idea");
  await builder.undo.click();
  await expect(builder.canvas.steps).toHaveCount(1);
  await expect(builder.name).toHaveValue("Second idea");

  await open();
  await dialog.getByRole("button", { name: "Open version 1" }).click();
  await opened.getByRole("button", { name: "Restore as draft" }).click();
  await expect(opened).toBeHidden();
  await builder.publish.click();
  await expect(builder.review.getByRole("textbox", { name: "Note" })).toHaveValue("Restored from version 1");
  await builder.review.getByRole("button", { name: /^Publish/ }).click();
  await expect(builder.review).toBeHidden();
  await open();
  await expect(dialog.getByRole("listitem").first()).toContainText(/ published version 3Restored from version 1/);
});
