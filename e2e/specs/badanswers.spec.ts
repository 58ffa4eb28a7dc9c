import type { Page } from "@playwright/test";
import type { Client } from "@trilho/api-client";
import type { BuilderPage } from "../pages/builder-page.ts";
import { chain, type Graph } from "../support/graphs.ts";
import { expectKept } from "../support/journal.ts";
import { refusal, startProxy, type Answer, type Proxy } from "../support/proxy.ts";
import { days, expectRest, restFor, storedRest } from "../support/rest.ts";
import { expect, SMOKE, test as base } from "../support/test.ts";

const test = base.extend<{ crm: Proxy }>({
  crm: async ({ server }, provide) => {
    const proxy = await startProxy(server.url);
    await provide(proxy);
    await proxy.stop();
  },
});

const LIST = /^\/api\/v1\/automations(?:\/overview)?$/;
const ONE = /^\/api\/v1\/automations\/[^/]+$/;
const PAGE = "<!doctype html><title>Bad gateway</title><h1>502 Bad Gateway</h1>";

/** What a service or something on the way to it may answer, and what a person then reads. */
const ANSWERS = {
  "401": { answer: refusal(401, "UNAUTHORIZED"), says: "The API key was not accepted" },
  "403 of a feature": {
    answer: refusal(403, "FEATURE_DISABLED"),
    says: "Automations are not switched on for this workspace",
  },
  "404": { answer: refusal(404, "NOT_FOUND"), says: "This no longer exists" },
  "409": { answer: refusal(409, "CONFLICT"), says: "Somebody else changed this meanwhile" },
  "422": { answer: refusal(422, "UNPROCESSABLE_ENTITY"), says: "This cannot be done here" },
  "429 for 90 seconds": { answer: refusal(429, "BAD_REQUEST", { "retry-after": "90" }), says: "Too many requests" },
  "500": { answer: refusal(500, "INTERNAL_ERROR"), says: "The server had a problem" },
  "a proxy's page for 502": {
    answer: { status: 502, body: PAGE },
    says: "The server is not available right now",
  },
  "a page in place of JSON": {
    answer: { status: 200, body: "<h1>A shop</h1>" },
    says: "This address answers, but not as the CRM's API does",
  },
  "half an answer": { answer: "cut", says: "The server cannot be reached" },
} as const satisfies Record<string, { answer: Answer; says: string }>;

/** One of each kind, where the words are the same whatever the state is behind them. */
const KINDS = Object.entries(ANSWERS).filter(([what]) =>
  ["401", "404", "500", "a page in place of JSON"].includes(what),
);

/** They leave open whether a publish was stored. Half an answer may be one to a publish that arrived: it has a test of its own. */
const UNCLEAR = ["500", "a proxy's page for 502", "a page in place of JSON"] as const;
const CLEAR = Object.entries(ANSWERS).filter(([what]) => ![...UNCLEAR, "half an answer"].includes(what));

/** Led back to the key: nothing else helps. */
const NEEDS_KEY: ReadonlySet<string> = new Set(["401", "403 of a feature"]);

const make = (api: Client, name: string, graphDefinition: Graph = chain()) =>
  api.automations.create({ name, triggerType: "deal_created", graphDefinition });

/** Changes the draft and waits until this browser has kept it. */
async function draftOf(builder: BuilderPage, count: number): Promise<void> {
  await restFor(builder, String(count));
  await expectKept(builder.page, `"delaySeconds":${days(count).delaySeconds}`);
}

const alert = (page: Page) => page.getByRole("alert");

test("the list says what went wrong, and comes with the next try", async ({
  page,
  crm,
  keys,
  api,
  automationsPage,
}) => {
  await make(api, "Still there");
  await automationsPage.open(crm.url, keys.owner);
  for (const [what, { answer, says }] of Object.entries(ANSWERS)) {
    await test.step(what, async () => {
      crm.misbehave("GET", LIST, answer);
      await page.reload();
      await expect(alert(page)).toContainText(says);
      const reconnect = page.getByRole("button", { name: "Connect again" });
      await expect(reconnect).toHaveCount(NEEDS_KEY.has(what) ? 1 : 0);
      crm.behave();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(automationsPage.link("Still there").first()).toBeVisible();
    });
  }
});

