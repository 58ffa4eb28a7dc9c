import type { Locator, Page } from "@playwright/test";
import { expect, SMOKE, test } from "../support/test.ts";

/** Gives the page of the API the demo's key. */
async function authorize(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await page.goto(`${url}/docs`);
  await page.getByRole("button", { name: "Authorize" }).first().click();
  await page.getByRole("textbox", { name: "auth-bearer-value" }).fill(key);
  await page.getByRole("button", { name: "Apply credentials" }).click();
  await page.getByRole("button", { name: "Close" }).click();
}

/** Opens an operation of the page and executes it as it stands; answers the status. */
async function execute(operation: Locator): Promise<string> {
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const status = operation.locator(".live-responses-table .response-col_status").last();
  await expect(status).toHaveText(/\d{3}/);
  return (await status.textContent())?.match(/\d{3}/)?.[0] ?? "";
}

test("the page of the API tries requests at the first click", { tag: SMOKE }, async ({ page, demo }) => {
  await authorize(page, demo);
  for (const id of ["Deals-listDeals", "Automations-getAutomationRun", "Deals-createTask"]) {
    expect(await execute(page.locator(`[id="operations-${id}"]`)), id).toMatch(/^20/);
  }
});

test("every operation that reads answers at the first click", async ({ page, demo }) => {
  test.slow();
  await authorize(page, demo);
  const operations = page.locator(".opblock-get");
  await expect(operations).not.toHaveCount(0);
  const failed: string[] = [];
  for (const operation of await operations.all()) {
    const status = await execute(operation);
    if (!status.startsWith("20")) failed.push(`${await operation.getAttribute("id")}: ${status}`);
    await operation.locator(".opblock-summary-control").click();
  }
  expect(failed).toEqual([]);
});
