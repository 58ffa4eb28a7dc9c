import { expectAccessible } from "../support/axe.ts";
import type { Graph } from "../support/graphs.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, test } from "../support/test.ts";

/** A deal is tagged and greeted at any hour, and rests two days before somebody is told. */
const patient = (tagId: string): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "mark", type: "action", actionType: "add_tag", config: { tagIds: [tagId], ui: { label: "Mark as new" } } },
    { id: "greet", type: "action", actionType: "send_whatsapp", config: { text: "Hi {{ contact.firstName }}" } },
    { id: "rest", type: "wait", config: { delaySeconds: 172_800 } },
    { id: "call", type: "action", actionType: "create_task", config: { title: "Call", ui: { label: "Plan a call" } } },
  ],
  edges: [
    { id: "e1", source: "start", target: "mark" },
    { id: "e2", source: "mark", target: "greet" },
    { id: "e4", source: "greet", target: "rest" },
    { id: "e3", source: "rest", target: "call" },
  ],
});

/** It only rests, and nobody is told. */
const waitOnly: Graph = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "rest", type: "wait", config: { delaySeconds: 172_800 } },
  ],
  edges: [{ id: "e1", source: "start", target: "rest" }],
};

const asking: Graph = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "May we call?", buttons: [{ id: "yes", label: "Yes, please" }], ui: { label: "Ask" } },
    },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "ask" },
    { id: "e2", source: "ask", target: "end", sourceHandle: "btn_yes" },
  ],
};

