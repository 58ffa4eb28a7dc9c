import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, deliver, incoming, statusDelivery } from "../../app/testing/conversations.ts";
import { addDeal, automation } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
});
afterAll(() => world.close());

const HANDLES = ["btn_yes", "btn_no", "text_reply", "replied", "timeout"];
const text = (body: string, quoted?: string) => ({
  type: "text",
  text: { body },
  ...(quoted !== undefined && { context: { id: quoted } }),
});
const button = (id: string, quoted?: string) => ({
  type: "interactive",
  interactive: { type: "button_reply", button_reply: { id, title: id } },
  ...(quoted !== undefined && { context: { id: quoted } }),
});
const reaction = (emoji: string, messageId: string) => ({
  type: "reaction",
  reaction: { message_id: messageId, emoji },
});

const switchTo = (id: string, enabled: boolean) =>
  world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled } });

let on: readonly Question[] = [];
afterEach(async () => {
  for (const { id } of on) await switchTo(id, false);
});

interface Question {
  id: string;
  /** Of the message, at the provider. */
  messageId: string;
}

/** A contact who was asked by so many automations, one after the other. */
async function asked(times = 1) {
  const buttons = ["yes", "no"].map((id) => ({ id, label: id }));
  const questions: Question[] = [];
  const deal = await addDeal(world);
  for (let time = 0; time < times; time += 1) {
    const config = { text: `Question ${time}`, buttons };
    const { id } = await automation(world, "send_whatsapp", config, { handles: HANDLES, triggerType: "tag_added" });
    await world.call("POST", `/deals/${deal.seq}/tags`, { json: { tagId: world.workspace.tagId } });
    await world.work();
    await world.call("DELETE", `/deals/${deal.seq}/tags/${world.workspace.tagId}`);
    const { result } = await world.effect((await world.run(id)).id);
    questions.push({ id, messageId: String(result?.["messageId"]) });
    // What is asked next is asked by the next one alone.
    await switchTo(id, false);
  }
  for (const { id } of questions) await switchTo(id, true);
  on = questions;
  const from = String(world.meta.requests.at(-1)?.body?.["to"]);
  return {
    deal,
    questions,
    says: (said: object) => deliver(world.app, JSON.stringify(incoming(from, said))),
    async ends(): Promise<(string | null)[]> {
      await world.work();
      const runs = await Promise.all(questions.map(({ id }) => world.run(id)));
      return runs.map(({ status, currentNodeId }) => (status === "waiting" ? "waits" : currentNodeId));
    },
  };
}

describe("a question to a contact", () => {
  it.each<[string, (messageId: string) => object, string]>([
    ["a button of it", (messageId) => button("no", messageId), "btn_no"],
    ["text", () => text("Maybe"), "text_reply"],
    [
      "a sticker, which has no words",
      () => ({ type: "sticker", sticker: { id: "14", mime_type: "image/webp" } }),
      "replied",
    ],
    ["a button that it does not have", (messageId) => button("later", messageId), "replied"],
    [
      "a button of a message that nobody here knows",
      () => button("no", "wamid.sent-by-a-process-that-ended"),
      "btn_no",
    ],
    ["a reaction to it, which is no answer", (messageId) => reaction("👍", messageId), "waits"],
    ["a reaction taken back, which is none either", (messageId) => reaction("", messageId), "waits"],
  ])("gets as its answer %s", async (_, said, end) => {
    const { questions, says, ends } = await asked();
    await says(said(questions[0]?.messageId ?? ""));
    expect(await ends()).toEqual([end]);
  });

  it("fails its step where the provider tells that it did not arrive", async () => {
    const { questions, ends } = await asked();
    const { id = "", messageId = "" } = questions[0] ?? {};
    const errors = [{ code: 131026, title: "Message undeliverable" }];
    await deliver(world.app, JSON.stringify(statusDelivery(messageId, "failed", { errors })));
    expect(await ends()).toEqual(["act"]);
    expect(await world.run(id)).toMatchObject({ status: "failed" });
  });

  it("is not answered by the same button of an earlier question", async () => {
    const { questions, says, ends } = await asked(2);
    const [first, second] = questions.map(({ messageId }) => messageId);
    await says(text("To the first", first));
    await says(button("yes", first));
    expect(await ends()).toEqual(["text_reply", "replied"]);
    await says(button("yes", second));
    expect(await ends()).toEqual(["text_reply", "replied"]);
  });

  it("hears nothing of a contact who is blocked", async () => {
    const { deal, says, ends } = await asked();
    await world.call("PATCH", `/contacts/${deal.contactId}`, { json: { blocked: true } });
    await says(text("Hello?"));
    expect(await ends()).toEqual(["waits"]);
  });

  it("has one answer, where a button and a text come at once", async () => {
    const { questions, says, ends } = await asked();
    await Promise.all([says(text("No!")), says(button("yes", questions[0]?.messageId))]);
    const [end] = await ends();
    expect(["btn_yes", "text_reply"]).toContain(end);
    await says(button("no", questions[0]?.messageId));
    expect(await ends()).toEqual([end]);
  });
});

describe("two questions to one contact", () => {
  it("each get the answer that quotes them", async () => {
    const { questions, says, ends } = await asked(2);
    await says(button("yes", questions[0]?.messageId));
    expect(await ends()).toEqual(["btn_yes", "waits"]);
    await says(button("no", questions[1]?.messageId));
    expect(await ends()).toEqual(["btn_yes", "btn_no"]);
  });

  it("get answers that quote none from the latest on", async () => {
    const { says, ends } = await asked(2);
    await says(text("To you"));
    expect(await ends()).toEqual(["waits", "text_reply"]);
    await says(text("And to you"));
    expect(await ends()).toEqual(["text_reply", "text_reply"]);
  });

  it("get one answer each of two that come at once", async () => {
    const { says, ends } = await asked(2);
    await Promise.all([says(text("First")), says(text("Second"))]);
    expect(await ends()).toEqual(["text_reply", "text_reply"]);
  });
});
