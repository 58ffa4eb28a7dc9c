import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, metaError, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, deliver, incoming, statusDelivery } from "../../app/testing/conversations.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
let whatsappId: string;
let instagramId: string;
beforeAll(async () => {
  world = await startWorld();
  whatsappId = await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  instagramId = await addChannel(world, { kind: "instagram", phoneNumberId: INSTAGRAM_ID });
});
afterAll(() => world.close());

const lastOf = <T>(items: readonly T[]): T | undefined => items.at(-1);

describe("a WhatsApp message", () => {
  it("is sent under the run's key, and its answer finds the run", async () => {
    const buttons = [
      { id: "yes", label: "Yes, I would like to know more" },
      { id: "no", label: "No" },
    ];
    const handles = ["btn_yes", "btn_no", "timeout"];
    const sent = await act(world, "send_whatsapp", { text: "Hi {{ contact.firstName }}", buttons }, { handles });
    expect(sent.run).toMatchObject({ status: "waiting", currentNodeId: "act" });
    const request = lastOf(world.meta.requests);
    expect(request?.body).toMatchObject({
      type: "interactive",
      interactive: {
        type: "button",
        body: { text: "Hi Ana" },
        action: {
          buttons: [
            { type: "reply", reply: { id: "yes", title: "Yes, I would like to" } },
            { type: "reply", reply: { id: "no", title: "No" } },
          ],
        },
      },
    });
    await world.call("PATCH", `/automations/${sent.id}/enabled`, { json: { enabled: true } });
    const from = String(request?.body?.["to"]);
    const reply = {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "no", title: "No" } },
    };
    await deliver(
      world.app,
      JSON.stringify(incoming(from, { ...reply, context: { id: sent.effect.result?.["messageId"] } })),
    );
    await world.work();
    await off(world, sent.id);
    expect(await world.run(sent.id)).toMatchObject({ status: "completed", currentNodeId: "btn_no" });
  });

  it("that is a template is told in the conversation as people read it, where the template is known, and needs all its values", async () => {
    const components = [
      { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
      { type: "BODY", text: "Hi {{1}}, it is on its way" },
    ];
    const of = { workspace_id: world.workspace.id, channel_id: whatsappId, name: "on_its_way", language: "pt_BR" };
    await world.app.opened.db
      .insertInto("message_templates")
      .values({ ...of, category: "utility", status: "approved", components: JSON.stringify(components) })
      .execute();
    const templateParameters = { header: { "1": "4711" }, body: { "1": "{{ contact.firstName }}" } };
    const beside = { text: "What the graph has beside it is not sent" };
    const { effect } = await act(world, "send_whatsapp", { templateName: "on_its_way", templateParameters, ...beside });
    expect(effect.result).toMatchObject({ text: "Order 4711 Hi Ana, it is on its way" });

    const nameless = { header: { "1": "4711" }, body: { "1": "{{ deal.lostReason }}", "2": "" } };
    const config = { templateName: "on_its_way", templateParameters: nameless };
    const { run } = await act(world, "send_whatsapp", config);
    expect(run).toMatchObject({ status: "failed", lastError: "The template's value “1” is empty." });
  });

  it.each<[string, object, object]>([
    [
      "as buttons that say what the simulator shows of them",
      {
        text: "Well?",
        buttons: [
          { id: "k_1", label: " " },
          { id: "k_2", label: " Sim, quero uma proposta " },
        ],
      },
      {
        type: "interactive",
        interactive: {
          action: {
            buttons: [
              { type: "reply", reply: { id: "k_1", title: "k_1" } },
              { type: "reply", reply: { id: "k_2", title: "Sim, quero uma propo" } },
            ],
          },
        },
      },
    ],
    [
      "as a list when there are more than three buttons",
      { text: "Which?", buttons: ["a", "b", "c", "d"].map((id) => ({ id, label: `Way ${id}` })) },
      {
        type: "interactive",
        interactive: {
          type: "list",
          action: { button: "Opções", sections: [{ rows: [{ id: "a", title: "Way a" }, {}, {}, { id: "d" }] }] },
        },
      },
    ],
    [
      "as a template, whose buttons answer with the graph's ids",
      { templateName: "welcome", templateLanguageCode: "en_US", buttons: [{ id: "yes", label: "Yes" }] },
      {
        type: "template",
        template: {
          name: "welcome",
          language: { code: "en_US" },
          components: [{ sub_type: "quick_reply", index: "0", parameters: [{ type: "payload", payload: "yes" }] }],
        },
      },
    ],
    [
      "as a picture with the text below it",
      { text: "Look", mediaLink: "https://files.example/a.PNG?x=1" },
      { type: "image", image: { link: "https://files.example/a.PNG?x=1", caption: "Look" } },
    ],
    [
      "as a template with the values of its gaps, by number",
      {
        templateName: "welcome",
        templateParameters: {
          header: { "1": "7" },
          body: { "2": "Monday", "1": "{{ contact.firstName }}" },
          buttons: { "1": "{{ contact.firstName }}" },
        },
      },
      {
        type: "template",
        template: {
          name: "welcome",
          language: { code: "pt_BR" },
          components: [
            { type: "header", parameters: [{ type: "text", text: "7" }] },
            {
              type: "body",
              parameters: [
                { type: "text", text: "Ana" },
                { type: "text", text: "Monday" },
              ],
            },
            { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "Ana" }] },
          ],
        },
      },
    ],
    [
      "as a template with the values of its gaps, by name",
      { templateName: "welcome", templateParameters: { body: { name: "{{ contact.firstName }}" } } },
      {
        type: "template",
        template: {
          name: "welcome",
          language: { code: "pt_BR" },
          components: [{ type: "body", parameters: [{ type: "text", parameter_name: "name", text: "Ana" }] }],
        },
      },
    ],
    [
      "as a template with its picture in the header",
      { templateName: "welcome", mediaLink: "https://files.example/a.png" },
      {
        type: "template",
        template: {
          components: [
            { type: "header", parameters: [{ type: "image", image: { link: "https://files.example/a.png" } }] },
          ],
        },
      },
    ],
    [
      "as buttons below a video",
      { text: "Look", mediaLink: "https://files.example/a.mp4", buttons: [{ id: "a", label: "A" }] },
      {
        type: "interactive",
        interactive: { type: "button", header: { type: "video", video: { link: "https://files.example/a.mp4" } } },
      },
    ],
    [
      "as a document where the address does not tell",
      { mediaLink: "https://files.example/quote" },
      { type: "document", document: { link: "https://files.example/quote" } },
    ],
  ])("goes out %s", async (_, config, expected) => {
    const { effect } = await act(world, "send_whatsapp", config);
    expect(effect.error).toBeNull();
    expect(lastOf(world.meta.requests)?.body).toMatchObject(expected);
  });

  it("that Meta cannot take now is tried again, as the same message", async () => {
    world.meta.next(metaError(429, 130429, "Too many messages", { "retry-after": "120" }));
    const { id, run, effect } = await act(world, "send_whatsapp", { text: "Hi" });
    expect(run).toMatchObject({ status: "waiting", attempts: 1, lastError: expect.stringContaining("130429") });
    expect(run.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 100_000);
    expect(effect).toMatchObject({ isDone: false, attempts: 1 });
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    await world.pass(run.id);
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(await world.effect(run.id)).toMatchObject({ isDone: true, attempts: 2, error: null });
  });

  it("that Meta took with an answer nobody can read is not sent again, and says so", async () => {
    world.meta.next((_, response) => response.writeHead(200).end("<html>"));
    const before = world.meta.requests.length;
    const { run } = await act(world, "send_whatsapp", { text: "Hi" });
    expect(run).toMatchObject({ status: "dead_letter", lastError: expect.stringContaining("may have gone out") });
    expect(world.meta.requests).toHaveLength(before + 1);
  });

  it("that such an answer hid is known by its status, and a retry by hand finds it sent", async () => {
    world.meta.next((_, response) => response.writeHead(200).end());
    const { id, run } = await act(world, "send_whatsapp", { text: "Hi" });
    const before = world.meta.requests.length;
    const { biz_opaque_callback_data } = lastOf(world.meta.requests)?.body ?? {};
    await deliver(world.app, JSON.stringify(statusDelivery("wamid.hidden", "sent", { biz_opaque_callback_data })));
    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    expect((await world.call("POST", `/automations/${id}/runs/${run.id}/retry`)).status).toBe(200);
    await world.work();
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(world.meta.requests).toHaveLength(before);
  });

  it("that Meta refuses leaves by the fallback edge", async () => {
    world.meta.next(metaError(400, 131026, "Message undeliverable"));
    const { run } = await act(world, "send_whatsapp", { text: "Hi" }, { handles: ["fallback"] });
    expect(run).toMatchObject({ status: "completed", currentNodeId: "fallback" });
  });

  it.each<[string, object, object, string]>([
    ["a contact without a phone", { text: "Hi" }, { phone: null }, "The contact has no phone number."],
    ["a message of nothing", { text: " " }, {}, "The message is empty."],
    [
      "a channel that is gone",
      { text: "Hi", channelId: "gone" },
      {},
      "The channel to send from does not exist any more.",
    ],
    ["a script, which nobody keeps here", { scriptId: "s1" }, {}, "There are no message scripts here"],
    [
      "a sound with buttons",
      { text: "Hi", mediaLink: "https://files.example/a.mp3", buttons: [{ id: "a" }] },
      {},
      "Only a picture, a video or a document",
    ],
    [
      "a template that nobody here knows, one of whose values comes to nothing",
      { templateName: "welcome", templateParameters: { body: { "1": "Hi", "2": "{{ deal.lostReason }}" } } },
      {},
      "The template's value “2” is empty.",
    ],
    [
      "a sticker with a template",
      { templateName: "welcome", mediaLink: "https://files.example/a.webp" },
      {},
      "Only a picture, a video or a document",
    ],
    [
      "a stored file with a template",
      { templateName: "welcome", mediaAssetId: "f1" },
      {},
      "A stored file cannot be sent with a template",
    ],
    [
      "buttons below what is at no web address",
      { text: "Hi", mediaLink: "file:///etc/passwd", buttons: [{ id: "a" }] },
      {},
      "The media address is not an http or https address.",
    ],
    ["a file that is gone", { mediaAssetId: "gone" }, {}, "The file to send is not stored in this workspace any more."],
    [
      "a channel of another kind",
      { text: "Hi", channelId: "INSTAGRAM" },
      {},
      "The channel to send from is not a WhatsApp channel.",
    ],
  ])("fails for good for %s", async (_, config, deal, words) => {
    const chosen =
      "channelId" in config && config.channelId === "INSTAGRAM" ? { ...config, channelId: instagramId } : config;
    const { run } = await act(world, "send_whatsapp", chosen, {}, deal);
    expect(run).toMatchObject({ status: "failed", lastError: expect.stringContaining(words) });
  });

  it.each([
    [{ blocked: true }, "The contact is blocked."],
    [{ optedOut: true }, "The contact asked not to be written to."],
  ])("is not sent to a contact with %j", async (change, words) => {
    const { id } = await automation(world, "send_whatsapp", { text: "Hi" });
    const { contactId } = await addDeal(world);
    await world.call("PATCH", `/contacts/${contactId}`, { json: change });
    const before = world.meta.requests.length;
    await world.work();
    await off(world, id);
    expect(await world.run(id)).toMatchObject({ status: "failed", lastError: words });
    expect(world.meta.requests).toHaveLength(before);
  });

  it("goes to whom the deal is of when it is due, whose answer is awaited", async () => {
    const { id } = await automation(world, "send_whatsapp", { text: "Hi {{ contact.firstName }}", awaitReply: true });
    const { graphDefinition: graph, ...read } = (await world.call("GET", `/automations/${id}`)).body.data;
    const wait = { id: "later", type: "wait", config: { delaySeconds: 60 } };
    const edges = graph.edges.map((edge: { id: string }) => (edge.id === "e" ? { ...edge, source: "later" } : edge));
    const graphDefinition = {
      ...graph,
      nodes: [...graph.nodes, wait],
      edges: [...edges, { id: "first", source: "start", target: "later" }],
    };
    expect((await world.call("PUT", `/automations/${id}`, { json: { ...read, graphDefinition } })).status).toBe(200);
    const { seq } = await addDeal(world);
    await world.work();
    const [from, phone] = ["5511966660001", "+5511966660001"];
    expect((await world.call("PATCH", `/deals/${seq}`, { json: { phone, contactFirstName: "Rui" } })).status).toBe(200);
    const { id: runId } = await world.run(id);
    await world.pass(runId);
    expect(lastOf(world.meta.requests)?.body).toMatchObject({ to: from, text: { body: "Hi Rui" } });
    await deliver(world.app, JSON.stringify(incoming(from, { type: "text", text: { body: "Hello" } })));
    await world.work();
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
  });

  it("awaits the answer of whom it was sent to, though the deal is of another one by then", async () => {
    const { id } = await automation(world, "send_whatsapp", { text: "Hi", awaitReply: true });
    const { seq } = await addDeal(world);
    const change = { phone: "+5511966660002", contactFirstName: "Eva" };
    world.meta.next(async ({ body }, response) => {
      await world.call("PATCH", `/deals/${seq}`, { json: change });
      const contacts = [{ wa_id: body?.["to"] }];
      const answer = { messaging_product: "whatsapp", contacts, messages: [{ id: "wamid.late" }] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    await world.work();
    const to = String(lastOf(world.meta.requests)?.body?.["to"]);
    expect(await world.run(id)).toMatchObject({ status: "waiting" });
    await deliver(world.app, JSON.stringify(incoming("5511966660002", { type: "text", text: { body: "Who?" } })));
    await world.work();
    expect(await world.run(id)).toMatchObject({ status: "waiting" });
    await deliver(world.app, JSON.stringify(incoming(to, { type: "text", text: { body: "Hello" } })));
    await world.work();
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
  });

  it("goes out by the automation's channel", async () => {
    const { run } = await act(world, "send_whatsapp", { text: "Hi" }, { outboundChannelId: whatsappId });
    expect(run).toMatchObject(DONE);
  });
});