test("a list that does not come shows where it will be", async ({ page, crm, keys, api, automationsPage }) => {
  await make(api, "Late");
  await automationsPage.open(crm.url, keys.owner);
  crm.misbehave("GET", LIST, "hang");
  await page.reload();
  await expect(automationsPage.heading).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading" }).first()).toBeAttached();
  crm.behave();
  await expect(automationsPage.link("Late").first()).toBeVisible();
});

test("a service that asks for a pause is asked again by itself, and the page says when", async ({
  page,
  crm,
  keys,
  api,
  automationsPage,
}) => {
  await make(api, "After the pause");
  await automationsPage.open(crm.url, keys.owner);
  crm.misbehave("GET", LIST, refusal(429, "BAD_REQUEST", { "retry-after": "6" }));
  await page.reload();
  await expect(page.getByTestId("pause")).toHaveText(/^The service asks for a pause; trying again in [1-6] s\.$/);
  await expect(page.getByRole("status").filter({ hasText: "The service asks for a pause" })).toHaveCount(1);
  crm.behave();
  await expect(automationsPage.link("After the pause").first()).toBeVisible();
  await expect(page.getByTestId("pause")).toBeHidden();
});

test("an automation that cannot be read says why; its draft opens, or waits for another key", async ({
  crm,
  keys,
  api,
  builder,
}) => {
  const { page } = builder;
  const { id } = await make(api, "Unreadable");
  await builder.open(crm.url, keys.owner, id);
  await draftOf(builder, 4);
  for (const [what, { answer, says }] of Object.entries(ANSWERS)) {
    await test.step(what, async () => {
      crm.misbehave("GET", ONE, answer);
      await page.reload();
      if (NEEDS_KEY.has(what)) {
        await expect(alert(page)).toContainText(says);
        await expect(alert(page)).toContainText("Your unsaved draft of this automation waits on this device");
      } else {
        await expect(
          page.getByText(what === "404" ? "This automation was deleted" : "Your draft was restored"),
        ).toBeVisible();
        await expectRest(builder, "4");
      }
    });
  }
  await test.step("no answer at all", async () => {
    crm.misbehave("GET", ONE, "hang");
    await page.reload();
    await expect(page.getByText("Loading the automation")).toBeAttached();
  });
  crm.behave();
  await page.reload();
  await expectRest(builder, "4");
  expect((await api.automations.get(id)).version).toBe(1);
});

test("an automation without a draft that cannot be read says why, and opens with the next try", async ({
  crm,
  keys,
  api,
  builder,
}) => {
  const { page } = builder;
  const { id } = await make(api, "No draft");
  await builder.open(crm.url, keys.owner, id);
  for (const [what, { answer, says }] of KINDS) {
    await test.step(what, async () => {
      crm.misbehave("GET", ONE, answer);
      await page.reload();
      await expect(alert(page)).toContainText(says);
      crm.behave();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(builder.canvas.steps).toHaveCount(3);
    });
  }
});

test("a publish that is not taken says why, stores nothing, and keeps the draft", async ({
  crm,
  keys,
  api,
  builder,
}) => {
  const { page } = builder;
  const { id } = await make(api, "Not taken");
  await builder.open(crm.url, keys.owner, id);
  await draftOf(builder, 5);
  for (const [what, { answer, says }] of CLEAR) {
    await test.step(what, async () => {
      crm.misbehave("PUT", ONE, answer);
      await builder.publish.click();
      if (what === "404") {
        const gone = page.getByRole("alertdialog", { name: "This automation was deleted" });
        await gone.getByRole("button", { name: "Keep editing" }).click();
      } else {
        await expect(page.getByRole("status").filter({ hasText: `Not published: ${says}` })).toContainText(
          "Your changes are still here.",
        );
      }
      await expect(builder.state("Unpublished changes")).toBeVisible();
      expect((await api.automations.get(id)).version).toBe(1);
      crm.behave();
      await page.reload();
      await expectRest(builder, "5");
    });
  }
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  expect(await storedRest(api, id)).toEqual(days(5));
});

