import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, deliver } from "../../app/testing/conversations.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";
import { failureTexts } from "../../testing/failure-texts.ts";

let world: World;
/** First stage of a second pipeline. */
let otherStageId: string;
beforeAll(async () => {
  world = await startWorld();
  const stages = [{ name: "New" }, { name: "Later" }];
  const { data } = (await world.call("POST", "/pipelines", { json: { name: "After sales", stages } })).body;
  otherStageId = data.stages[0].id;
});
afterAll(() => world.close());

const dealOf = (seq: unknown) =>
  world.app.opened.db
    .selectFrom("deals")
    .selectAll()
    .where("workspace_id", "=", world.workspace.id)
    .where("seq", "=", Number(seq))
    .executeTakeFirstOrThrow();
const all = async (path: string): Promise<JsonObject[]> => (await world.call("GET", path)).body.data.items;
/** What does not fit into a title, the last character of two halves. */
const LONG = `${"x".repeat(254)}😀😀`;

let slugs = 0;
async function addField(fieldType: string): Promise<{ id: string; slug: string }> {
  const slug = `field_${(slugs += 1)}`;
  const json = { name: slug, slug, fieldType, entityType: "deal" };
  const { status, body } = await world.call("POST", "/custom-fields", { json });
  expect(status).toBe(201);
  return body.data;
}

describe("a custom field is set", () => {
  it.each<[fieldType: string, value: JsonValue, stored: JsonValue]>([
    ["number", "{{ deal.value }}", 1500],
    ["number", " -1.5e3 ", -1500],
    ["number", 7, 7],
    ["currency", "{{ deal.value | times: 2 }}", 3000],
    ["percent", "{{ 12.5 }}", 12.5],
    ["boolean", "{% if deal.value > 1000 %}true{% else %}false{% endif %}", true],
    ["boolean", "{% if deal.value > 2000 %}true{% else %}false{% endif %}", false],
    ["boolean", true, true],
    ["text", "{{ deal.value }}", "1500"],
    ["text", "true", "true"],
    ["date", "{{ '2026-01-31' | date: '%Y-%m-%d' }}", "2026-01-31"],
    ["phone", "11 98765-4321", "+5511987654321"],
  ])("of type %s to %j", async (fieldType, value, stored) => {
    const { id, slug } = await addField(fieldType);
    const bySlug = await act(world, "set_custom_field", { fieldSlug: slug, value });
    const byId = await act(world, "set_custom_field", { fieldId: id, value });
    for (const { run, seq } of [bySlug, byId]) {
      expect(run).toMatchObject(DONE);
      expect((await dealOf(seq)).custom_fields).toEqual({ [slug]: stored });
    }
  });

  it.each<[fieldType: string, value: JsonValue, words: string]>([
    ["number", "{{ deal.name }}", "must be a number"],
    ["number", "Infinity", "must be a number"],
    ["number", "0x10", "must be a number"],
    ["number", true, "must be a number"],
    ["boolean", "yes", "must be true or false"],
  ])("of type %s to %j: not, and why", async (fieldType, value, words) => {
    const { slug } = await addField(fieldType);
    const { run } = await act(world, "set_custom_field", { fieldSlug: slug, value });
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });

  it.each(["", null, "{{ deal.nothing }}"])("and cleared by %j", async (value) => {
    const { slug } = await addField("number");
    const { id } = await automation(world, "set_custom_field", { fieldSlug: slug, value });
    const { seq } = await addDeal(world, { customFields: { [slug]: 5 } });
    await world.work();
    await off(world, id);
    expect((await dealOf(seq)).custom_fields).toEqual({ [slug]: null });
  });
});

describe("a task", () => {
  it.each<[what: string, config: object, leastMs: number, mostMs: number]>([
    ["tomorrow by default", {}, 86_400_000 - 60_000, 86_400_000],
    ["after some time", { dueInSeconds: 3600 }, 3_600_000 - 60_000, 3_600_000],
    ["after a time that Liquid fills in", { dueInSeconds: "{{ 60 | times: 60 }}" }, 3_600_000 - 60_000, 3_600_000],
    ["at once, where the time is before now", { dueInSeconds: -3600 }, -60_000, 0],
    ["at once, where the time is before all calendars", { dueInSeconds: -1e15 }, -60_000, 0],
  ])("is due %s", async (_, config, leastMs, mostMs) => {
    const { run, seq } = await act(world, "create_task", { title: "Call {{ contact.firstName }}", ...config });
    expect(run).toMatchObject(DONE);
    const [task] = await all(`/deals/${seq}/tasks`);
    expect(task).toMatchObject({ title: "Call Ana" });
    const afterMs = Date.parse(String(task?.["dueAt"])) - Date.now();
    expect(afterMs).toBeGreaterThanOrEqual(leastMs);
    expect(afterMs).toBeLessThanOrEqual(mostMs);
  });

  it("has a title of whole characters", async () => {
    const { seq } = await act(world, "create_task", { title: LONG });
    expect(await all(`/deals/${seq}/tasks`)).toMatchObject([{ title: `${"x".repeat(254)}😀` }]);
  });
});

