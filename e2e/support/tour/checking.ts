import { expect, type Locator } from "@playwright/test";
import { textsOf } from "../showcase.ts";
import type { Guide } from "./guide.ts";

export async function simulating(guide: Guide): Promise<void> {
  const panel = guide.page.getByTestId("simulate-panel");
  await guide.button("builder", "toolbar.simulate").click();
  await expect(panel.getByRole("slider")).toBeVisible();
  await followed(guide);
  await panel.getByRole("slider").focus();
  await guide.page.keyboard.press("End");
  await followed(guide);
  await guide.show("simulate");
  for (const [tab, state] of [
    ["tabs.deal", "deal"],
    ["tabs.world", "answers"],
  ] as const) {
    if (!guide.wants(state)) continue;
    await guide.tab("simulate", tab).click();
    await guide.show(state);
  }
  await guide.tab("scenarios", "mode.tests").click();
  // Looked for in a worker.
  await expect(panel.getByRole("button", { name: /^(Make|Criar) \d/ })).toBeVisible({ timeout: 30_000 });
  await guide.show("tests");
  if (guide.wants("cohort")) await counting(guide, panel);
  await guide.tab("scenarios", "mode.run").click();
  await guide.button("simulate", "close").click();
  await expect(panel).toBeHidden();
}

async function counting(guide: Guide, panel: Locator): Promise<void> {
  await guide.tab("scenarios", "mode.cohort").click();
  await panel.getByRole("button", { name: /^(Simulate|Simular) / }).click();
  const ends = panel.getByRole("heading", { name: guide.say("cohort", "result.statuses") });
  await expect(ends).toBeVisible();
  await ends.evaluate((heading) => heading.scrollIntoView({ block: "start" }));
  await guide.show("cohort");
}

/** Once the drawing looks where the run is: how it came there decides what else is in sight. */
async function followed(guide: Guide): Promise<void> {
  await expect(guide.page.locator("[data-token='not-visited']").first()).toBeAttached();
  await guide.page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** `publishTheirs` stores what somebody else made of the automation meanwhile. */
export async function comparing(guide: Guide, publishTheirs: () => Promise<void>): Promise<void> {
  await edit(guide);
  await guide.choose("compare");
  await compared(guide);
  await guide.show("compare");
  if (guide.wants("behaviour")) await behaving(guide);
  await guide.button("compare", "close").click();
  await publishTheirs();
  await guide.button("automation", "publish").click();
  await expect(guide.page.getByRole("dialog")).toBeVisible();
  await guide.show("conflict");
  await guide.button("automation", "conflict.merge").click();
  await expect(guide.page.getByRole("dialog")).toBeHidden();
  await guide.show("merge");
  await guide.page.keyboard.press("Escape");
}

async function behaving(guide: Guide): Promise<void> {
  await guide.tab("compare", "tabs.behaviour").click();
  // Found out in a worker.
  for (const key of ["cancelScenarios", "cancel"])
    await expect(guide.button("compare", `behaviour.${key}`)).toBeHidden({ timeout: 60_000 });
  await guide.show("behaviour");
}

/** Changes a text, a name and the chain, so that there is something to compare. */
async function edit(guide: Guide): Promise<void> {
  const { renamed, mine } = textsOf(guide.options.language);
  const inspector = guide.page.getByTestId("inspector");
  await guide.select("call");
  await guide.page.keyboard.press("F2");
  await inspector.getByRole("textbox").first().fill(renamed);
  await guide.page.keyboard.press("Escape");
  await guide.select("offer");
  await guide.page.keyboard.press("Enter");
  await inspector.getByRole("textbox").nth(1).fill(mine);
  await guide.page.keyboard.press("Escape");
  await guide.select("tag");
  await guide.page.keyboard.press("Delete");
  await expect(guide.step("tag")).toBeHidden();
}

export async function compared(guide: Guide): Promise<void> {
  const layer = guide.page.getByRole("region", { name: guide.say("compare", "title"), exact: true });
  await expect(layer.locator("[data-step-id]").first()).toBeVisible();
}
