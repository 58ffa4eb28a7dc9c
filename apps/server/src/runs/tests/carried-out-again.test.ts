import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, deliver, instagramComment } from "../../app/testing/conversations.ts";
import { addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
  await sql
    .raw(
      `create table lost_records (is_on boolean not null);
      insert into lost_records values (false);
      create function lose_record() returns trigger language plpgsql as $$ begin
        if exists (select from lost_records where is_on) then
          raise exception 'lost' using errcode = 'serialization_failure';
        end if;
        return new;
      end $$;
      create trigger lose_record before insert on run_effects for each row execute function lose_record()`,
    )
    .execute(world.app.opened.db);
});
afterAll(() => world.close());

const loseRecords = (isLost: boolean) => sql`update lost_records set is_on = ${isLost}`.execute(world.app.opened.db);

/** Lets an action happen whose record is lost, as if its process had died before it wrote one, and then again. */
async function twice(actionType: string, config: object, begin: () => Promise<unknown>, triggerType = "deal_created") {
  const { id } = await automation(world, actionType, config, { triggerType });
  await begin();
  await loseRecords(true);
  await world.work();
  await loseRecords(false);
  const { id: runId, status } = await world.run(id);
  expect(status).toBe("running");
  await sql`update runs set lease_until = now() - interval '1 second' where id = ${runId}`.execute(world.app.opened.db);
  await world.pass(runId);
  await off(world, id);
  return { id, runId, run: await world.run(id), effect: await world.effect(runId) };
}

const rows = async (table: "notes" | "messages" | "tasks" | "meetings"): Promise<number> => {
  const { count } = await world.app.opened.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("workspace_id", "=", world.workspace.id)
    .executeTakeFirstOrThrow();
  return Number(count);
};

const comment = () => deliver(world.app, JSON.stringify(instagramComment("How much?")));

describe("an action whose record was lost is carried out again", () => {
  it("a webhook under the same id, with both requests in its log", async () => {
    const { runId, id, run } = await twice("webhook", { url: world.receiver.url }, () => addDeal(world));
    expect(run).toMatchObject(DONE);
    const ids = world.receiver.requests.slice(-2).map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([`${runId}:act`, `${runId}:act`]);
    const { deliveries } = (await world.call("GET", `/automations/${id}/runs/${runId}`)).body.data;
    expect(deliveries).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it("a WhatsApp message that was sent is not sent again", async () => {
    const [sent, saved] = [world.meta.requests.length, await rows("messages")];
    const { run, effect } = await twice("send_whatsapp", { text: "Hi" }, () => addDeal(world));
    expect(run).toMatchObject(DONE);
    expect(effect.result).toMatchObject({ messageId: expect.stringMatching(/^wamid\./) });
    expect([world.meta.requests.length, await rows("messages")]).toEqual([sent + 1, saved + 1]);
  });

  it("an e-mail is not, for it may have gone out", async () => {
    const sent = world.mailbox.mails.length;
    const { run, effect } = await twice("send_email", { subject: "Hi", body: "Ana" }, () => addDeal(world));
    expect(run).toMatchObject({ status: "dead_letter", lastError: expect.stringContaining("may have gone out") });
    expect([effect.isDone, world.mailbox.mails.length]).toEqual([false, sent + 1]);
  });

  it("an e-mail that is to be sent again under the same Message-ID", async () => {
    const config = { subject: "Hi", body: "Ana", onUncertain: "retry" };
    const { run } = await twice("send_email", config, () => addDeal(world));
    expect(run).toMatchObject(DONE);
    const [one, other] = world.mailbox.mails.slice(-2).map((mail) => /^Message-ID: (\S+)/im.exec(mail)?.[1]);
    expect(one).toBeDefined();
    expect(other).toBe(one);
  });

  it("a conversion under the same event id", async () => {
    const { run, runId } = await twice("send_meta_conversion", {}, () => addDeal(world));
    expect(run).toMatchObject(DONE);
    const events = world.meta.requests.slice(-2).map(({ body }) => JSON.stringify(body?.["data"]));
    expect(events.map((event) => event.includes(`"event_id":"${runId}:act"`))).toEqual([true, true]);
  });

  it("an analysis under the same key, and leaves one note", async () => {
    const before = await rows("notes");
    const { run, runId } = await twice("cia_deal_analysis", {}, () => addDeal(world));
    expect(run).toMatchObject(DONE);
    const keys = world.assistant.requests.slice(-2).map(({ headers }) => headers["idempotency-key"]);
    expect([keys, await rows("notes")]).toEqual([[`${runId}:act`, `${runId}:act`], before + 1]);
  });

  it("hiding a comment, which does no harm", async () => {
    const { run } = await twice("hide_instagram_comment", {}, comment, "instagram_comment");
    expect(run).toMatchObject(DONE);
  });

  it.each(["reply_instagram_comment", "send_instagram_private_reply"])(
    "%s is not, for it may have gone out",
    async (type) => {
      const sent = world.meta.requests.length;
      const { run, effect } = await twice(type, { text: "Hi" }, comment, "instagram_comment");
      expect(run).toMatchObject({ status: "dead_letter", lastError: expect.stringContaining("may have gone out") });
      expect([effect.isDone, world.meta.requests.length]).toEqual([false, sent + 1]);
    },
  );
});

describe("an action within this database whose record was lost had not happened", () => {
  it.each([
    ["create_task", { title: "Call" }, "tasks"],
    ["create_calendar_event", { title: "Call" }, "meetings"],
  ] as const)("%s", async (actionType, config, table) => {
    const { id } = await automation(world, actionType, config);
    const before = await rows(table);
    await addDeal(world);
    await loseRecords(true);
    await world.work();
    expect(await rows(table)).toBe(before);
    await loseRecords(false);
    const { id: runId } = await world.run(id);
    await world.pass(runId);
    await off(world, id);
    expect([(await world.run(id)).status, await rows(table)]).toEqual(["completed", before + 1]);
  });
});
