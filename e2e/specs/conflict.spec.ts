import { readFile } from "node:fs/promises";
import type { Client } from "@trilho/api-client";
import { configOf } from "../support/graphs.ts";
import { BuilderPage } from "../pages/builder-page.ts";
import { days, restFor, resting, storedRest } from "../support/rest.ts";
import { acquaint } from "../support/acquainted.ts";
import { slowDown } from "../support/slow.ts";
import { expect, test as base } from "../support/test.ts";

interface Fixtures {
  /** Of the automation that both edit. */
  id: string;
  /** Has the automation open at version 1. */
  first: BuilderPage;
  /** Has the same version open, in a browser of its own. */
  second: BuilderPage;
}

const test = base.extend<Fixtures>({
  id: async ({ api }, provide) => {
    const { id } = await api.automations.create(shared(2));
    await provide(id);
  },
  first: async ({ builder, server, keys, id }, provide) => {
    await builder.open(server.url, keys.owner, id);
    await provide(builder);
  },
  second: async ({ browser, server, keys, id }, provide) => {
    const context = await browser.newContext();
    await slowDown(context);
    await acquaint(context);
    const second = new BuilderPage(await context.newPage());
    await second.open(server.url, keys.owner, id);
    await provide(second);
    await context.close();
  },
});

/** An automation whose one wait takes so many days. */
const shared = (count: number) => ({
  name: "Shared",
  triggerType: "deal_created",
  graphDefinition: resting(count),
});

/** Somebody publishes version 2 through the API; then this editor publishes its own draft. */
async function meetConflict(api: Client, id: string, builder: BuilderPage): Promise<void> {
  await restFor(builder, "9");
  await api.automations.replace(id, shared(5));
  await builder.publish.click();
  await expect(builder.conflict.root).toBeVisible();
}

test("of two editors the second to publish is refused, told what each side changed, and asked", async ({
  api,
  id,
  first,
  second,
}) => {
  await restFor(second, "5");
  await second.publish.click();
  await expect(second.state("Version 2")).toBeVisible();
  await restFor(first, "9");
  await first.publish.click();

  const { conflict } = first;
  await expect(conflict.root).toHaveAccessibleName("Somebody else published version 2");
  await expect(conflict.root).toContainText("You started from version 1. Nothing was overwritten");
  await expect(conflict.theirs).toContainText("1 step changed");
  await expect(conflict.yours).toContainText("1 step changed");
  await expect(conflict.keepEditing).toBeFocused();
  const stored = await api.automations.get(id);
  expect(stored.version).toBe(2);
  expect(configOf(stored.graphDefinition, "Let it rest")).toEqual(days(5));
});

test("“Keep editing” stores nothing and keeps the draft; a further publish asks again", async ({ api, id, first }) => {
  await meetConflict(api, id, first);
  await first.conflict.keepEditing.click();
  await expect(first.conflict.root).toBeHidden();
  await expect(first.inspector.field("Wait for")).toHaveValue("9");
  await first.publish.click();
  await expect(first.conflict.root).toBeVisible();
  expect(await storedRest(api, id)).toEqual(days(5));
});

test("“See theirs” opens the other version and sets the draft aside; it comes back and still meets the conflict", async ({
  api,
  id,
  first,
}) => {
  await meetConflict(api, id, first);
  await first.conflict.seeTheirs.click();
  await expect(first.page.getByText("This is version 2. Your draft is set aside.")).toBeVisible();
  await first.canvas.select("Let it rest");
  await expect(first.inspector.field("Wait for")).toHaveValue("5");
  await first.page.getByRole("button", { name: "Back to my draft" }).click();
  await first.canvas.select("Let it rest");
  await expect(first.inspector.field("Wait for")).toHaveValue("9");
  await first.publish.click();
  await expect(first.conflict.root).toBeVisible();
  expect((await api.automations.get(id)).version).toBe(2);
});

test("“Replace theirs with mine” stores the draft as the next version", async ({ api, id, first }) => {
  await meetConflict(api, id, first);
  await first.conflict.replace.click();
  await expect(first.state("Version 3")).toBeVisible();
  const stored = await api.automations.get(id);
  expect(stored.version).toBe(3);
  expect(configOf(stored.graphDefinition, "Let it rest")).toEqual(days(9));
});

test("a third version published while the choice is open is not overwritten either", async ({ api, id, first }) => {
  await meetConflict(api, id, first);
  await api.automations.replace(id, shared(7));
  await first.conflict.replace.click();
  await expect(first.conflict.root).toHaveAccessibleName("Somebody else published version 3");
  expect((await api.automations.get(id)).version).toBe(3);
});

test("the draft can be downloaded from the choice as JSON", async ({ api, id, first }) => {
  await meetConflict(api, id, first);
  const downloading = first.page.waitForEvent("download");
  await first.conflict.download.click();
  const file = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  expect(configOf(file.graphDefinition, "Let it rest")).toEqual(days(9));
});

test("an automation deleted meanwhile is offered to be published as a new one, switched off", async ({
  api,
  id,
  first,
}) => {
  await meetConflict(api, id, first);
  await first.conflict.keepEditing.click();
  await api.automations.delete(id);
  await first.publish.click();
  const gone = first.page.getByRole("alertdialog", { name: "This automation was deleted" });
  await gone.getByRole("button", { name: "Publish as new" }).click();
  await expect(first.page).not.toHaveURL(new RegExp(id));
  await expect(first.state("Version 1")).toBeVisible();
  const copy = await api.automations.get(first.id());
  expect(copy).toMatchObject({ version: 1, enabled: false });
  expect(configOf(copy.graphDefinition, "Let it rest")).toEqual(days(9));
});
