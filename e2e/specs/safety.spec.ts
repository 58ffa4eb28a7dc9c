import type { BrowserContext, Page, Route } from "@playwright/test";
import { createClient } from "@trilho/api-client";
import { AutomationsPage } from "../pages/automations-page.ts";
import { BuilderPage } from "../pages/builder-page.ts";
import { chain } from "../support/graphs.ts";
import { expectKept } from "../support/journal.ts";
import { days, expectRest, restFor, storedRest } from "../support/rest.ts";
import type { RunningServer } from "../support/server.ts";
import { expect, SMOKE, test } from "../support/test.ts";
import { makeWorkspaces } from "../support/workspaces.ts";

/** Ends the process that draws a page, as a lack of memory would: nothing of the page can say good-bye. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // It never answers.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
}

async function newBuilder(context: BrowserContext): Promise<BuilderPage> {
  return new BuilderPage(await context.newPage());
}

/** Meets the next publish of a builder on its way. */
async function onPublish(builder: BuilderPage, meet: (route: Route) => Promise<void>): Promise<void> {
  let isMet = false;
  await builder.page.route("**/api/v1/automations/*", async (route) => {
    if (isMet || route.request().method() !== "PUT") return route.fallback();
    isMet = true;
    await meet(route);
  });
}

test.describe("a draft outlives its page", () => {
  test(
    "when the tab crashes; it comes back with words, and shows what it changed",
    { tag: SMOKE },
    async ({ page, context, server, keys, api, builder, given }) => {
      const id = await given(chain());
      await restFor(builder, "9");
      await expectKept(page, String(9 * 86_400));
      await crash(page);

      const again = await newBuilder(context);
      await again.open(server.url, keys.owner, id);
      await expect(again.banner("Your draft was restored")).toContainText(/1 change since version 1, last on \w+ \d/);
      await expect(again.state("Unpublished changes")).toBeVisible();
      await expectRest(again, "9");
      await again.answerBanner("Your draft was restored", "Show the changes");
      await expect(again.compare.change("Steps", "Let it rest")).toContainText(/Before: 2 days.*Now: 9 days/);
      await again.compare.close.click();
      expect(await storedRest(api, id)).toEqual(days(2));
      await again.publish.click();
      await expect(again.state("Version 2")).toBeVisible();
      expect(await storedRest(api, id)).toEqual(days(9));
      await again.page.reload();
      await again.canvas.steps.first().waitFor();
      await expect(again.banner("Your draft was restored")).toBeHidden();
    },
  );

  test("when the tab is closed; what comes back can be discarded", async ({
    page,
    context,
    server,
    keys,
    builder,
    given,
  }) => {
    const id = await given(chain());
    await restFor(builder, "9");
    await expectKept(page, String(9 * 86_400));
    await page.close();
    const again = await newBuilder(context);
    await again.open(server.url, keys.owner, id);
    await again.answerBanner("Your draft was restored", "Discard the draft");
    await expect(again.state("Version 1")).toBeVisible();
    await expectRest(again, "2");
    await again.page.reload();
    await expectRest(again, "2");
    await expect(again.state("Version 1")).toBeVisible();
  });

  test("also one that was never published, which the list leads to", async ({
    page,
    context,
    server,
    keys,
    builder,
  }) => {
    await page.goto(`${server.url}/automations/new#key=${keys.owner}`);
    const name = `Never published ${Date.now()}`;
    await builder.name.fill(name);
    await builder.name.press("Enter");
    await expectKept(page, name);
    await crash(page);

    const again = await newBuilder(context);
    const list = new AutomationsPage(again.page);
    await list.open(server.url, keys.owner);
    await again.answerBanner("1 unpublished draft is kept on this device.", "Show drafts");
    const drafts = again.page.getByRole("dialog", { name: "Drafts on this device" });
    await expect(drafts.getByRole("listitem").filter({ hasText: name })).toContainText("Never published");
    await drafts.getByRole("button", { name: `Open the draft of ${name}` }).click();
    await expect(again.name).toHaveValue(name);
    await expect(again.banner("Your draft was restored")).toContainText("An automation that was never published");
  });

  test("and the list tells what each changed, opens one and discards another", async ({
    page,
    server,
    keys,
    api,
    builder,
    automationsPage,
    given,
  }) => {
    const kept = await given(chain(), { name: "Kept draft" });
    await restFor(builder, "9");
    await expectKept(page, kept);
    const other = await api.automations.create({
      name: "Unwanted draft",
      triggerType: "deal_created",
      graphDefinition: chain(),
    });
    await builder.open(server.url, keys.owner, other.id);
    await restFor(builder, "8");
    await expectKept(page, other.id);
    await automationsPage.open(server.url, keys.owner);
    await builder.answerBanner("2 unpublished drafts are kept on this device.", "Show drafts");
    const drafts = page.getByRole("dialog", { name: "Drafts on this device" });
    await expect(drafts.getByRole("listitem").filter({ hasText: "Kept draft" })).toContainText(
      "1 change since version 1",
    );
    await drafts.getByRole("button", { name: "Discard the draft of Unwanted draft" }).click();
    await expect(drafts.getByRole("listitem")).toHaveCount(1);
    await drafts.getByRole("button", { name: "Open the draft of Kept draft" }).click();
    await expectRest(builder, "9");
  });
});

