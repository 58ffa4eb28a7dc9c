import { expect } from "@playwright/test";
import { textsOf } from "../showcase.ts";
import type { Guide } from "./guide.ts";
import type { State } from "./states.ts";

export async function connecting(guide: Guide): Promise<void> {
  const { page } = guide;
  const { url, key } = guide.options.demo;
  await page.goto(url);
  const address = page.getByLabel(guide.say("connect", "address"));
  await address.fill("https://crm.example.com");
  await guide.show("connect");
  await address.fill(url);
  await page.getByLabel(guide.say("connect", "key"), { exact: true }).fill(key);
  await guide.button("connect", "connect").click();
}

export async function lists(guide: Guide): Promise<void> {
  const { followUp } = textsOf(guide.options.language);
  await expect(guide.page.getByRole("link", { name: followUp }).first()).toBeVisible();
  // Asked for as soon as their row is in sight.
  await expect(guide.page.getByText(guide.say("glance", "lastRuns.none")).first()).toBeVisible();
  // Counted once the list stands.
  await expect(guide.page.locator("main [data-severity]").first()).toBeVisible();
  await guide.show("automations");
  await layer(guide, "templates", async () => {
    await guide.button("automations", "fromTemplate").click();
    await expect(guide.page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  });
  await guide.page.getByRole("link", { name: followUp }).first().click();
  await guide.page.getByRole("textbox", { name: guide.say("automation", "name") }).waitFor();
  if (guide.options.narrow) await guide.button("builder", "toolbar.canvas").click();
  await expect(guide.step("done")).toBeVisible();
}

export async function building(guide: Guide): Promise<void> {
  const { narrow } = guide.options;
  const strip = guide.page.getByTestId("problems");
  // Counted once the drawing stands.
  if (await strip.isVisible()) await expect(strip.locator("[data-severity]").first()).toBeVisible();
  await guide.show("canvas");
  for (const [id, state] of [
    ["size", "condition"],
    ["offer", "message"],
    ["hook", "webhook"],
    ["turn", "round-robin"],
    ["start", "trigger"],
  ] as const) {
    if (!guide.wants(state)) continue;
    await guide.select(id);
    await guide.page.keyboard.press("Enter");
    await expect(guide.page.getByTestId("inspector")).toBeVisible();
    if (state === "trigger") await expect(guide.button("forms", "trigger.addFilter")).toBeVisible();
    await guide.show(state);
    if (narrow) await guide.page.keyboard.press("Escape");
  }
  await guide.page.keyboard.press("Escape");
  await layer(guide, "settings", () => guide.choose("settings"));
  await layer(guide, "commands", async () => {
    await guide.select("size");
    await guide.page.keyboard.press("ControlOrMeta+k");
  });
  await guide.select("ana");
  await layer(guide, "add-step", () => guide.page.keyboard.press("a"));
  await layer(guide, "shortcuts", () => guide.page.keyboard.press("?"));
}

/** Shows what lies over the builder; left out where nobody looks. */
async function layer(guide: Guide, state: State, open: () => Promise<void>): Promise<void> {
  if (!guide.wants(state)) return;
  await open();
  const dialog = guide.page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await guide.show(state);
  await guide.page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

export async function views(guide: Guide): Promise<void> {
  await guide.button("builder", "toolbar.outline").click();
  await expect(guide.page.getByRole("tree")).toBeVisible();
  await guide.show("outline");
  await guide.button("builder", "toolbar.sentences").click();
  await expect(guide.page.locator("[data-document='sentences']")).toBeVisible();
  await guide.show("sentences");
  await guide.button("builder", "toolbar.canvas").click();
  await expect(guide.step("done")).toBeVisible();
}
