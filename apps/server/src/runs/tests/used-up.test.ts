import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, metaError, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, deliver, nowInSeconds } from "../../app/testing/conversations.ts";
import { addDeal, automation, DONE, off } from "../testing/acting.ts";
import { answer } from "../testing/servers.ts";
import { startWorld, type World } from "../testing/world.ts";

const ATTEMPTS = 5;
let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
});
afterAll(() => world.close());

interface Case {
  config: () => object;
  /** Lets the next attempt fail for now. */
  fails: () => unknown;
  words: string;
}

const busyMeta = () => world.meta.next(metaError(503, 2, "Service temporarily unavailable"));
const META = "Meta says: “Service temporarily unavailable” (2).";
const CASES: Readonly<Record<string, Case>> = {
  webhook: {
    config: () => ({ url: world.receiver.url }),
    fails: () => world.receiver.next(answer(503)),
    words: "The server at this address has a problem of its own (503).",
  },
  send_whatsapp: { config: () => ({ text: "Hi" }), fails: busyMeta, words: META },
  send_email: {
    config: () => ({ subject: "Hi" }),
    fails: () => world.mailbox.refuseNext(451),
    words: "The mail server did not take the message: “Not now” (451).",
  },
  send_meta_conversion: { config: () => ({}), fails: busyMeta, words: META },
  cia_deal_analysis: {
    config: () => ({}),
    fails: () => world.assistant.next(answer(503)),
    words: "The assistant has a problem of its own (503).",
  },
  reply_instagram_comment: { config: () => ({ text: "Hi" }), fails: busyMeta, words: META },
  send_instagram_private_reply: { config: () => ({ text: "Hi" }), fails: busyMeta, words: META },
  hide_instagram_comment: { config: () => ({}), fails: busyMeta, words: META },
};

let comments = 17_950_000;
async function begin(actionType: string): Promise<void> {
  if (!actionType.includes("instagram")) return void (await addDeal(world));
  const value = {
    id: String((comments += 1)),
    text: "Hi",
    from: { id: "52671", username: "ana" },
    media: { id: "178" },
  };
  const changes = [{ field: "comments", value }];
  const entry = [{ id: INSTAGRAM_ID, time: Number(nowInSeconds()), changes }];
  await deliver(world.app, JSON.stringify({ object: "instagram", entry }));
}

/** Lets an action fail for now at every attempt. */
async function useUp(actionType: string, { config, fails }: Case, handles: string[]) {
  const triggerType = actionType.includes("instagram") ? "instagram_comment" : "deal_created";
  const { id } = await automation(world, actionType, config(), { triggerType, handles });
  await begin(actionType);
  fails();
  await world.work();
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const run = await world.run(id);
    expect(run).toMatchObject({ status: "waiting", attempts: attempt });
    fails();
    await world.pass(run.id);
  }
  return id;
}

describe("an action that fails for now five times", () => {
  it.each(Object.entries(CASES))(
    "ends as dead letter, and can be tried again by hand: %s",
    async (actionType, given) => {
      const id = await useUp(actionType, given, []);
      const run = await world.run(id);
      expect(run).toMatchObject({ status: "dead_letter", lastError: given.words, nextAttemptAt: null });
      expect(await world.effect(run.id)).toMatchObject({ isDone: false, attempts: ATTEMPTS, error: given.words });
      expect((await world.call("POST", `/automations/${id}/runs/${run.id}/retry`)).status).toBe(200);
      await world.work();
      await off(world, id);
      expect(await world.run(id)).toMatchObject(DONE);
      expect(await world.effect(run.id)).toMatchObject({ isDone: true, error: null });
    },
  );

  it.each(Object.entries(CASES))("leaves by the fallback edge, with why: %s", async (actionType, given) => {
    const id = await useUp(actionType, given, ["fallback"]);
    await off(world, id);
    const run = await world.run(id);
    expect(run).toMatchObject({ status: "completed", currentNodeId: "fallback" });
    const { steps, effects } = (await world.call("GET", `/automations/${id}/runs/${run.id}`)).body.data;
    expect(effects).toMatchObject([{ attempts: ATTEMPTS, error: given.words }]);
    const left = steps.find(({ handle }: { handle: string | null }) => handle === "fallback");
    expect(JSON.stringify(left)).toContain(given.words);
  });
});
