import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metaError, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, addKey } from "../../app/testing/conversations.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";
import { failureTexts } from "../../testing/failure-texts.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
});
afterAll(() => world.close());

const make = async (path: string, json: object) => {
  const { status, body } = await world.call("POST", path, { json });
  expect(status).toBe(201);
  return body.data;
};
const remove = async (path: string) => expect((await world.call("DELETE", path)).status).toBe(204);
const named = () => `T${randomUUID().slice(0, 8)}`;

const newPipeline = () => make("/pipelines", { name: named(), stages: [{ name: "New" }, { name: "Later" }] });
const newField = () =>
  make("/custom-fields", { name: "Roof", slug: named().toLowerCase(), fieldType: "text", entityType: "deal" });
const leave = (memberId: string) =>
  world.app.opened.db.updateTable("members").set({ active: false }).where("id", "=", memberId).execute();

/** A target that is there when the automation is stored, and gone when its step is due. */
interface Target {
  action: string;
  /** Makes it. Answers what names it, and how it goes. */
  target: () => Promise<{ config: object; goes: () => Promise<unknown>; outboundChannelId?: string }>;
  english: string;
  portuguese: string;
}

async function stage() {
  const { seq, stages } = await newPipeline();
  return { id: stages[1].id as string, goes: () => remove(`/pipelines/${seq}/stages/${stages[1].id}`) };
}

async function member() {
  const { memberId } = await addKey(world);
  return { id: memberId, goes: () => leave(memberId) };
}

async function stranger(): Promise<string> {
  const workspace = await world.app.workspace();
  return (await addKey({ app: world.app, workspace })).memberId;
}

async function channel() {
  const id = await addChannel(world, { isDefault: false });
  const goes = () => world.app.opened.db.deleteFrom("channels").where("id", "=", id).execute();
  return { id, goes };
}

const nothing = async () => undefined;
const ARCHIVED = ["The stage belongs to an archived pipeline.", "A etapa é de um funil arquivado."] as const;

