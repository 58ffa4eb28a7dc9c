import { expect } from "@playwright/test";
import { clear, faultyFile } from "../showcase.ts";
import type { Guide } from "./guide.ts";

export async function troubles(guide: Guide): Promise<void> {
  const { demo, language } = guide.options;
  const { name, content } = faultyFile(language);
  await guide.page.goto(demo.url);
  const choosing = guide.page.waitForEvent("filechooser");
  await guide.button("automations", "import").click();
  await (await choosing).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
  // The drawing first: what it shows at its opening depends on the room that it has then.
  await expect(guide.page.locator("[data-document] [data-step-id]").first()).toBeVisible();
  const problems = guide.page.getByTestId("problems");
  await problems.getByRole("button").first().click();
  await expect(problems.getByRole("listitem").first()).toBeVisible();
  await guide.show("problems");
  if (!guide.wants("fix")) return;
  await problems
    .getByRole("button", { name: new RegExp(`^${guide.say("builder", "problems.fix")}`) })
    .first()
    .click();
  await expect(guide.page.getByTestId("fix-preview")).toBeVisible();
  await guide.show("fix");
  await guide.page.keyboard.press("Escape");
  await guide.button("automation", "publish").click();
  await expect(guide.page.getByRole("dialog")).toBeVisible();
  await guide.show("blocked");
  await guide.page.keyboard.press("Escape");
  await clear(demo.api);
  await forgetDrafts(guide);
  await guide.page.goto(demo.url);
  await expect(guide.page.getByRole("heading", { name: guide.say("automations", "empty.title") })).toBeVisible();
  await guide.show("empty");
}

/** From a page of the same origin that is not the editor, so that nothing holds the database open. */
async function forgetDrafts(guide: Guide): Promise<void> {
  await guide.page.goto(`${guide.options.demo.url}/openapi.json`);
  await guide.page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise<void>((resolve, reject) => {
        const gone = indexedDB.deleteDatabase(name ?? "");
        gone.addEventListener("success", () => resolve());
        gone.addEventListener("error", () => reject(gone.error ?? new Error("The drafts cannot be forgotten.")));
      });
  });
}
