import type { Page } from "@playwright/test";

/** A Thursday in the morning of São Paulo. */
const NOW = "2026-03-12T13:30:00.000Z";
const HOUR_MS = 3_600_000;

/** Stops the page's clock, and dates what the server answers so that it fits: the first of a list is the newest. */
export async function freezeTime(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.route("**/api/v1/automations**", async (route) => {
    const response = await route.fetch();
    let index = 0;
    const text = (await response.text()).replaceAll(
      /"createdAt":"[^"]+","updatedAt":"[^"]+"/g,
      () => `"createdAt":"${ago(index * 30 + 50)}","updatedAt":"${ago(index++ * 30 + 3)}"`,
    );
    await route.fulfill({ response, body: text });
  });
}

const ago = (hours: number): string => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString();