test("of two tabs on one automation one edits and the other follows, until it takes over", async ({
  context,
  server,
  keys,
  api,
  builder,
  given,
}) => {
  const id = await given(chain());
  await builder.canvas.steps.first().waitFor();
  const second = await newBuilder(context);
  await second.open(server.url, keys.owner, id);
  const elsewhere = "You have this automation open in another tab";
  await expect(second.banner(elsewhere)).toContainText("Here you see what is done there, and can only look.");
  await expect(second.publish).toBeDisabled();
  await restFor(builder, "9");
  await expect(builder.banner(elsewhere)).toBeHidden();

  await second.answerBanner(elsewhere, "Continue here");
  await expect(second.banner(elsewhere)).toBeHidden();
  await expect(builder.banner(elsewhere)).toBeVisible();
  await expectRest(second, "9");
  await second.inspector.field("Wait for").fill("11");
  await second.publish.click();
  await expect(second.state("Version 2")).toBeVisible();
  await expect(builder.state("Version 2")).toBeVisible();
  expect(await storedRest(api, id)).toEqual(days(11));

  await builder.page.bringToFront();
  await second.page.close();
  await expect(builder.banner(elsewhere)).toBeHidden();
  await expectRest(builder, "11");
});

test.describe("the network is pulled", () => {
  test("before publishing: it waits, and happens by itself when the network is back", async ({
    context,
    api,
    builder,
    given,
  }) => {
    const id = await given(chain());
    await builder.complete();
    await context.setOffline(true);
    await expect(builder.banner("There is no network")).toContainText("Go on editing");
    await restFor(builder, "9");
    await builder.publish.click();
    await expect(builder.banner("There is no network")).toContainText("your draft is published");
    await context.setOffline(false);
    await expect(builder.state("Version 2")).toBeVisible();
    expect(await storedRest(api, id)).toEqual(days(9));
  });

  test("after publishing arrived and before its answer: it is found out, and told", async ({
    context,
    api,
    builder,
    given,
  }) => {
    const id = await given(chain());
    await builder.complete();
    await restFor(builder, "9");
    await onPublish(builder, async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    });
    await builder.publish.click();
    await expect(builder.banner("It is not known yet whether your changes were published")).toContainText(
      "Your draft is kept",
    );
    await expect(builder.inspector.field("Wait for")).toHaveValue("9");
    await context.setOffline(false);
    await expect(builder.toasts).toContainText("Your changes had been published after all: it is version 2");
    await expect(builder.state("Version 2")).toBeVisible();
    expect((await api.automations.get(id)).version).toBe(2);
  });

  test("before publishing arrived: it is sent again by itself, and stored once", async ({
    context,
    api,
    builder,
    given,
  }) => {
    const id = await given(chain());
    await builder.complete();
    await restFor(builder, "9");
    await onPublish(builder, async (route) => {
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    });
    await builder.publish.click();
    await expect(builder.banner("It is not known yet whether your changes were published")).toBeVisible();
    await context.setOffline(false);
    await expect(builder.state("Version 2")).toBeVisible();
    expect(await storedRest(api, id)).toEqual(days(9));
  });
});