for (const what of UNCLEAR) {
  test(`a publish that was answered by ${what} is asked about, and arrives once`, async ({
    crm,
    keys,
    api,
    builder,
  }) => {
    const { answer, says } = ANSWERS[what];
    const { id } = await make(api, "Unclear");
    await builder.open(crm.url, keys.owner, id);
    await draftOf(builder, 5);
    crm.misbehave("PUT", ONE, answer);
    await builder.publish.click();
    await expect(builder.banner("It is not known yet whether your changes were published")).toContainText(says);
    expect((await api.automations.get(id)).version).toBe(1);
    crm.behave();
    await builder.page.getByRole("button", { name: "Ask now" }).click();
    await expect(builder.state("Version 2")).toBeVisible();
    expect((await api.automations.get(id)).version).toBe(2);
  });
}

test(
  "a publish whose answer breaks off is looked up, and found stored",
  { tag: SMOKE },
  async ({ crm, keys, api, builder }) => {
    const { id } = await make(api, "Broken off");
    await builder.open(crm.url, keys.owner, id);
    await draftOf(builder, 6);
    crm.misbehave("PUT", ONE, "cut");
    await builder.publish.click();
    await expect(builder.state("Version 2")).toBeVisible();
    await expect(builder.toasts).toContainText("Your changes had been published after all: it is version 2");
    expect((await api.automations.get(id)).version).toBe(2);
  },
);

test("a publish without an answer can be given up: the draft stays, and is published later", async ({
  crm,
  keys,
  api,
  builder,
}) => {
  const { page } = builder;
  const { id } = await make(api, "Hanging");
  await builder.open(crm.url, keys.owner, id);
  await draftOf(builder, 9);
  crm.misbehave("PUT", ONE, "hang");
  await builder.publish.click();
  await expect(page.getByText("The server takes long to answer")).toBeVisible();
  await page.getByRole("button", { name: "Stop waiting" }).click();
  await expect(page.getByText("Not published: You stopped waiting for the answer")).toBeVisible();
  crm.behave();
  await page.reload();
  await expectRest(builder, "9");
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
});

const IMPOSSIBLE = {
  "of an older version": {
    change: (data: Record<string, unknown>) => ({ ...data, version: 0 }),
    says: "It named a version older than the one your draft started from.",
  },
  "of another automation": {
    change: (data: Record<string, unknown>) => ({ ...data, id: "00000000-0000-4000-8000-000000000000" }),
    says: "It answered for another automation.",
  },
};

for (const [what, { change, says }] of Object.entries(IMPOSSIBLE)) {
  test(`a success that speaks ${what} is not believed, and the draft survives it`, async ({
    crm,
    keys,
    api,
    builder,
  }) => {
    const { page } = builder;
    const { id } = await make(api, "Lied to");
    await builder.open(crm.url, keys.owner, id);
    await draftOf(builder, 8);
    crm.misbehave("PUT", ONE, {
      change: (body) => ({ ...body, data: change(body["data"] as Record<string, unknown>) }),
    });
    await builder.publish.click();
    await expect(page.getByText("The server's answer cannot be true")).toBeVisible();
    await expect(page.getByText(says)).toBeVisible();
    await expectRest(builder, "8");
    crm.behave();
    await page.reload();
    await expectRest(builder, "8");
    expect(await storedRest(api, id)).toEqual(days(8));
  });
}

test("a definition of a newer version is shown and cannot be damaged", async ({
  page,
  crm,
  keys,
  automationsPage,
  builder,
}) => {
  await automationsPage.open(crm.url, keys.owner);
  const graphDefinition = { ...chain(), version: 3 };
  await automationsPage.import({ name: "newer.json", content: JSON.stringify({ name: "Newer", graphDefinition }) });
  await expect(page.getByText("made with a newer editor (definition version 3)")).toBeVisible();
  await expect(builder.canvas.steps).toHaveCount(3);
  await builder.canvas.select("Let it rest");
  await page.keyboard.press("Delete");
  await expect(builder.canvas.steps).toHaveCount(3);
  await expect(builder.publish).toBeDisabled();
});
