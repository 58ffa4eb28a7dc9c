import type { Locator, Page } from "@playwright/test";
import { keyOf } from "../support/server.ts";
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

type Fill = (operation: Locator) => Promise<void>;
const asItIs: Fill = () => Promise.resolve();

/** Opens an operation of the page and executes it; answers the status, and the address that was asked. */
async function execute(operation: Locator, fill: Fill): Promise<{ status: string; asked: string }> {
  const open = operation.locator(".opblock-summary-control");
  await open.click();
  const press = operation.getByRole("button", { name: "Execute", exact: true });
  await press.waitFor();
  await fill(operation);
  await press.click();
  const status = operation.locator(".live-responses-table .response-col_status").last();
  await expect(status).toHaveText(/\d{3}/, { timeout: 30_000 });
  const answered = (await status.textContent())?.match(/\d{3}/)?.[0] ?? "";
  const asked = (await operation.locator(".request-url pre").textContent()) ?? "";
  // A page with many answers on it is slow.
  await open.click();
  return { status: answered, asked };
}

const PICTURE = { name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") };

const KINDS: readonly [kind: string, id: string, status: string, fill?: Fill][] = [
  ["a list", "Reference-listTags", "200"],
  ["ids in a path", "Automations-getAutomationRun", "200"],
  ["a number in a path", "Deals-getDeal", "200"],
  ["what is needed of a query", "Calendar-listCalendarEvents", "200"],
  ["a change", "Deals-updateDeal", "200"],
  ["a list in a body", "Reference-setLossReasons", "200"],
  ["lists of objects in a body", "Automations-replaceAutomation", "200"],
  ["something new", "Deals-createTask", "201"],
  ["a file", "Reference-setContactAvatar", "200", (op) => op.locator('input[type="file"]').setInputFiles(PICTURE)],
  ["a removal", "Deals-deleteNote", "204"],
];

test("the page of the API tries every kind of request at the first click", async ({ page, start }) => {
  test.slow();
  const server = await start();
  await authorize(page, { url: server.url, key: keyOf(server) });
  for (const [kind, id, status, fill = asItIs] of KINDS) {
    expect([kind, (await execute(page.locator(`[id="operations-${id}"]`), fill)).status]).toEqual([kind, status]);
  }
});

test("the page of the API filters by custom fields as they are typed into it", async ({ page, demo }) => {
  test.slow();
  await authorize(page, demo);
  const { status, asked } = await execute(page.locator('[id="operations-Deals-listDeals"]'), async (operation) => {
    const parameter = (name: string): Locator => operation.locator(`tr[data-param-name="${name}"]`);
    await parameter("limit").locator("input").fill("2");
    await parameter("customFields").locator("textarea").fill('{ "roof": "ceramic\\nmetal" }');
    await parameter("customFieldRanges").locator("textarea").fill('{ "site_visit": "2020-01-01/" }');
  });
  expect(status).toBe("200");
  expect(new URL(asked).searchParams.get("customFields[roof]")).toBe("ceramic\nmetal");
  expect(new URL(asked).searchParams.get("customFieldRanges[site_visit]")).toBe("2020-01-01/");
});