const TARGETS: Readonly<Record<string, Target>> = {
  "a stage to move to": {
    action: "move_stage",
    target: async () => {
      const { id, goes } = await stage();
      return { config: { targetStageId: id }, goes };
    },
    english: "The stage does not exist any more.",
    portuguese: "A etapa não existe mais.",
  },
  "a stage whose pipeline was archived": {
    action: "move_stage",
    target: async () => {
      const { seq, stages } = await newPipeline();
      const goes = () => world.call("PATCH", `/pipelines/${seq}`, { json: { isArchived: true } });
      return { config: { targetStageId: stages[0].id }, goes };
    },
    english: ARCHIVED[0],
    portuguese: ARCHIVED[1],
  },
  "a stage for a new deal": {
    action: "create_lead",
    target: async () => {
      const { id, goes } = await stage();
      return { config: { stageId: id }, goes };
    },
    english: "The stage does not exist any more.",
    portuguese: "A etapa não existe mais.",
  },
  "a pipeline for a new deal that was archived": {
    action: "create_lead",
    target: async () => {
      const { id, seq } = await newPipeline();
      const goes = () => world.call("PATCH", `/pipelines/${seq}`, { json: { isArchived: true } });
      return { config: { pipelineId: id }, goes };
    },
    english: ARCHIVED[0],
    portuguese: ARCHIVED[1],
  },
  "the only tag": {
    action: "add_tag",
    target: async () => {
      const { id } = await make("/tags", { name: named(), color: "#00ff00" });
      return { config: { tagIds: [id] }, goes: () => remove(`/tags/${id}`) };
    },
    english: "The tags do not exist any more.",
    portuguese: "As tags não existem mais.",
  },
  "a custom field by its id": {
    action: "set_custom_field",
    target: async () => {
      const { id } = await newField();
      return { config: { fieldId: id, value: "x" }, goes: () => remove(`/custom-fields/${id}`) };
    },
    english: "The custom field does not exist any more.",
    portuguese: "O campo personalizado não existe mais.",
  },
  "a custom field by its slug": {
    action: "set_custom_field",
    target: async () => {
      const { id, slug } = await newField();
      return { config: { fieldSlug: slug, value: "x" }, goes: () => remove(`/custom-fields/${id}`) };
    },
    english: "There is no custom field “SLUG”.",
    portuguese: "Não existe o campo personalizado “SLUG”.",
  },
  "a member who left, to be responsible": {
    action: "assign_responsible",
    target: async () => {
      const { id, goes } = await member();
      return { config: { userId: id }, goes };
    },
    english: "The responsible is not an active member any more.",
    portuguese: "O responsável não está mais na equipe ativa.",
  },
  "a member of another workspace, to be responsible": {
    action: "assign_responsible",
    target: async () => ({ config: { userId: await stranger() }, goes: nothing }),
    english: "The responsible is not an active member any more.",
    portuguese: "O responsável não está mais na equipe ativa.",
  },
  "a member of another workspace, to be co-owner": {
    action: "add_co_owner",
    target: async () => ({ config: { userId: await stranger() }, goes: nothing }),
    english: "The co-owner is not an active member any more.",
    portuguese: "O corresponsável não está mais na equipe ativa.",
  },
  "any co-owner": {
    action: "add_co_owner",
    target: async () => ({ config: {}, goes: nothing }),
    english: "No co-owner is chosen.",
    portuguese: "Nenhum corresponsável foi escolhido.",
  },
  "a member who left, for a task": {
    action: "create_task",
    target: async () => {
      const { id, goes } = await member();
      return { config: { assigneeUserId: id }, goes };
    },
    english: "The member whom the task is for is not there any more.",
    portuguese: "A pessoa para quem é a tarefa não está mais aqui.",
  },
  "a member who left, for a meeting": {
    action: "create_calendar_event",
    target: async () => {
      const { id, goes } = await member();
      return { config: { userId: id }, goes };
    },
    english: "The member whose calendar it is for is not there any more.",
    portuguese: "A pessoa dona da agenda não está mais aqui.",
  },
  "the step's channel": {
    action: "send_whatsapp",
    target: async () => {
      const { id, goes } = await channel();
      return { config: { text: "Hi", channelId: id }, goes };
    },
    english: "The channel to send from does not exist any more.",
    portuguese: "O canal de envio não existe mais.",
  },
  "the automation's channel": {
    action: "send_whatsapp",
    target: async () => {
      const { id, goes } = await channel();
      return { config: { text: "Hi" }, goes, outboundChannelId: id };
    },
    english: "The channel to send from does not exist any more.",
    portuguese: "O canal de envio não existe mais.",
  },
  "the template": {
    action: "send_whatsapp",
    target: async () => ({
      config: { templateName: "welcome" },
      goes: async () => world.meta.next(metaError(404, 132001, "Template name does not exist")),
    }),
    english: "There is no such template in this language. Meta says: “Template name does not exist” (132001).",
    portuguese: "Não existe esse modelo neste idioma. A Meta diz: “Template name does not exist” (132001).",
  },
};

describe("a step whose target is gone leaves by its fallback edge, and says in both languages what is gone", () => {
  it.each(Object.entries(TARGETS))("%s", async (_, { action, target, english, portuguese }) => {
    const { config, goes, outboundChannelId = null } = await target();
    const { id } = await automation(world, action, config, { handles: ["fallback"], outboundChannelId });
    const other = await automation(world, "create_task", { title: "Call" });
    await goes();
    await addDeal(world);
    await world.work();
    await Promise.all([off(world, id), off(world, other.id)]);
    expect(await world.run(other.id)).toMatchObject(DONE);
    const run = await world.run(id);
    expect(run).toMatchObject({ status: "completed", currentNodeId: "fallback" });
    const slug = "fieldSlug" in config ? String(config.fieldSlug) : "";
    const effect = await world.effect(run.id);
    const { error } = effect;
    expect(failureTexts(effect)).toEqual([english, portuguese].map((text) => text.replace("SLUG", slug)));
    expect(error).toBe(failureTexts(effect)[0]);
    const { steps } = (await world.call("GET", `/automations/${id}/runs/${run.id}`)).body.data;
    const left = steps.find((step: { handle: string | null }) => step.handle === "fallback");
    expect(JSON.stringify(left)).toContain(JSON.stringify(error).slice(1, -1));
  });

  it("of several tags, those that are left are added", async () => {
    const { id: gone } = await make("/tags", { name: named(), color: "#00ff00" });
    const { id: left } = await make("/tags", { name: named(), color: "#00ff00" });
    await remove(`/tags/${gone}`);
    const { run, effect } = await act(world, "add_tag", { tagIds: [gone, left, left] });
    expect(run).toMatchObject(DONE);
    expect(effect.result).toEqual({ tagIds: [left] });
  });

  it("a tag that is gone need not be taken off", async () => {
    expect((await act(world, "remove_tag", { tagIds: ["gone"] })).run).toMatchObject(DONE);
  });
});