/** An automation on a server of its own, with a changed draft. */
async function prepare(first: RunningServer, owner: string, builder: BuilderPage) {
  const client = createClient({ baseUrl: first.url, apiKey: owner });
  const { id } = await client.automations.create({
    name: "Survivor",
    triggerType: "deal_created",
    graphDefinition: chain(),
  });
  await builder.open(first.url, owner, id);
  await builder.complete();
  await restFor(builder, "6");
  return { client, id, port: Number(new URL(first.url).port) };
}

test.describe("the server is killed while publishing", () => {
  test("before it was stored: nothing is lost, and it is published once the server is back", async ({
    start,
    builder,
  }) => {
    const { file, keys } = makeWorkspaces();
    const first = await start({ provision: file });
    const { client, id, port } = await prepare(first, keys.owner, builder);
    await onPublish(builder, async (route) => {
      await first.stop("SIGKILL");
      await route.continue();
    });
    await builder.publish.click();
    const unknown = builder.banner("It is not known yet whether your changes were published");
    await expect(unknown).toContainText("The server cannot be reached.");
    await expect(builder.state("Unpublished changes")).toBeVisible();
    await expect(builder.inspector.field("Wait for")).toHaveValue("6");

    await start({ provision: file, port });
    // Sent again by itself, under its key.
    await expect(builder.state("Version 2")).toBeVisible({ timeout: 30_000 });
    expect(await storedRest(client, id)).toEqual(days(6));
  });

  test("after it was stored: the same folder still has it, and the editor finds it", async ({ start, builder }) => {
    const { file, keys } = makeWorkspaces();
    const first = await start({ provision: file });
    const { client, id, port } = await prepare(first, keys.owner, builder);
    await onPublish(builder, async (route) => {
      await route.fetch();
      await first.stop("SIGKILL");
      await route.abort("connectionreset");
    });
    await builder.publish.click();
    await expect(builder.banner("It is not known yet whether your changes were published")).toBeVisible();
    await start({ provision: file, port });
    await expect(builder.toasts).toContainText("Your changes had been published after all: it is version 2", {
      timeout: 30_000,
    });
    await expect(builder.state("Version 2")).toBeVisible();
    expect(await storedRest(client, id)).toEqual(days(6));
  });
});

test("the secret of a webhook is shown once, and “kept” from then on", async ({
  page,
  context,
  api,
  builder,
  given,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await given(chain());
  await builder.canvas.select("Let it rest");
  await builder.palette.step("Webhook").click();
  await builder.inspector.field("Address").fill("https://erp.example/deals");
  await builder.publish.click();
  const shown = page.getByRole("dialog", { name: "The secret of your webhooks" });
  const secret = (await shown.getByTestId("webhook-secret").textContent()) ?? "";
  expect(secret.length).toBeGreaterThanOrEqual(32);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await shown.getByRole("button", { name: "Copy the secret" }).click();
  await expect(shown.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole("button", { name: "I have kept it" }).click();
  await expect(shown).toBeHidden();

  await page.reload();
  await builder.canvas.steps.filter({ hasText: "erp.example" }).click();
  await builder.inspector.root.getByRole("button", { name: "More options" }).click();
  const field = builder.inspector.root.getByLabel("Signing secret", { exact: true });
  await expect(field).toHaveAttribute("placeholder", "Stored secret is kept");
  await expect(field).toHaveValue("");
  expect(JSON.stringify(await api.automations.get(id))).not.toContain(secret);
  await expect(page.getByText(secret)).toHaveCount(0);
});
