import { expectAccessible } from "../support/axe.ts";
import type { Graph } from "../support/graphs.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, test } from "../support/test.ts";

/** Asks the contact of each new deal, and tags the deal once there is an answer. */
const asking = (text: string, tagId: string): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text, awaitReply: true, replyTimeoutSeconds: 86_400, ui: { label: "The question" } },
    },
    { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: [tagId] } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "ask" },
    { id: "e2", source: "ask", sourceHandle: "replied", target: "tag" },
    { id: "e3", source: "ask", sourceHandle: "timeout", target: "end" },
    { id: "e4", source: "tag", target: "end" },
  ],
});

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
    await page.getByRole("button", { name: "Interactions" }).click();
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
