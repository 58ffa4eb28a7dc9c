import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

const GROUPS = 6;

/** Opens the page of the API with all its groups, and gives it the demo's key. */
async function authorize(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await page.goto(`${url}/docs`);
  const groups = page.locator(".opblock-tag");
  await expect(groups).toHaveCount(GROUPS, { timeout: 30_000 });
  await page.getByRole("button", { name: "Authorize" }).first().click();
  await page.getByRole("textbox", { name: "auth-bearer-value" }).fill(key);
  await page.getByRole("button", { name: "Apply credentials" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  for (const group of await groups.all()) await group.click();
}

/** Opens an operation of the page and executes it as it stands; answers the status. */
async function execute(operation: Locator): Promise<string> {
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const status = operation.locator(".live-responses-table .response-col_status").last();
  await expect(status).toHaveText(/\d{3}/);
  return (await status.textContent())?.match(/\d{3}/)?.[0] ?? "";
}

test("the page of the API tries requests at the first click", async ({ page, demo }) => {
  test.slow();
  await authorize(page, demo);
  for (const id of ["Deals-listDeals", "Automations-getAutomationRun", "Deals-createTask"]) {
    expect(await execute(page.locator(`[id="operations-${id}"]`)), id).toMatch(/^20/);
  }
});
