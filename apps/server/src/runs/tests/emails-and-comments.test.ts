import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, deliver, instagramComment } from "../../app/testing/conversations.ts";
import { act, automation, DONE, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
});
afterAll(() => world.close());

const lastOf = <T>(items: readonly T[]): T | undefined => items.at(-1);

describe("an e-mail", () => {
  it("goes to the contact as text and HTML, answers to whom the config says", async () => {
    const body = "Hi {{ contact.firstName }} & co,\n\nsee https://acme.example/q?a=1.";
    const { run } = await act(world, "send_email", { subject: "Your quote", body, replyTo: "rui@acme.example" });
    expect(run).toMatchObject(DONE);
    const mail =
      lastOf(world.mailbox.mails)
        ?.replaceAll(/=\r?\n/g, "")
        .replaceAll("=3D", "=") ?? "";
    expect(mail).toContain("Reply-To: rui@acme.example");
    expect(mail).toContain("Hi Ana & co,");
    expect(mail).toContain("<p>Hi Ana &amp; co,</p>");
    expect(mail).toContain('<a href="https://acme.example/q?a=1">');
  });

  it("has the preview text hidden in its HTML, and the plain text that is written for it", async () => {
    const texts = {
      previewText: "For {{ contact.firstName }}",
      body: "Hello",
      plainText: "Plain {{ contact.firstName }}",
    };
    expect((await act(world, "send_email", { subject: "Your quote", ...texts })).run).toMatchObject(DONE);
    const mail = lastOf(world.mailbox.mails)?.replaceAll(/=\r?\n/g, "") ?? "";
    const [, plain = "", html = ""] = mail.split(/^--.+$/m);
    expect(mail).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(plain).toContain("Plain Ana");
    expect(html).toContain("For Ana&nbsp;");
    expect(html).toContain("<p>Hello</p>");
  });

  it("is tried again after a temporary refusal, and fails for good after a final one", async () => {
    world.mailbox.refuseNext(451);
    const first = await act(world, "send_email", { subject: "A", body: "B" });
    expect(first.run).toMatchObject({ status: "waiting", attempts: 1 });
    await world.call("PATCH", `/automations/${first.id}/enabled`, { json: { enabled: true } });
    await world.pass(first.run.id);
    await off(world, first.id);
    expect(await world.run(first.id)).toMatchObject(DONE);
    world.mailbox.refuseNext(550);
    expect((await act(world, "send_email", { subject: "A", body: "B" })).run).toMatchObject({ status: "failed" });
  });

  it.each([
    ["nobody", { subject: "A", body: "B" }, { email: null }, "The contact has no e-mail address."],
    ["what is no address", { to: "ana", subject: "A", body: "B" }, {}, "is not an e-mail address"],
    ["nothing to say", {}, {}, "neither a subject nor a text"],
  ])("fails for good for %s", async (_, config, deal, words) => {
    const { run } = await act(world, "send_email", config, {}, deal);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });
});

describe("an Instagram comment", () => {
  it.each<[string, object, object | undefined]>([
    ["reply_instagram_comment", { text: "Thanks, {{ message.username }}!" }, { message: "Thanks, ana!" }],
    ["send_instagram_private_reply", { text: "Look here" }, { message: { text: "Look here" } }],
    ["hide_instagram_comment", {}, { hide: true }],
  ])("is met by %s", async (actionType, config, body) => {
    const { id } = await automation(world, actionType, config, { triggerType: "instagram_comment" });
    await deliver(world.app, JSON.stringify(instagramComment("How much?")));
    await world.work();
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(lastOf(world.meta.requests)?.body).toMatchObject(body ?? {});
  });

  it("that a run was not started by cannot be met", async () => {
    const { run } = await act(world, "hide_instagram_comment", {});
    expect(run).toMatchObject({ status: "failed", lastError: "This run was not started by an Instagram comment." });
  });
});
