import { randomUUID } from "node:crypto";
import type { MessageTemplate, SyncedChannel } from "@trilho/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf } from "../../app/testing/api.ts";
import { addChannel, addKey, startMetaApi, type MetaApi } from "../../app/testing/conversations.ts";
import { automationBody } from "../../app/testing/graphs.ts";
import { startTestApp } from "../../app/testing/test-app.ts";
import { ACCOUNT_ID, metaError } from "../../channels/testing/meta-server.ts";

const told = (name: string, more: object = {}) => ({
  id: "1",
  name,
  language: "pt_BR",
  category: "UTILITY",
  status: "APPROVED",
  components: [{ type: "BODY", text: `Oi, ${name}` }],
  ...more,
});

let api: MetaApi;
let channelId: string;
let key: string;
beforeAll(async () => {
  api = await startMetaApi();
  key = await api.workspace.addKey();
});
afterAll(() => api.close());
beforeEach(async () => {
  channelId = await addChannel(api, { name: "Vendas", accountId: ACCOUNT_ID, isDefault: false });
  api.meta.requests.length = 0;
  api.meta.templates([]);
});

const sync = async (body: object = { channelId }): Promise<SyncedChannel[]> =>
  expectSuccess("syncMessageTemplates", await api.call("POST", "/message-templates/sync", { key, json: body }))
    .channels;

const list = async (query = `?channelId=${channelId}`): Promise<MessageTemplate[]> =>
  expectSuccess("listMessageTemplates", await api.call("GET", `/message-templates${query}`, { key }));

/** As the provisioning file leaves it. */
const provisioned = (name: string) =>
  api.app.opened.db
    .insertInto("message_templates")
    .values({
      workspace_id: api.workspace.id,
      channel_id: channelId,
      name,
      language: "pt_BR",
      category: "",
      status: "approved",
      components: "[]",
    })
    .execute();

