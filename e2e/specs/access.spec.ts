import { once } from "node:events";
import { createServer } from "node:http";
import { chain } from "../support/graphs.ts";
import { expect, SMOKE, test } from "../support/test.ts";
import type { Keys } from "../support/workspaces.ts";

const REFUSED = {
  "an unknown key": {
    key: () => "trk_live_nobody_ever_made_this_key_at_all",
    title: "The API key was not accepted",
  },
  "a revoked key": { key: (keys) => keys.revoked, title: "The API key was not accepted" },
  "a key of a workspace without the advanced API": {
    key: (keys) => keys.withoutFeature,
    title: "Automations are not switched on for this workspace",
  },
  "a key of a member who may not see automations": { key: (keys) => keys.blind, title: "Your key may not do this" },
} satisfies Record<string, { key: (keys: Keys) => string; title: string }>;

for (const [what, { key, title }] of Object.entries(REFUSED)) {
  test(`${what} is refused at the connect screen, with the reason and a request number`, async ({
    page,
    server,
    keys,
    connectPage,
  }) => {
    await connectPage.open(server.url);
    await expect(connectPage.address).toHaveValue(server.url);
    await connectPage.connect(key(keys));
    await expect(connectPage.failure).toContainText(title);
    await expect(connectPage.failure).toContainText(/Request \S{8,}/);
    await expect(connectPage.key).toHaveValue(key(keys));
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.getItem("trilho.session")])).toEqual([
      0,
      null,
    ]);
  });

  test(`${what} in a link is explained, and leads to the connect screen`, async ({
    page,
    server,
    keys,
    connectPage,
  }) => {
    await page.goto(`${server.url}/#key=${key(keys)}`);
    await expect(page.getByRole("alert")).toContainText(title);
    await page.getByRole("button", { name: "Connect again" }).click();
    await expect(connectPage.heading).toBeVisible();
  });
}

test("what cannot be an address or a key is refused before anything is sent", async ({ page, server, connectPage }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("/api/") && sent.push(request.url()));
  await connectPage.open(server.url);
  await connectPage.address.fill("ftp://crm");
  await connectPage.submit.click();
  await expect(page.getByText("Enter an address that starts with http:// or https://")).toBeVisible();
  await expect(page.getByText("Enter an API key")).toBeVisible();
  expect(sent).toEqual([]);
});

test("an address where nothing answers is told from one where something else does", async ({ server, connectPage }) => {
  const other = createServer((_request, response) => {
    response.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "*");
    response.end("<h1>A shop</h1>");
  });
  await once(other.listen(0, "127.0.0.1"), "listening");
  const address = other.address();
  const port = typeof address === "object" ? address?.port : undefined;

  await connectPage.open(server.url);
  await connectPage.address.fill(`http://127.0.0.1:${port}`);
  await connectPage.connect("trk_live_any_key_will_do_for_this_test");
  await expect(connectPage.failure).toContainText("This address answers, but not as the CRM's API does");
  other.close();
  other.closeAllConnections();
  await connectPage.submit.click();
  await expect(connectPage.failure).toContainText("The server cannot be reached");
});

test("a link opened where the app is open already connects, and its key leaves the address bar", async ({
  page,
  server,
  keys,
  connectPage,
  automationsPage,
}) => {
  await connectPage.open(server.url);
  await page.goto(`${server.url}/#key=${keys.owner}`);
  await expect(automationsPage.heading).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
});

test(
  "a key is forgotten with its last tab",
  { tag: SMOKE },
  async ({ page, context, server, keys, connectPage, automationsPage }) => {
    await connectPage.open(server.url);
    await connectPage.connect(keys.owner);
    await expect(automationsPage.heading).toBeVisible();
    await page.close();
    const other = await context.newPage();
    await other.goto(server.url);
    await expect(other.getByRole("heading", { name: "Connect to your CRM" })).toBeVisible();
    await other.close();
  },
);

test("a key that is to be remembered is there in every tab; disconnecting forgets it everywhere", async ({
  page,
  context,
  server,
  keys,
  connectPage,
  automationsPage,
}) => {
  await connectPage.open(server.url);
  await connectPage.connect(keys.owner);
  await expect(automationsPage.heading).toBeVisible();
  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await connectPage.remember.click();
  await connectPage.connect(keys.owner);
  await expect(automationsPage.heading).toBeVisible();
  const third = await context.newPage();
  await third.goto(server.url);
  await expect(third.getByRole("heading", { name: /^Automations/ })).toBeVisible();
  await third.close();

  await page.getByRole("button", { name: "Connection" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.reload();
  await expect(connectPage.heading).toBeVisible();
});

test("who may only view opens an automation, and is told why a publish and the switch are refused", async ({
  server,
  keys,
  api,
  builder,
}) => {
  const { id } = await api.automations.create({
    name: "Read only",
    triggerType: "deal_created",
    graphDefinition: chain(),
  });
  await builder.open(server.url, keys.viewer, id);
  await builder.canvas.select("Let it rest");
  await builder.inspector.field("Wait for").fill("4");
  await builder.publish.click();
  await expect(builder.banner("Not published: Your key may not do this")).toContainText("Your changes are still here.");
  await expect(builder.inspector.field("Wait for")).toHaveValue("4");
  await builder.enable.click();
  await expect(builder.toasts).toContainText("“Read only” stays as it was");
  await expect(builder.enable).not.toBeChecked();
  expect(await api.automations.get(id)).toMatchObject({ version: 1, enabled: false });
});
