import { randomUUID } from "node:crypto";
import { simulateRun, TRIGGER_TYPES, type GraphDefinition, type KnownTriggerType, type Trigger } from "@trilho/engine";
import { ACTION_TYPES, lackOf, type ActionType } from "@trilho/engine/contract";
import { failureReason, failureMessage } from "@trilho/engine/failures";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, addKey, deliver, incoming, instagramComment } from "../../app/testing/conversations.ts";
import { act, addDeal, automation, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
let deal: Awaited<ReturnType<typeof addDeal>>;
let phone: string;
let userId: string;

beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
  ({ memberId: userId } = await addKey(world));
  const greeted = await act(world, "send_whatsapp", { text: "Hi" });
  deal = { id: greeted.dealId, seq: greeted.seq, contactId: greeted.contactId };
  phone = (await world.call("GET", `/contacts/${deal.contactId}`)).body.data.phone;
  await meetAna();
});
afterAll(() => world.close());

/** Lets her comment for the first time; then she is known by phone and e-mail, and has a deal. */
async function meetAna(): Promise<void> {
  await deliver(world.app, JSON.stringify(instagramComment("Hello")));
  const known = { phone: "+5511977770009", email: "ana@mail.example" };
  const { db } = world.app.opened;
  const { id } = await db
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", world.workspace.id)
    .where("instagram_username", "=", "ana")
    .executeTakeFirstOrThrow();
  expect((await world.call("PATCH", `/contacts/${id}`, { json: known })).status).toBe(200);
  expect((await addDeal(world, known)).contactId).toBe(id);
  await world.work();
}

/** What lets each action succeed, as far as its trigger allows. */
const configOf = (type: ActionType): object =>
  ({
    add_co_owner: { userId },
    add_tag: { tagIds: [world.workspace.tagId] },
    assign_responsible: { userId },
    create_lead: { name: "Another", copyContact: false },
    move_stage: { targetStageId: world.workspace.stageIds[1] },
    remove_tag: { tagIds: [world.workspace.tagId] },
    reply_instagram_comment: { text: "Hi" },
    send_email: { subject: "Hi" },
    send_instagram_private_reply: { text: "Hi" },
    send_whatsapp: { text: "Hi" },
    set_custom_field: { fieldSlug: "segment", value: "a" },
    wait: { delaySeconds: 5 },
    webhook: { url: world.receiver.url },
    close_conversation: {},
    cia_deal_analysis: {},
    create_calendar_event: {},
    create_task: {},
    hide_instagram_comment: {},
    send_meta_conversion: {},
    stop_automations: {},
  })[type];

type Automation = Awaited<ReturnType<typeof automation>>;

/** An event as its change writes it. */
const written =
  (type: string, about: () => { dealId: string | null; contactId: string | null }) =>
  async ({ id }: Automation): Promise<void> => {
    const { dealId, contactId } = about();
    const payload = dealId === null ? { automationId: id } : {};
    await sql`
      insert into events (workspace_id, id, type, deal_id, contact_id, payload)
      values (${world.workspace.id}, ${randomUUID()}, ${type}, ${dealId}, ${contactId}, ${JSON.stringify(payload)}::json)`.execute(
      world.app.opened.db,
    );
  };

const ofDeal = (type: string) => written(type, () => ({ dealId: deal.id, contactId: deal.contactId }));

const called =
  (body: () => object) =>
  async ({ id }: Automation): Promise<void> => {
    const { triggerConfig } = (await world.call("GET", `/automations/${id}`)).body.data;
    const path = `/hooks/automations/${triggerConfig.hookToken}`;
    expect((await world.app.call("POST", path, { json: body() })).status).toBe(202);
  };

const OTHERS: Partial<Record<KnownTriggerType, (automation: Automation) => Promise<unknown>>> = {
  message_received: () =>
    deliver(world.app, JSON.stringify(incoming(phone.replace("+", ""), { type: "text", text: { body: "Hi" } }))),
  instagram_comment: () => deliver(world.app, JSON.stringify(instagramComment("How much?"))),
  schedule: written("schedule", () => ({ dealId: null, contactId: null })),
  incoming_webhook: called(() => ({})),
};

const TRIGGERS: { trigger: Trigger; happens: (automation: Automation) => Promise<unknown> }[] = [
  ...(Object.keys(TRIGGER_TYPES) as KnownTriggerType[]).map((type) => ({
    trigger: { type },
    happens: OTHERS[type] ?? ofDeal(type),
  })),
  { trigger: { type: "schedule", config: { forEachDeal: true } }, happens: ofDeal("schedule") },
  {
    trigger: { type: "incoming_webhook", config: { phonePath: "phone" } },
    happens: called(() => ({ phone })),
  },
];

describe("every action after every trigger goes as the engine's table and the simulator say", () => {
  it.each(TRIGGERS)("$trigger", { timeout: 120_000 }, async ({ trigger, happens }) => {
    for (const actionType of ACTION_TYPES) {
      const config = configOf(actionType);
      const wanted = { triggerType: trigger.type, triggerConfig: trigger.config ?? {}, handles: [] };
      const made = await automation(world, actionType, config, wanted);
      await happens(made);
      await world.work();
      await off(world, made.id);
      const run = await world.run(made.id);

      const { graphDefinition } = (await world.call("GET", `/automations/${made.id}`)).body.data;
      const scenario = { startAt: "2026-01-05T09:00:00Z", facts: {}, trigger };
      const simulated = simulateRun(graphDefinition as GraphDefinition, scenario);
      const lack = lackOf(trigger, actionType);
      const story = [`${trigger.type} > ${actionType}`, run.status, run.lastError];
      if (lack !== null) {
        expect(story).toEqual([story[0], "failed", failureMessage([failureReason(lack.code)])]);
        const params = { message: run.lastError, failure: run.lastFailure };
        expect(simulated.trace.at(-1)?.why).toEqual({ code: "failed-permanently", params });
      } else {
        expect(story).toEqual([story[0], actionType === "wait" ? "waiting" : "completed", null]);
      }
      expect(simulated.status).toBe(lack === null ? "completed" : "failed");
    }
  });
});
