import { chain } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

test("a tab that a link opens is connected as its opener was", async ({ context, page, demo, automationsPage }) => {
  const name = `In a new tab ${Date.now()}`;
  await demo.api.automations.create({ name, triggerType: "deal_created", graphDefinition: chain() });
  await page.goto(`${demo.url}/#key=${demo.key}`);
  await expect(automationsPage.table).toBeVisible();
  const link = automationsPage.link(name);

  const presses = [() => link.click({ modifiers: ["ControlOrMeta"] }), () => link.click({ button: "middle" })];
  for (const press of presses) {
    const [opened] = await Promise.all([context.waitForEvent("page"), press()]);
    await expect(opened.getByRole("textbox", { name: "Name of the automation" })).toHaveValue(name);
    await opened.close();
  }

  const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
  const shared = await context.newPage();
  await shared.goto(address);
  await expect(shared.getByRole("textbox", { name: "Name of the automation" })).toHaveValue(name);
  expect(await shared.evaluate(() => localStorage.getItem("trilho.session"))).toBeNull();
});

test("another browser, with no tab to ask, asks for a key and then shows what the link leads to", async ({
  page,
  demo,
  connectPage,
}) => {
  const [automation] = (await demo.api.automations.list({ limit: 1 })).items;
  if (automation === undefined) throw new Error("The demo has no automation.");
  await page.goto(`${demo.url}/automations/${automation.id}`);
  await connectPage.connect(demo.key);
  await expect(page.getByRole("textbox", { name: "Name of the automation" })).toHaveValue(automation.name);
});
