import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

let live: World;
/** The same, asked with a test key. */
let world: World;
beforeAll(async () => {
  live = await startWorld();
  await addChannel(live, { phoneNumberId: PHONE_NUMBER_ID });
  const key = await live.workspace.addKey({ mode: "test" });
  world = { ...live, call: (method, path, init = {}) => live.call(method, path, { key, ...init }) };
});
afterAll(() => live.close());

const sends = () => [live.meta.requests, live.mailbox.mails, live.receiver.requests, live.assistant.requests].flat();
const kept = async (): Promise<{ kind: string }[]> => (await world.call("GET", "/outbox")).body.data.items;

describe("a run that a test key's deed starts", () => {
  it.each<[string, object, string]>([
    ["send_whatsapp", { text: "Hi" }, "whatsapp"],
    ["send_email", { subject: "Hi", body: "Hello" }, "email"],
    ["webhook", { url: "https://trilho.example/in" }, "webhook"],
    ["send_meta_conversion", {}, "meta_conversion"],
  ])("leaves what %s would send in the local outbox", async (actionType, config, kind) => {
    const before = sends().length;
    const { run } = await act(world, actionType, config);
    expect(run).toMatchObject(DONE);
    expect(sends()).toHaveLength(before);
    expect((await kept())[0]).toMatchObject({ kind });
  });

  it("counts as a run like any other: it is no trial", async () => {
    const { id } = await act(world, "send_whatsapp", { text: "Hi" });
    const { items } = (await world.call("GET", `/automations/${id}/runs`)).body.data;
    expect(items).toMatchObject([{ status: "completed" }]);
    expect(items[0]).not.toHaveProperty("test");
  });

  it("hands that on to the runs which follow from what it does", async () => {
    const answer = await automation(world, "send_whatsapp", { text: "Hi" }, { triggerType: "tag_added" });
    const before = sends().length;
    await act(world, "add_tag", { tagIds: [world.workspace.tagId] });
    await off(world, answer.id);
    expect(await world.run(answer.id)).toMatchObject(DONE);
    expect(sends()).toHaveLength(before);
  });
});

it("a live key's deed really sends", async () => {
  const before = sends().length;
  const sent = await automation(live, "send_whatsapp", { text: "Hi" });
  await addDeal(live);
  await live.work();
  await off(live, sent.id);
  expect(sends()).toHaveLength(before + 1);
});
