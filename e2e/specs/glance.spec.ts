import { expectAccessible } from "../support/axe.ts";
import { chain } from "../support/graphs.ts";
import { ran } from "../support/ran.ts";
import { doomed } from "../support/run-graphs.ts";
import { expect, test } from "../support/test.ts";

test("many are turned on at once; which one was deleted meanwhile is told, and undo turns the others off", async ({
  api,
  automationsPage,
  keys,
  page,
  server,
}) => {
  const graph = { triggerType: "deal_won", enabled: false, graphDefinition: chain() };
  const made = await Promise.all(["one", "two", "three"].map((name) => api.automations.create({ name, ...graph })));
  const ids = made.map(({ id }) => id);
  await api.automations.change({ ids, addLabels: ["Spring"] });
  await automationsPage.open(server.url, keys.owner);
  await page.getByRole("combobox", { name: "Label" }).click();
  await page.getByRole("option", { name: "Spring" }).click();
  await expect(automationsPage.table.getByRole("switch")).toHaveCount(3);
  await automationsPage.table.getByRole("checkbox", { name: "Select all" }).click();
  const bar = page.getByRole("region", { name: "What to do with the selected automations" });
  await expect(bar).toContainText("3 selected");
  await expectAccessible(page);

  await api.automations.delete(ids[1] ?? "");
  await bar.getByRole("button", { name: "Turn on" }).click();
  await expect(automationsPage.toasts).toContainText("2 automations are on");
  await expect(automationsPage.toasts).toContainText("1 could not be changed: “two”");
  await expect(automationsPage.link("two")).toBeHidden();
  const states = () => Promise.all([0, 2].map(async (at) => (await api.automations.get(ids[at] ?? "")).enabled));
  expect(await states()).toEqual([true, true]);

  await automationsPage.toasts.getByRole("button", { name: "Undo" }).click();
  await expect(automationsPage.toasts).toContainText("2 automations are off");
  expect(await states()).toEqual([false, false]);
});

test("an automation whose runs failed today leads to those runs", async ({ automationsPage, demo, page }) => {
  const id = await ran(demo.api, doomed(), "failed");
  await demo.api.automations.setEnabled(id, { enabled: false });
  await demo.api.automations.replace(id, {
    name: "Fails today",
    triggerType: "deal_created",
    graphDefinition: doomed(),
  });
  await automationsPage.open(demo.url, demo.key);
  await automationsPage.row("Fails today").getByRole("link", { name: "1 of 1 failed today" }).click();
  const runs = page.getByRole("table");
  await expect(runs.getByRole("row")).toHaveCount(2);
  await expect(runs).toContainText("Fails today");
});

test("on a phone the list begins on the first screen, and its filters open on wish", async ({
  api,
  automationsPage,
  keys,
  page,
  server,
}) => {
  await api.automations.create({ name: "Won", triggerType: "deal_won", enabled: false, graphDefinition: chain() });
  await page.setViewportSize({ width: 360, height: 740 });
  await automationsPage.open(server.url, keys.owner);
  const trigger = page.getByRole("combobox", { name: "Trigger" });
  await expect(trigger).toBeHidden();
  await page.getByRole("button", { name: "Filter and sort", exact: true }).click();
  await trigger.click();
  await page.getByRole("option", { name: "Deal won" }).click();
  await page.getByRole("button", { name: "Filter and sort (1)" }).click();
  await expect(trigger).toBeHidden();
  await expectAccessible(page);
});