test.describe("a deal's page", () => {
  let automationId = "";
  let seq = 0;
  // A contact has one open deal in a pipeline.
  let phones = 10;
  test.beforeEach(async ({ demo: { api } }) => {
    const [tag] = await api.tags.list();
    const definition = { triggerType: "deal_created", enabled: true, graphDefinition: patient(tag?.id ?? "") };
    ({ id: automationId } = await api.automations.create({ name: "Take care of it", ...definition }));
    ({ seq } = await api.deals.create({
      name: "Solar kit for Ana",
      phone: `+55119876500${(phones += 1)}`,
      contactFirstName: "Ana",
    }));
    // Between two actions it may wait for a worker as well.
    await expect
      .poll(async () => (await api.automations.runs(automationId)).items.map((run) => [run.status, run.currentNodeId]))
      .toEqual([["waiting", "rest"]]);
  });
  test.afterEach(async ({ demo: { api } }) => {
    await api.automations.delete(automationId);
  });

  test("tells what happened, what happens next, and leads to the step that did it", async ({
    page,
    demo,
    automationsPage,
  }) => {
    const [startsAt, endsAt] = [48, 49].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const meeting = { title: "Visit the roof", location: "Rua A, 1", dealSeq: seq };
    await demo.api.calendar.create({ ...meeting, startsAt: startsAt ?? "", endsAt: endsAt ?? "" });
    await automationsPage.open(demo.url, demo.key);
    await page.getByRole("link", { name: "Deals", exact: true }).click();
    await page.getByRole("searchbox", { name: "Name, contact, phone or #number" }).fill(`#${seq}`);
    await expectAccessible(page);
    await page.getByRole("link", { name: `Solar kit for Ana #${seq}` }).click();

    await expect(page.getByRole("heading", { name: "Solar kit for Ana" })).toBeVisible();
    const next = page.getByRole("region", { name: "What happens next" });
    await expect(next.getByRole("listitem").filter({ hasText: "Take care of it" })).toContainText("Then: Plan a call");
    await expect(next.getByRole("listitem").filter({ hasText: "Meeting: Visit the roof" })).toContainText("Rua A, 1");
    const happened = page.getByRole("region", { name: "What happened" });
    await expect(happened.getByText("Deal created", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await happened.getByRole("link", { name: "Take care of it › Mark as new" }).click();
    await expect(page.locator("tr[aria-current=step]")).toContainText("Mark as new");
    await page.getByRole("link", { name: /^#\d+ Solar kit for Ana|Solar kit for Ana/ }).click();

    await page.getByRole("complementary", { name: "Facts" }).getByRole("link", { name: "Ana" }).click();
    const deals = page.getByRole("region", { name: "Deals" });
    await expect(deals.getByRole("link").first()).toHaveText("Solar kit for Ana");
    await expect(deals.getByRole("listitem").filter({ hasText: "Take care of it" }).last()).toContainText(
      "Then: Plan a call",
    );
    await expect(page.getByRole("region", { name: "Conversation" })).toContainText(/Hi Ana.*Kept in the outbox/);
    await expectAccessible(page);
  });

  test("and its contact's show a question's buttons, a paused run with what comes next, and the task it leaves", async ({
    page,
    demo: { api, url, key },
  }) => {
    const { id } = await api.automations.create({
      name: "Ask first",
      triggerType: "deal_created",
      enabled: false,
      graphDefinition: asking,
    });
    const { items } = await api.deals.list({ search: `+55119876500${phones}` });
    const contactId = items[0]?.contact?.id ?? "";
    await api.automations.try(id, { dealSeq: seq });
    await page.goto(`${url}/deals/${seq}#key=${key}`);
    const sent = page.getByRole("region", { name: "What happened" }).getByRole("listitem");
    await expect(sent.filter({ hasText: "Ask first › Ask" })).toContainText(
      /Message kept in the outbox.*May we call\?.*Yes, please/,
      { timeout: 20_000 },
    );

    await api.automations.pause(automationId);
    const next = page.getByRole("region", { name: "What happens next" }).getByRole("listitem");
    await expect(next.filter({ hasText: "Take care of it" })).toContainText(
      /Paused.*Its automation has been paused since .* What comes due meanwhile goes on when runs are resumed\./,
      { timeout: 15_000 },
    );
    await expectAccessible(page);

    await api.deals.createTask(seq, { title: "Bring the contract" });
    await page.goto(`${url}/contacts/${contactId}`);
    await expect(page.getByRole("region", { name: "Conversation" })).toContainText("Yes, please");
    const deals = page.getByRole("region", { name: "Deals" });
    await expect(deals).toContainText("Its automation has been paused since");
    await expect(deals).toContainText("Task: Bring the contract");
    await expectAccessible(page);
    await api.automations.delete(id);
  });

  test("tells to which version its run was moved, by whom and why", async ({ page, demo: { api, url, key } }) => {
    await api.automations.replace(automationId, {
      name: "Take care of it",
      triggerType: "deal_created",
      enabled: true,
      graphDefinition: waitOnly,
    });
    const { toVersion, groups } = await api.automations.previewMigration(automationId, {});
    const choices = groups.map(({ version, nodeId, phase, future }) => ({
      version,
      nodeId,
      phase,
      future,
      choice: "move" as const,
    }));
    await api.automations.migrateRuns(automationId, { toVersion, choices, reason: "Nobody calls any more" });
    // They are moved in the background.
    await expect
      .poll(async () => (await api.automations.runs(automationId)).items.map((run) => run.automationVersion))
      .toEqual([toVersion]);
    await page.goto(`${url}/deals/${seq}#key=${key}`);
    const happened = page.getByRole("region", { name: "What happened" }).getByRole("listitem");
    await expect(happened.filter({ hasText: `moved this run from version 1 to version ${toVersion}` })).toContainText(
      /Reason: Nobody calls any more.*Take care of it/,
    );
  });

  test("looks the same whichever page led to it", async ({ page, demo }) => {
    const [run] = (await demo.api.automations.runs(automationId)).items;
    await page.goto(`${demo.url}/automations/${automationId}/runs/${run?.runId ?? ""}#key=${demo.key}`);
    await page.getByRole("link", { name: /^#\d+ Solar kit for Ana/ }).click();
    const message = page.getByRole("region", { name: "What happened" }).getByText("Hi Ana");
    await expect(message).toBeVisible();
    // How far down it stands depends on what has come of the page.
    const sideOf = async () => {
      const { x, width } = (await message.boundingBox()) ?? {};
      return { x, width };
    };
    const side = await sideOf();
    await page.reload();
    await expect(message).toBeVisible();
    expect(await sideOf()).toEqual(side);
  });

  test("asks once for the deal and its timeline", async ({ page, demo }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${demo.url}/deals/${seq}#key=${demo.key}`);
    await expect(page.getByRole("region", { name: "What happened" }).getByText("Hi Ana")).toBeVisible();
    for (const path of [`/api/v1/deals/${seq}`, `/api/v1/deals/${seq}/timeline`])
      expect(asked.filter((each) => each === path)).toHaveLength(1);
  });

  test("is found in the list, which goes on to the last deal and says how many there are", async ({ page, demo }) => {
    let all = 0;
    for await (const _ of demo.api.deals.list({ limit: 200 })) all += 1;
    await page.goto(`${demo.url}/deals#key=${demo.key}`);
    await expect(page.getByRole("status").filter({ hasText: "20 deals shown" })).toBeVisible();
    const more = page.getByRole("button", { name: "Load more deals" });
    for (let shown = 40; shown < all; shown += 20) {
      await more.click();
      await expect(page.getByRole("status").filter({ hasText: `${shown} deals shown` })).toBeVisible();
    }
    await more.click();
    await expect(page.getByRole("status").filter({ hasText: `All ${all} deals shown` })).toBeVisible();
    await expect(more).toBeHidden();
  });

  test("is found from the command palette by its number", async ({ page, demo, builder }) => {
    await builder.open(demo.url, demo.key, automationId);
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(`#${seq}`);
    await expect(page.getByRole("option", { name: `Solar kit for Ana #${seq}` })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Solar kit for Ana" })).toBeVisible();
  });

  test("and its contact are found by name or phone, in the list and from the palette", async ({
    page,
    demo,
    builder,
  }) => {
    const phone = `+55119876500${phones}`;
    await page.goto(`${demo.url}/deals#key=${demo.key}`);
    await page.getByRole("searchbox", { name: "Name, contact, phone or #number" }).fill(phone);
    const contacts = page.getByRole("region", { name: "Contacts" });
    await contacts.getByRole("link", { name: `Ana ${phone}` }).click();
    await expect(page.getByRole("region", { name: "Conversation" })).toContainText("Hi Ana");

    await builder.open(demo.url, demo.key, automationId);
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(phone);
    await page
      .getByRole("group", { name: "Contacts" })
      .getByRole("option", { name: `Ana ${phone}` })
      .click();
    await expect(page.getByRole("region", { name: "Conversation" })).toContainText("Hi Ana");
  });
});
