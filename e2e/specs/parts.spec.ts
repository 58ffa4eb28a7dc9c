import type { Page, Route } from "@playwright/test";
import { chain, configOf } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

/** Keeps files of the program from arriving until the answer is called; true once one was asked for. */
async function withhold(page: Page, files: RegExp) {
  const held = { asked: false, through: false };
  await page.route(files, async (route) => {
    held.asked = true;
    return held.through ? route.fallback() : route.abort("internetdisconnected");
  });
  return {
    asked: () => expect.poll(() => held.asked).toBe(true),
    letThrough: () => void (held.through = true),
  };
}

const script = (name: string): RegExp => new RegExp(`/assets/${name}-[^/]+\\.js$`);
const missing = (page: Page) => page.getByRole("alert").filter({ hasText: "This part could not be loaded" });

test.describe("a part of the editor that does not arrive", () => {
  test("says so in its place, and comes by itself when the network is back", async ({
    page,
    context,
    api,
    builder,
    given,
  }) => {
    const forms = await withhold(page, script("node-inspector"));
    const id = await given(chain());
    await builder.canvas.steps.first().waitFor();
    await forms.asked();
    await context.setOffline(true);
    await expect(builder.banner("There is no network")).toContainText("had not arrived yet come by themselves");
    await builder.canvas.select("Let it rest");
    await expect(builder.inspector.root.getByRole("alert")).toContainText("This part could not be loaded");

    // What is here already goes on meanwhile.
    await page.keyboard.press("ControlOrMeta+d");
    await expect(builder.canvas.steps).toHaveCount(4);
    await builder.undo.click();
    await builder.canvas.select("Let it rest");

    forms.letThrough();
    await context.setOffline(false);
    await builder.inspector.field("Wait for").fill("9");
    await expect(missing(page)).toBeHidden();
    await builder.publish.click();
    await expect(builder.state("Version 2")).toBeVisible();
    expect(configOf((await api.automations.get(id)).graphDefinition, "Let it rest")).toEqual({
      delaySeconds: 9 * 86_400,
    });
  });

  test("comes with a press, and after one in vain the page can be loaded again", async ({ page, builder, given }) => {
    const forms = await withhold(page, script("node-inspector"));
    await given(chain());
    await builder.canvas.select("Let it rest");
    const words = builder.inspector.root.getByRole("alert");
    await expect(words.getByRole("button", { name: "Load the page again" })).toBeHidden();
    await words.getByRole("button", { name: "Try again" }).click();
    await expect(words.getByRole("button", { name: "Load the page again" })).toBeVisible();
    forms.letThrough();
    await words.getByRole("button", { name: "Try again" }).click();
    await expect(builder.inspector.field("Wait for")).toHaveValue("2");
  });

  test("can be a whole screen: the page says so and stays", async ({ page, server, keys, automationsPage, given }) => {
    await given(chain(), { name: "Has runs" });
    const runs = await withhold(page, script("runs-screen"));
    await automationsPage.open(server.url, keys.owner);
    await page.goto(new URL(`/automations/none/runs`, server.url).href);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("This part could not be loaded");
    runs.letThrough();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(missing(page)).toBeHidden();
  });
});

test("letters typed before the window stands that they are for are not lost", async ({ page, builder, given }) => {
  const waiting: Route[] = [];
  await page.route(script("asking"), (route) => void waiting.push(route));
  await given(chain());
  await builder.canvas.step("Let it rest").focus();
  await page.keyboard.press("a");
  await page.keyboard.type("webh");
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await Promise.all(waiting.map((route) => route.fallback()));
  const search = page.getByRole("dialog").getByRole("combobox");
  await expect(search).toHaveValue("webh");
  await expect(search).toBeFocused();
  await page.keyboard.type("ook");
  await page.keyboard.press("Enter");
  await expect(builder.inspector.title("Webhook")).toBeVisible();
});