describe("a run without a deal", () => {
  it.each([
    ["move_stage", { targetStageId: "s" }],
    ["add_tag", { tagIds: ["t"] }],
    ["remove_tag", { tagIds: ["t"] }],
    ["set_custom_field", { fieldSlug: "f", value: 1 }],
    ["assign_responsible", { userId: "u" }],
    ["add_co_owner", { userId: "u" }],
    ["create_task", {}],
    ["stop_automations", {}],
    ["cia_deal_analysis", {}],
  ])("cannot %s", async (actionType, config) => {
    const { run } = await called(actionType, config);
    expect(run).toMatchObject({ status: "failed", lastError: "This run has no deal." });
  });

  it.each([
    ["send_whatsapp", { text: "Hi" }, "This run has no contact, or the contact was deleted."],
    ["send_email", { subject: "Hi" }, "This run has no contact, or the contact was deleted."],
    ["send_meta_conversion", {}, "This run has no contact whom a conversion could be about."],
    ["close_conversation", {}, "There is no conversation with this contact."],
    ["reply_instagram_comment", { text: "Hi" }, "This run was not started by an Instagram comment."],
    ["send_instagram_private_reply", { text: "Hi" }, "This run was not started by an Instagram comment."],
    ["create_calendar_event", {}, "The member whose calendar it is for is not there any more."],
  ])("or a contact cannot %s", async (actionType, config, words) => {
    const { run } = await called(actionType, config);
    expect(run).toMatchObject({ status: "failed", lastError: words });
  });

  it.each([
    ["webhook", () => ({ url: world.receiver.url })],
    ["send_email", () => ({ to: "rui@acme.example", subject: "Hi" })],
    ["create_lead", () => ({ name: "From elsewhere" })],
  ])("can %s", async (actionType, config) => {
    const { run } = await called(actionType, config());
    expect(run).toMatchObject(DONE);
  });
});

describe("a run whose contact was deleted", () => {
  const hook = { phonePath: "phone", createDeal: false };
  const phone = "+5511977770001";

  it.each([
    ["send_whatsapp", { text: "Hi" }, "or the contact was deleted."],
    ["send_email", { subject: "Hi" }, "or the contact was deleted."],
    ["send_meta_conversion", {}, "This run has no contact whom a conversion could be about."],
    ["close_conversation", {}, "There is no conversation with this contact."],
  ])("cannot %s", async (actionType, config, words) => {
    const { run } = await called(actionType, config, { hook, phone, goes: deleted });
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });

  it("can create_calendar_event, to which nobody is invited", async () => {
    const { memberId } = await addKey(world);
    const { run } = await called("create_calendar_event", { userId: memberId }, { hook, phone, goes: deleted });
    expect(run).toMatchObject(DONE);
    const [meeting] = await world.app.opened.db
      .selectFrom("meetings")
      .selectAll()
      .where("user_id", "=", memberId)
      .execute();
    expect(meeting).toMatchObject({ contact_id: null, attendees: [] });
  });

  async function deleted() {
    const { items } = (await world.call("GET", `/contacts?search=${encodeURIComponent(phone)}`)).body.data;
    await remove(`/contacts/${items[0].id}`);
  }
});

interface Call {
  /** Settings of the trigger. */
  hook?: object;
  phone?: string;
  /** Done once the call is written down. */
  goes?: () => Promise<unknown>;
}

/** A run of a call from another system, which is about nobody unless it names a phone. */
async function called(actionType: string, config: object, { hook = {}, phone, goes = nothing }: Call = {}) {
  if (phone !== undefined) await make("/contacts", { name: "Ana", phone });
  const wanted = { triggerType: "incoming_webhook", triggerConfig: hook };
  const { id } = await automation(world, actionType, config, wanted);
  const { triggerConfig } = (await world.call("GET", `/automations/${id}`)).body.data;
  const path = `/hooks/automations/${triggerConfig.hookToken}`;
  const answer = await world.app.call("POST", path, { json: phone === undefined ? {} : { phone } });
  expect(answer.status).toBe(202);
  await goes();
  await world.work();
  await off(world, id);
  return { run: await world.run(id) };
}