describe("a meeting", () => {
  it.each<[what: string, config: object, minutes: number]>([
    ["half an hour by default", {}, 30],
    ["as long as it says", { durationMinutes: 45 }, 45],
    ["no time, where it would end before it begins", { durationMinutes: -45 }, 0],
    ["as long as it says, from now, where it would begin before all calendars", { startsInSeconds: -1e15 }, 30],
    ["no time, where calendars end", { startsInSeconds: 1e15 }, 0],
  ])("takes %s", async (_, config, minutes) => {
    const { run, effect, dealId } = await act(world, "create_calendar_event", { title: LONG, ...config });
    expect(run).toMatchObject(DONE);
    const meeting = await world.app.opened.db
      .selectFrom("meetings")
      .selectAll()
      .where("id", "=", String(effect.result?.["meetingId"]))
      .executeTakeFirstOrThrow();
    expect(meeting).toMatchObject({ deal_id: dealId, title: `${"x".repeat(254)}😀` });
    expect(meeting.ends_at.getTime() - meeting.starts_at.getTime()).toBe(minutes * 60_000);
    expect(meeting.starts_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe("a new deal", () => {
  it.each<[who: string, deal: object]>([
    ["with phone and e-mail", {}],
    ["with an e-mail alone", { phone: null }],
    ["whom only a name is known of", { phone: null, email: null }],
  ])("is of the same contact, %s", async (_, deal) => {
    const { run, effect, contactId } = await act(world, "create_lead", { stageId: otherStageId }, {}, deal);
    expect(run).toMatchObject(DONE);
    expect((await dealOf(effect.result?.["dealSeq"])).contact_id).toBe(contactId);
  });

  it.each<[where: string, config: object]>([
    ["without a choice", {}],
    ["at the stage that is chosen", { stageId: "" }],
  ])("stands beside the run's own deal in its pipeline, %s", async (_, config) => {
    const stageId = "stageId" in config ? { stageId: world.workspace.stageIds[1] } : {};
    const ofPeople = { combinator: "and", rules: [{ field: "deal.name", operator: "=", value: "Solar kit" }] };
    const wanted = { triggerConfig: { filter: ofPeople } };
    const { run, effect, contactId, seq } = await act(world, "create_lead", { name: "Next", ...stageId }, wanted);
    expect(run).toMatchObject(DONE);
    const [made, own] = [await dealOf(effect.result?.["dealSeq"]), await dealOf(seq)];
    expect(made).toMatchObject({ contact_id: contactId, pipeline_id: own.pipeline_id, status: "open" });
    expect(made.id).not.toBe(own.id);
  });

  it("is not made where another deal of the contact is open in the pipeline that is chosen", async () => {
    const { body } = await world.call("POST", "/pipelines", { json: { name: "Repairs", stages: [{ name: "New" }] } });
    const phone = "+5511977001122";
    const lead = { stageId: otherStageId };
    expect((await act(world, "create_lead", lead, {}, { phone })).run).toMatchObject(DONE);
    const there = { phone, stageId: body.data.stages[0].id };
    const { run, effect } = await act(world, "create_lead", lead, { handles: ["fallback"] }, there);
    expect(run).toMatchObject({ status: "completed", currentNodeId: "fallback" });
    expect(effect).toMatchObject({ error: "The contact has an open deal in that pipeline already." });
    expect(failureTexts(effect)).toEqual([
      "The contact has an open deal in that pipeline already.",
      "O contato já tem um negócio aberto nesse funil.",
    ]);
  });

  it("is not made with a value below nothing", async () => {
    const config = { stageId: otherStageId, copyContact: false, value: "{{ deal.value | minus: 1000000 }}" };
    const { run } = await act(world, "create_lead", config);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining("value must be 0 or more") });
  });

  it("is of nobody where the contact is not wanted", async () => {
    const { run, effect } = await act(world, "create_lead", { stageId: otherStageId, copyContact: false, name: "X" });
    expect(run).toMatchObject(DONE);
    expect((await dealOf(effect.result?.["dealSeq"])).contact_id).toBeNull();
  });

  it.each([20, "{{ deal.value | minus: 1480 }}"])(
    "has the name, value (%j) and responsible that are chosen",
    async (value) => {
      const config = { name: "{{ deal.name }} again", value, stageId: otherStageId };
      const { effect, seq } = await act(world, "create_lead", config);
      const [made, first] = [await dealOf(effect.result?.["dealSeq"]), await dealOf(seq)];
      expect([made.name, Number(made.value)]).toEqual(["Solar kit again", 20]);
      expect(made.responsible_user_id).toBe(first.responsible_user_id);
    },
  );
});

describe("closing a conversation", () => {
  it("finds that of a contact whom only Instagram knows, and leaves its note with the deal", async () => {
    await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
    await deliver(world.app, JSON.stringify(directMessage("526900", "Hi")));
    const [conversation] = await all("/conversations");
    const { db } = world.app.opened;
    const { contact_id: contactId } = await db
      .selectFrom("conversations")
      .select("contact_id")
      .where("id", "=", String(conversation?.["id"]))
      .executeTakeFirstOrThrow();
    const { id } = await automation(world, "close_conversation", { note: "No answer from {{ deal.name }}" });
    const { seq, id: dealId } = await addDeal(world, { phone: null, email: null, contactFirstName: null });
    await db.updateTable("deals").set({ contact_id: contactId }).where("id", "=", dealId).execute();
    await world.work();
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(await all("/conversations?filter=closed")).toMatchObject([{ id: conversation?.["id"] }]);
    expect(await all(`/deals/${seq}/notes`)).toMatchObject([{ content: "No answer from Solar kit" }]);
  });
});

const directMessage = (from: string, text: string) => ({
  object: "instagram",
  entry: [
    {
      id: INSTAGRAM_ID,
      time: Date.now(),
      messaging: [
        {
          sender: { id: from },
          recipient: { id: INSTAGRAM_ID },
          timestamp: Date.now(),
          message: { mid: `mid.${from}`, text },
        },
      ],
    },
  ],
});
