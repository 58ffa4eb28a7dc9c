import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, metaError, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, deliver, instagramComment } from "../../app/testing/conversations.ts";
import { addDeal, automation, DONE, off } from "../testing/acting.ts";
import { answer } from "../testing/servers.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
});
afterAll(() => world.close());

const NAMED = "Hi {{ contact.firstName }}";

/** One way out: what it is told, how its first attempt is refused for now or for good, and what arrived last. */
interface Way {
  config: object;
  busy: () => void;
  refuse: () => void;
  last: () => string | undefined;
}

const ofMeta = (config: object): Way => ({
  config,
  busy: () => world.meta.next(metaError(503, 2, "Service temporarily unavailable")),
  refuse: () => world.meta.next(metaError(400, 100, "Invalid parameter")),
  last: () => world.meta.requests.at(-1)?.raw,
});

const WAYS: Record<string, Way> = {
  send_meta_conversion: ofMeta({}),
  send_whatsapp: ofMeta({ text: NAMED }),
  reply_instagram_comment: ofMeta({ text: NAMED }),
  send_instagram_private_reply: ofMeta({ text: NAMED }),
  send_email: {
    config: { subject: NAMED, body: NAMED, onUncertain: "retry" },
    busy: () => world.mailbox.refuseNext(451),
    refuse: () => world.mailbox.refuseNext(550),
    last: () => /^Subject: .*$/m.exec(world.mailbox.mails.at(-1) ?? "")?.[0],
  },
  cia_deal_analysis: {
    config: { instructions: NAMED },
    busy: () => world.assistant.next(answer(503)),
    refuse: () => world.assistant.next(answer(401)),
    last: () => world.assistant.requests.at(-1)?.body,
  },
};
const TYPES = Object.keys(WAYS);
/** The mail server keeps nothing of what it refuses. */
const firstOf = (actionType: string, first: string | undefined): string | undefined =>
  actionType === "send_email" ? "Subject: Hi Ana" : first;

/** A run whose action was refused, and whose contact is called otherwise by its next attempt. */
async function refused(actionType: string, how: "busy" | "refuse") {
  const way = WAYS[actionType] as Way;
  const isComment = actionType.includes("instagram");
  const { id } = await automation(world, actionType, way.config, {
    triggerType: isComment ? "instagram_comment" : "deal_created",
  });
  way[how]();
  if (isComment) {
    await deliver(world.app, JSON.stringify(instagramComment("How much?")));
    await rename(await commenter(), "Ana");
  } else await addDeal(world, { tracking: { fbclid: "IwAR1" } });
  await world.work();
  const run = await world.run(id);
  expect(run.status).toBe(how === "busy" ? "waiting" : "failed");
  const { contact_id: contactId, deal_id: dealId } = await rowOf(run.id);
  const first = firstOf(actionType, way.last());
  await rename(contactId ?? "", "Bea");
  await world.app.opened.db.updateTable("deals").set({ value: "7" }).where("id", "=", dealId).execute();
  return { id, run, first, way };
}

const rowOf = (runId: string) =>
  world.app.opened.db.selectFrom("runs").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();

const commenter = async (): Promise<string> => {
  const known = await world.app.opened.db
    .selectFrom("contact_identities")
    .select("contact_id")
    .where("kind", "=", "instagram")
    .executeTakeFirstOrThrow();
  return known.contact_id;
};

async function rename(contactId: string, firstName: string): Promise<void> {
  const answered = await world.call("PATCH", `/contacts/${contactId}`, { json: { firstName } });
  expect(answered.status).toBe(200);
}

async function pass({ id, run }: Awaited<ReturnType<typeof refused>>) {
  await world.pass(run.id);
  await off(world, id);
  return world.run(id);
}

describe.each(TYPES)("%s", (actionType) => {
  it("sends on its second attempt what it sent on the first, whatever became of who it is about", async () => {
    const tried = await refused(actionType, "busy");
    expect(await pass(tried)).toMatchObject(DONE);
    expect(tried.way.last()).toBe(tried.first);
  });

  it("sends it again where another process takes the run over", async () => {
    const tried = await refused(actionType, "busy");
    // As a process leaves it that died within its attempt, of which it is known that nothing went out.
    await sql`update runs set status = 'running', lease_until = now() - interval '1 second',
      state = (state::jsonb || '{"phase":"performing","status":"running","attempts":2,"wakeAt":null}')::json
      where id = ${tried.run.id}`.execute(world.app.opened.db);
    const isLost = ["send_whatsapp", "reply_instagram_comment", "send_instagram_private_reply"].includes(actionType);
    expect((await pass(tried)).status).toBe(isLost ? "dead_letter" : "completed");
    if (isLost) {
      // The run tells what was sent, not what would be by now.
      expect((await world.effect(tried.run.id)).config).toMatchObject({ text: "Hi Ana" });
      await world.call("PATCH", `/automations/${tried.id}/enabled`, { json: { enabled: true } });
      await world.call("POST", `/automations/${tried.id}/runs/${tried.run.id}/retry`);
      expect(await pass(tried)).toMatchObject(DONE);
    }
    expect(tried.way.last()).toBe(tried.first);
  });

  it("is made anew by a person's retry once it was refused for good", async () => {
    const tried = await refused(actionType, "refuse");
    const retry = await world.call("POST", `/automations/${tried.id}/runs/${tried.run.id}/retry`);
    expect(retry.status).toBe(200);
    expect(await pass(tried)).toMatchObject(DONE);
    expect(tried.way.last()).not.toBe(tried.first);
  });
});

describe("a message that was made for one contact", () => {
  it.each([
    ["send_whatsapp", { firstName: "Cleo", phone: "+5511977770011" }],
    ["send_email", { firstName: "Cleo", email: "cleo@mail.example" }],
  ])("is made anew by %s where the deal has another one by then", async (type, other) => {
    const tried = await refused(type, "busy");
    const { id } = (await world.call("POST", "/contacts", { json: other })).body.data;
    const { deal_id: dealId } = await rowOf(tried.run.id);
    await world.app.opened.db.updateTable("deals").set({ contact_id: id }).where("id", "=", dealId).execute();
    expect(await pass(tried)).toMatchObject(DONE);
    expect(tried.way.last()).toContain("Hi Cleo");
  });
});

it("what holds nothing to fill in is the same each time, and not kept", async () => {
  const { id } = await automation(world, "send_email", { subject: "Hi", body: "Hello" });
  await addDeal(world);
  await world.work();
  await off(world, id);
  const run = await world.run(id);
  expect(run).toMatchObject(DONE);
  const kept = await world.app.opened.db
    .selectFrom("frozen_calls")
    .select("run_id")
    .where("run_id", "=", run.id)
    .execute();
  expect(kept).toEqual([]);
});