describe("asking the provider for templates", () => {
  it("keeps them by name, as it tells them", async () => {
    api.meta.templates([told("b"), told("a", { status: "PENDING", category: "MARKETING", language: "en_US" })]);
    expect(await sync()).toEqual([{ channelId, channelName: "Vendas", outcome: "synced", count: 2, error: null }]);
    expect(await list()).toEqual([
      {
        channelId,
        channelName: "Vendas",
        name: "a",
        language: "en_US",
        category: "marketing",
        status: "pending",
        components: [{ type: "BODY", text: "Oi, a" }],
        syncedAt: expect.any(String),
      },
      expect.objectContaining({ name: "b", status: "approved" }),
    ]);
  });

  it("follows its pages here, whatever address it names", async () => {
    api.meta.templates(
      Array.from({ length: 7 }, (_, index) => told(`t${index}`)),
      3,
    );
    expect(await sync()).toMatchObject([{ outcome: "synced", count: 7 }]);
    expect(api.meta.requests.map(({ path }) => path)).toEqual(
      ["", "&after=3", "&after=6"].map(
        (after) =>
          `/v23.0/${ACCOUNT_ID}/message_templates?fields=name%2Clanguage%2Ccategory%2Cstatus%2Ccomponents&limit=100${after}`,
      ),
    );
  });

  it("takes away what the provider has no more, and leaves what the provisioning file says", async () => {
    await provisioned("of_file");
    await provisioned("of_both");
    api.meta.templates([told("gone"), told("of_both", { status: "PAUSED" })]);
    await sync();
    api.meta.templates([told("of_both", { status: "PAUSED" })]);
    expect(await sync()).toMatchObject([{ count: 2 }]);
    expect(await list()).toMatchObject([
      { name: "of_both", status: "paused", syncedAt: expect.any(String) },
      { name: "of_file", status: "approved", syncedAt: null },
    ]);
  });

  it("tells which automations use what the provider has no more", async () => {
    const send = async (name: string, templateName: string) => {
      const act = { id: "act", type: "action", actionType: "send_whatsapp", config: { templateName } };
      const nodes = [{ id: "start", type: "trigger" }, act];
      const graphDefinition = { version: 2, nodes, edges: [{ source: "start", target: "act" }] };
      const json = automationBody({ name, graphDefinition });
      expectSuccess("createAutomation", await api.call("POST", "/automations", { key, json }));
    };
    await send("Lembra", "used_gone");
    await send("Saúda", "used_stays");
    api.meta.templates([told("used_gone"), told("used_stays"), told("unused_gone")]);
    await sync();
    api.meta.templates([told("used_stays")]);
    const resync = () => api.call("POST", "/message-templates/sync", { key, json: { channelId } });
    const message = "1 automação usa “used_gone”: “Lembra”.";
    const warnings = [{ code: "used-by-automations", message, fields: [] }];
    expect((await resync()).body).toMatchObject({ message, warnings });
    expect((await resync()).body).not.toHaveProperty("warnings");
  });

  it.each<[string, unknown]>([
    ["no list", { data: "x" }],
    ["no JSON object", []],
    ["a next page without a place", { data: [], paging: { next: "https://graph.facebook.example/" } }],
  ])("keeps all where the answer is %s", async (_, body) => {
    api.meta.templates([told("a")]);
    await sync();
    api.meta.next((__, response) => response.writeHead(200).end(JSON.stringify(body)));
    const [result] = await sync();
    expect(result).toMatchObject({ outcome: "kept", count: 1, failure: [{ code: "meta-templates-unreadable" }] });
    expect(await list()).toHaveLength(1);
  });

  it("keeps all where a later page is refused, and says why", async () => {
    api.meta.templates([told("old")]);
    await sync();
    api.meta.templates([told("a"), told("b")], 1);
    api.meta.next((_, response) =>
      response
        .writeHead(200)
        .end(JSON.stringify({ data: [told("a")], paging: { cursors: { after: "1" }, next: "https://x.example/" } })),
    );
    api.meta.next(metaError(400, 190, "Session has expired"));
    const [result] = await sync();
    expect(result).toMatchObject({
      outcome: "kept",
      count: 1,
      error: expect.stringMatching(/access to Meta has run out/),
    });
    expect(await list()).toMatchObject([{ name: "old" }]);
  });

  it("gives up a list without an end", async () => {
    api.meta.templates(
      Array.from({ length: 200 }, (_, index) => told(`t${index}`)),
      1,
    );
    expect(await sync()).toMatchObject([{ outcome: "kept", count: 0, failure: [{ code: "meta-templates-too-many" }] }]);
  });

  it("leaves out what cannot be read or stored as it is", async () => {
    const broken = [{ type: "BODY", text: "half \uD800 pair" }];
    api.meta.templates([
      told("ok"),
      told("no_components", { components: null }),
      told("", {}),
      told("nul", { components: [{ type: "BODY", text: "a\0b" }] }),
      told("half", { components: broken }),
      told("backslash", { components: [{ type: "BODY", text: String.raw`a \u0000 b` }] }),
      "x",
      null,
    ]);
    expect(await sync()).toMatchObject([{ outcome: "synced", count: 2 }]);
    expect((await list()).map(({ name }) => name)).toEqual(["backslash", "ok"]);
  });

  it("says of each WhatsApp channel what became of it", async () => {
    const channels = await sync({});
    expect(channels.map(({ channelId: id }) => id)).not.toContain(api.instagramId);
    expect(channels.find(({ channelId: id }) => id === api.whatsappId)).toMatchObject({
      outcome: "kept",
      failure: [{ code: "meta-without-account" }],
      error: expect.stringMatching(/businessAccountId/),
    });
  });

  it.each([() => randomUUID(), () => api.instagramId])("refuses a channel that is none of WhatsApp's", async (idOf) => {
    const answer = await api.call("POST", "/message-templates/sync", { key, json: { channelId: idOf() } });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(["channelId"]);
  });

  it("asks nobody without credentials", async () => {
    const app = await startTestApp();
    const workspace = await app.workspace();
    const id = await addChannel({ app, workspace }, { accountId: ACCOUNT_ID });
    const answer = await app.call("POST", "/api/v1/message-templates/sync", { key: await workspace.addKey() });
    expect(expectSuccess("syncMessageTemplates", answer).channels).toMatchObject([
      { channelId: id, outcome: "kept", failure: [{ code: "meta-not-connected" }] },
    ]);
    await app.close();
  });

  it("is for those who may change automations; reading is for every key", async () => {
    const { key: ordinary } = await addKey(api);
    const refused = await api.call("POST", "/message-templates/sync", { key: ordinary, json: {} });
    expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
    expectSuccess("listMessageTemplates", await api.call("GET", "/message-templates", { key: ordinary }));
  });

  it("tells nothing of another workspace", async () => {
    api.meta.templates([told("a")]);
    await sync();
    const other = await (await api.app.workspace()).addKey();
    const answer = await api.call("GET", `/message-templates?channelId=${channelId}`, { key: other });
    expect(expectSuccess("listMessageTemplates", answer)).toEqual([]);
  });
});
