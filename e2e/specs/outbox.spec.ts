import { OutboxPage } from "../pages/outbox-page.ts";
import { expectAccessible } from "../support/axe.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, test } from "../support/test.ts";

test.describe("the outbox", () => {
  test("says that nothing stayed here, and why everything would", async ({ page, server, keys }) => {
    const outbox = new OutboxPage(page);
    await outbox.open(server.url, keys.owner);
    await expect(outbox.empty).toBeVisible();
    await expect(page.getByText("No channel has credentials")).toBeVisible();
    await expectAccessible(page);
  });

  test("shows a message as it would be seen, and new ones by themselves", async ({ page, demo, automationsPage }) => {
    await automationsPage.open(demo.url, demo.key);
    await page.getByRole("link", { name: "Outbox" }).click();
    const outbox = new OutboxPage(page);
    await outbox.heading.waitFor();
    const words = `Olá ${Date.now()}`;
    const contact = (await demo.api.contacts.list({ limit: 50 })).items.find(({ phone }) => phone !== "");
    await demo.api.conversations.sendMessage({ to: contact?.phone ?? "", text: words });
    await expect(outbox.saying(words)).toBeVisible();
    await expect(outbox.entries.first()).toContainText(words);
    await expect(outbox.entries.first()).toContainText("WhatsApp");
    await expectAccessible(page);
  });

  for (const scheme of ["light", "dark"] as const) {
    test(`fits a phone, ${scheme}`, async ({ page, demo }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: scheme });
      const contact = (await demo.api.contacts.list({ limit: 50 })).items.find(({ phone }) => phone !== "");
      await demo.api.conversations.sendMessage({
        to: contact?.phone ?? "",
        text: `https://example.com/${"a".repeat(200)}`,
      });
      const outbox = new OutboxPage(page);
      await outbox.open(demo.url, demo.key);
      await expect(outbox.entries.first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
});
