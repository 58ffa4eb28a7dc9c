import { expectAccessible } from "../support/axe.ts";
import { asking, type Graph } from "../support/graphs.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, test } from "../support/test.ts";

test.describe("the interactions of a workspace", () => {
  const made: string[] = [];
  test.beforeEach(async ({ demo: { api } }) => {
    const tagId = (await api.tags.list())[0]?.id ?? "";
    for (const [name, text] of [
      ["Invite to a visit", "Hello {{ contact.firstName }}, would you like a visit?"],
      ["Ask for the budget", "Is the budget settled?"],
    ] as const) {
      const graphDefinition = asking(text, tagId);
      made.push(
        (await api.automations.create({ name, triggerType: "deal_created", enabled: true, graphDefinition })).id,
      );
    }
  });
  test.afterEach(async ({ demo: { api } }) => {
    for (const id of made.splice(0)) await api.automations.delete(id);
  });

  test("are found, played by keyboard, and lead to the step", async ({ page, demo, automationsPage, builder }) => {
    await automationsPage.open(demo.url, demo.key);
    await page.getByRole("link", { name: "Interactions" }).click();
    const card = page
      .getByRole("article")
      .filter({ hasText: "Invite to a visit" })
      .filter({ hasText: "Ask for the budget" })
      .filter({ hasText: "Answer taken away" });
    await expect(card).toHaveCount(1);
    await expectAccessible(page);

    await card.getByRole("button", { name: "Show how it happens" }).press("Enter");
    const moments = card.getByRole("list", { name: "What happens, one thing after the other" }).getByRole("listitem");
    await expect(moments.first()).toContainText("A deal is created");
    await expect(moments.first()).toHaveAttribute("aria-current", "step");
    await card.getByRole("slider").press("ArrowRight");
    await expect(moments.nth(1)).toHaveAttribute("aria-current", "step");
    await card.getByRole("button", { name: "Play" }).press("Enter");
    await expect(card.getByText(/It is meant for “.+”, but “.+” takes it/)).toBeVisible();
    await expect(moments.last()).toHaveAttribute("aria-current", "step", { timeout: 30_000 });
    await expectAccessible(page);

    await card.getByRole("link", { name: "Ask for the budget: The question" }).click();
    await expect(page).toHaveURL(/\?step=ask$/);
    await expect(builder.inspector.field("Message")).toHaveValue("Is the budget settled?");
  });

  test("are seen on a map, which narrows them down", async ({ page, demo, automationsPage }) => {
    await automationsPage.open(demo.url, demo.key);
    await page.goto(`${demo.url}/interactions`);
    await page.getByRole("button", { name: "Show the map" }).press("Enter");
    const map = page.getByRole("application", { name: "Map of the automations" });
    const card = map.getByRole("button", { name: /^Ask for the budget/ });
    await expect(map.getByText("Answer taken away").first()).toBeVisible();
    await expectAccessible(page);
    await card.press("Enter");
    await expect(card).toHaveAttribute("aria-pressed", "true");
    for (const finding of await page.getByRole("article").all())
      await expect(finding.getByRole("link", { name: /^Ask for the budget/ })).toBeVisible();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await card.press("Enter");
    await expect(card).toHaveAttribute("aria-pressed", "false");
  });

  test("are beside where everything is used, which the palette opens", async ({ page, demo, builder }) => {
    await builder.open(demo.url, demo.key, made[1] ?? "");
    await builder.complete();
    await builder.commands.run("where used", "Where used");
    await expect(page).toHaveURL(/\/interactions\?used$/);
    const [tag] = await demo.api.tags.list();
    const tags = page.getByRole("region", { name: "Tags", exact: true });
    const row = tags.locator("summary").filter({ hasText: tag?.name ?? "" });
    await expect(row).toContainText(/written by \d/);
    await row.press("Enter");
    const places = tags.getByRole("list", { name: "Where" });
    await expect(places.getByRole("link", { name: /^Ask for the budget:/ })).toBeVisible();
    await expect(page.getByText("Unused").first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Find by name" }).fill(tag?.name ?? "");
    await places.getByRole("link", { name: /^Ask for the budget:/ }).press("Enter");
    await expect(page).toHaveURL(/\?step=tag$/);
  });

  for (const scheme of ["light", "dark"] as const) {
    test(`fit a phone, ${scheme}`, async ({ page, demo, automationsPage }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: scheme });
      await automationsPage.open(demo.url, demo.key);
      await page.goto(`${demo.url}/interactions`);
      const card = page.getByRole("article").filter({ hasText: "Ask for the budget" }).first();
      await card.getByRole("button", { name: /^Show how it happens/ }).click();
      await card.getByRole("button", { name: "To the end" }).click();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
});

/** Writes to the contact of each new deal. */
const writing = (text: string): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "write", type: "action", actionType: "send_whatsapp", config: { text, ui: { label: "The greeting" } } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "write" },
    { id: "e2", source: "write", target: "end" },
  ],
});

