import type { DealTimelineEntry } from "@trilho/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../app/testing/api.ts";
import { addChannel, deliver, incoming } from "../../app/testing/conversations.ts";
import { PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addDeal, automation, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

/** Without a provider: all that is sent stays in the outbox. */
let alone: World;
/** With one: of what automations send, that of tests alone stays. */
let connected: World;
beforeAll(async () => {
  [alone, connected] = await Promise.all([startWorld({ isConnected: false }), startWorld()]);
  // Channels of a workspace without a provider have no sender there.
  await addChannel(alone, { phoneNumberId: null });
  await addChannel(connected, { phoneNumberId: PHONE_NUMBER_ID });
});
afterAll(() => Promise.all([alone.close(), connected.close()]));

const on: [World, string][] = [];
afterEach(async () => {
  for (const [world, id] of on.splice(0)) await off(world, id);
});

const HANDLES = ["btn_yes", "btn_no", "text_reply", "replied", "timeout", "fallback"];
const buttonsOf = (...ids: string[]) => ids.map((id) => ({ id, label: `Say ${id}` }));
const QUESTION = { text: "Shall we come?", buttons: buttonsOf("yes", "no") };

interface Asked {
  automationId: string;
  runId: string;
  /** Of the message that asks. */
  messageId: string;
  deal: { id: string; seq: number; contactId: string };
}

/** A run that sent a message: a test, or one that a tag starts. */
async function asked(
  world: World,
  config: object = QUESTION,
  isTest = false,
  given?: Asked["deal"],
  handles = HANDLES,
): Promise<Asked> {
  const deal = given ?? (await addDeal(world));
  const wanted = { handles, triggerType: "tag_added" };
  const { id: automationId } = await automation(world, "send_whatsapp", config, wanted);
  on.push([world, automationId]);
  const tags = `/deals/${deal.seq}/tags`;
  if (isTest) await world.call("POST", `/automations/${automationId}/try`, { json: { dealSeq: deal.seq } });
  else await world.call("POST", tags, { json: { tagId: world.workspace.tagId } });
  await world.work();
  await world.call("DELETE", `${tags}/${world.workspace.tagId}`);
  const { id: runId } = await world.run(automationId);
  const { result } = await world.effect(runId);
  const key = encodeURIComponent(String(result?.["conversationId"]));
  const { body } = await world.call("GET", `/conversations/${key}/messages`);
  const message = body.data.items.find((item: { externalId: string }) => item.externalId === result?.["messageId"]);
  return { automationId, runId, messageId: message.id, deal };
}

const answer = (world: World, messageId: string, json: object, key?: string) =>
  world.call("POST", `/conversations/messages/${messageId}/answers`, { json, ...(key !== undefined && { key }) });

async function endOf(world: World, { automationId }: Asked): Promise<string | null> {
  await world.work();
  const { status, currentNodeId } = await world.run(automationId);
  return status === "waiting" ? "waits" : currentNodeId;
}

const newest = async (world: World, { deal }: Asked) => {
  const { items } = (await world.call("GET", "/conversations?limit=100")).body.data;
  return items.find(({ contactId }: { contactId: string }) => contactId === deal.contactId);
};

describe("a question that was kept here", () => {
  it.each<[string, object, string]>([
    ["a button of it", { type: "button", buttonId: "no" }, "btn_no"],
    ["text", { type: "text", text: "Maybe" }, "text_reply"],
    ["that it could not be delivered", { type: "failed" }, "fallback"],
    ["that it arrived, which is no answer", { type: "delivered" }, "waits"],
    ["that it was read, which is none either", { type: "read" }, "waits"],
    ["a reaction, as little", { type: "reaction", emoji: "👍" }, "waits"],
    ["a reaction that is taken back", { type: "reaction", emoji: "" }, "waits"],
  ])("is told %s", async (_, json, end) => {
    const question = await asked(alone);
    expectSuccess("answerMessage", await answer(alone, question.messageId, json));
    expect(await endOf(alone, question)).toBe(end);
  });

  it.each<[string, object, string]>([
    ["of a list", { text: "Which?", buttons: buttonsOf("yes", "a", "b", "no") }, "btn_no"],
    ["of a template", { templateName: "offer", buttons: buttonsOf("yes", "no") }, "btn_no"],
  ])("takes a button %s", async (_, config, end) => {
    const question = await asked(alone, config);
    expectSuccess("answerMessage", await answer(alone, question.messageId, { type: "button", buttonId: "no" }));
    expect(await endOf(alone, question)).toBe(end);
  });

  it("that could not be delivered fails its step for good, and is written anew when that is retried", async () => {
    const question = await asked(alone, QUESTION, false, undefined, ["btn_yes"]);
    await answer(alone, question.messageId, { type: "failed" });
    expect(await endOf(alone, question)).toBe("act");
    const run = `/automations/${question.automationId}/runs/${question.runId}`;
    const { status, effects, lastFailure } = (await alone.call("GET", run)).body.data;
    expect([status, effects[0].ok]).toEqual(["failed", false]);
    expect(lastFailure[0].code).toBe("meta-not-on-whatsapp");
    const { db } = alone.app.opened;
    const statusOf = () =>
      db.selectFrom("messages").select("status").where("id", "=", question.messageId).executeTakeFirstOrThrow();
    expect(await statusOf()).toEqual({ status: "failed" });
    expectSuccess("retryAutomationRun", await alone.call("POST", `${run}/retry`));
    expect(await endOf(alone, question)).toBe("waits");
    expect(await statusOf()).toEqual({ status: "sent" });
    await answer(alone, question.messageId, { type: "button", buttonId: "yes" });
    expect(await endOf(alone, question)).toBe("btn_yes");
  });

  it("that has its answer does not fail any more", async () => {
    const question = await asked(alone);
    await answer(alone, question.messageId, { type: "button", buttonId: "yes" });
    await answer(alone, question.messageId, { type: "failed" });
    expect(await endOf(alone, question)).toBe("btn_yes");
  });

  it("tells on its deal which run, at which step, went on with an answer, and nothing of silence", async () => {
    const question = await asked(alone);
    const { seq } = question.deal;
    const answers = async () => {
      const { items } = expectSuccess("listDealTimeline", await alone.call("GET", `/deals/${seq}/timeline?limit=100`));
      return items.filter(({ kind }: DealTimelineEntry) => kind === "answer");
    };
    expect(await answers()).toEqual([]);
    await answer(alone, question.messageId, { type: "text", text: "Maybe" });
    await alone.work();
    expect(await answers()).toMatchObject([
      {
        answer: { nodeId: "act", handle: "text_reply", why: { code: "text-reply", params: { text: "Maybe" } } },
        run: { runId: question.runId, automation: { id: question.automationId } },
        node: { id: "act", type: "action" },
      },
    ]);
  });

  it("is told of on its deal with the member who gave the answer for the contact", async () => {
    const question = await asked(alone);
    await answer(alone, question.messageId, { type: "button", buttonId: "yes" });
    const path = `/deals/${question.deal.seq}/activities?type=MESSAGE_RECEIVED`;
    const { items } = expectSuccess("listDealActivities", await alone.call("GET", path));
    const { id } = await alone.app.opened.db
      .selectFrom("members")
      .select("id")
      .where("workspace_id", "=", alone.workspace.id)
      .where("role", "=", "owner")
      .executeTakeFirstOrThrow();
    expect(items).toMatchObject([
      { actor: { actorType: "system", userId: null }, metadata: { text: "Say yes", typedByUserId: id } },
    ]);
  });

  it("stands in the history with its answer, which counts as the contact's", async () => {
    const question = await asked(alone);
    await answer(alone, question.messageId, { type: "read" });
    await answer(alone, question.messageId, { type: "button", buttonId: "yes" });
    const conversation = await newest(alone, question);
    expect(conversation).toMatchObject({ lastMessageText: "Say yes", lastMessageDirection: "inbound", unreadCount: 1 });
    const { items } = (await alone.call("GET", `/conversations/${conversation.id}/messages`)).body.data;
    expect(items).toMatchObject([
      { direction: "outbound", status: "read" },
      { direction: "inbound", status: "received", body: "Say yes", quotedMessageId: question.messageId },
    ]);
  });

  it.each<[string, object, number, string]>([
    ["a button that it does not have", { type: "button", buttonId: "later" }, 400, "buttonId"],
    ["no button", { type: "button" }, 400, "buttonId"],
    ["blank text", { type: "text", text: " " }, 400, "text"],
    ["no text", { type: "text" }, 400, "text"],
    ["a reaction without one", { type: "reaction" }, 400, "emoji"],
    ["what no contact does", { type: "bounced" }, 400, "type"],
  ])("refuses %s", async (_, json, status, field) => {
    const question = await asked(alone);
    const refused = await answer(alone, question.messageId, json);
    expect([refused.status, refused.body.fieldErrors[0].field]).toEqual([status, field]);
    expect(await endOf(alone, question)).toBe("waits");
  });

  it("is not to be found by who may not see its contact, and not answered without the permission", async () => {
    const question = await asked(alone);
    const json = { type: "text", text: "Hi" };
    const own = await alone.workspace.addKey({ role: "admin", visibility: "own" });
    expect((await answer(alone, question.messageId, json, own)).status).toBe(404);
    const none = await alone.workspace.addKey({ role: "member", deny: ["whatsapp.view_conversations"] });
    expect((await answer(alone, question.messageId, json, none)).status).toBe(403);
    expect(await endOf(alone, question)).toBe("waits");
  });
});

describe("where a channel is connected", () => {
  const text = { type: "text", text: "Yes please" };

  it("a test's question is answered", async () => {
    const question = await asked(connected, QUESTION, true);
    expectSuccess("answerMessage", await answer(connected, question.messageId, { type: "button", buttonId: "yes" }));
    expect(await endOf(connected, question)).toBe("btn_yes");
  });

  it("what was sent is answered by its contact alone", async () => {
    const question = await asked(connected);
    const refused = await answer(connected, question.messageId, text);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "This message was sent: only its contact can answer it.",
    ]);
    expect(await endOf(connected, question)).toBe("waits");
  });

  it("so is what a test key wrote, and what the contact wrote", async () => {
    const phone = "5511970000001";
    const key = await connected.workspace.addKey({ mode: "test" });
    const { body } = await connected.call("POST", "/conversations/messages", {
      json: { to: `+${phone}`, text: "Hi" },
      key,
    });
    expect((await answer(connected, body.data.id, text)).status).toBe(409);
    await deliver(connected.app, JSON.stringify(incoming(phone, { type: "text", text: { body: "Hello" } })));
    const { items } = (await connected.call("GET", `/conversations/%2B${phone}/messages`)).body.data;
    const theirs = items.find(({ direction }: { direction: string }) => direction === "inbound");
    expect((await answer(connected, theirs.id, text)).status).toBe(409);
  });

  it("an answer to a test is heard by no other run, and the contact has said nothing", async () => {
    const live = await asked(connected);
    const test = await asked(connected, QUESTION, true, live.deal);
    const eventsOf = () =>
      connected.app.opened.db
        .selectFrom("events")
        .select("id")
        .where("type", "=", "message_received")
        .where("contact_id", "=", live.deal.contactId)
        .execute();
    await answer(connected, test.messageId, text);
    await answer(connected, test.messageId, { type: "text", text: "STOP" });
    expect([await endOf(connected, test), await endOf(connected, live)]).toEqual(["text_reply", "waits"]);
    expect(await eventsOf()).toEqual([]);
    const conversation = await newest(connected, live);
    expect(conversation).toMatchObject({ unreadCount: 0, lastMessageDirection: "outbound", lastInboundAt: null });
    const { optedOutAt } = (await connected.call("GET", `/contacts/${live.deal.contactId}`)).body.data;
    expect(optedOutAt ?? null).toBeNull();
    const { items } = (await connected.call("GET", `/conversations/${conversation.id}/messages`)).body.data;
    expect(items.filter((item: { test?: true }) => item.test).map(({ body }: { body: string }) => body)).toEqual([
      "Shall we come?",
      "Yes please",
      "STOP",
    ]);
  });
});