/** Does one thing to each deal. */
const acting = (actionType: "add_tag" | "remove_tag" | "move_stage", config: object, label: string): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "act", type: "action", actionType, config: { ...config, ui: { label } } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "act" },
    { id: "e2", source: "act", target: "end" },
  ],
});

test.describe("an automation among others", () => {
  const made: string[] = [];
  let tagId = "";
  test.beforeEach(async ({ demo: { api } }) => {
    tagId = (await api.tags.list())[0]?.id ?? "";
    const enabled = true;
    const automations = [
      { name: "Greet new deals", triggerType: "deal_created", enabled, graphDefinition: writing("Good to have you") },
      {
        name: "Mark new deals",
        triggerType: "deal_created",
        enabled,
        graphDefinition: acting("add_tag", { tagIds: [tagId] }, "The mark"),
      },
      {
        name: "Thank marked deals",
        triggerType: "tag_added",
        triggerConfig: { tagIds: [tagId] },
        enabled,
        graphDefinition: writing("Thank you"),
      },
    ];
    for (const automation of automations) made.push((await api.automations.create(automation)).id);
  });
  test.afterEach(async ({ demo: { api } }) => {
    for (const id of made.splice(0)) await api.automations.delete(id);
  });

  test("is found fault with as it is drawn, and not kept from being published", async ({ page, demo, builder }) => {
    const graphDefinition = writing("Welcome");
    const own = { name: "Welcome new deals", triggerType: "deal_created", enabled: true, graphDefinition };
    const { id } = await demo.api.automations.create(own);
    made.push(id);
    await page.goto(`${demo.url}/automations/${id}?step=write#key=${demo.key}`);
    await builder.problems.open();
    await builder.inspector.field("Message").fill("Good to have you");
    const beside = builder.problems.root.getByRole("region", { name: "Beside other automations" });
    const row = beside
      .getByRole("listitem")
      .filter({ hasText: "“Greet new deals”" })
      .filter({ hasText: "same message" });
    await expect(row).toContainText("New");
    await expect(builder.problems.toggle).toContainText(/\d interaction/);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);

    await builder.canvas.step("End").click();
    await row
      .getByRole("button", { name: /send the same contact/ })
      .first()
      .press("Enter");
    await expect(builder.inspector.field("Message")).toBeVisible();
    await row.getByRole("button", { name: /^Show how it happens/ }).press("Enter");
    const story = page.getByRole("dialog", { name: /send the same contact the same message/ });
    const moments = story.getByRole("list", { name: "What happens, one thing after the other" });
    await expect(moments.getByRole("listitem").first()).toContainText("A deal is created");
    await story.getByRole("slider").press("End");
    await expect(moments.getByRole("listitem").last()).toHaveAttribute("aria-current", "step");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(story).toBeHidden();
    await expect(row.getByRole("button", { name: /^Show how it happens/ })).toBeFocused();

    await builder.publish.click();
    await expect(builder.review.getByRole("region", { name: "Beside other automations" })).toContainText(
      "send the same contact the same message",
    );
    await builder.review.getByRole("button", { name: /^Publish/ }).click();
    await expect(builder.state("Version 2")).toBeVisible();
    await expect(row).not.toContainText("New");
  });

  for (const scheme of ["light", "dark"] as const) {
    test(`is simulated with what the others do, ${scheme}`, async ({ page, demo, builder }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await builder.open(demo.url, demo.key, made[1] ?? "");
      await builder.simulation.open();
      const { root } = builder.simulation;
      await root.getByRole("button", { name: "All automations" }).press("Enter");
      const moments = root.getByRole("list", { name: "What happens, one thing after the other" }).getByRole("listitem");
      await expect(moments.first()).toContainText("A deal is created");
      const started = moments.filter({ hasText: "Thank marked deals" }).filter({ hasText: "by “This automation”" });
      await expect(started).toHaveCount(1);
      await expectAccessible(page);
      await moments
        .filter({ hasText: "This automation" })
        .filter({ hasText: "The mark" })
        .getByRole("button")
        .first()
        .press("Enter");
      await expect(builder.canvas.token).toContainText("The mark");
      await page.setViewportSize({ width: 360, height: 740 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await started.getByRole("button").press("Enter");
      await started.getByRole("link", { name: "Open “Thank marked deals”" }).press("Enter");
      await expect(builder.name).toHaveValue("Thank marked deals");
    });
  }
});
