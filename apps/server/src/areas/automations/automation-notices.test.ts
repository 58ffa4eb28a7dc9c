import type { GraphNode } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { startTestApp } from "../../app/testing/test-app.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { automationBody, webhookGraph } from "../../app/testing/graphs.ts";

let api: TestApi;
let instagramId: string;
let whatsappId: string;
beforeAll(async () => {
  api = await startTestApi();
  instagramId = await addChannel(api, { kind: "instagram" });
  whatsappId = await addChannel(api);
  await api.app.opened.db
    .insertInto("message_templates")
    .values({
      workspace_id: api.workspace.id,
      channel_id: whatsappId,
      name: "new",
      language: "pt_BR",
      category: "",
      status: "pending",
      components: "[]",
    })
    .execute();
});
afterAll(() => api.app.close());

/** Trigger, one action, end. */
const graphOf = (actionType: GraphNode["actionType"], config: object) => ({
  graphDefinition: {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "act", type: "action", actionType, config },
      { id: "done", type: "end" },
    ],
    edges: [
      { source: "start", target: "act" },
      { source: "act", target: "done" },
    ],
  },
});

/** Free text is an answer here. */
const HEARD = { triggerType: "message_received", triggerConfig: { keywords: ["oi"] } };

const speak = (locale: string) =>
  api.app.opened.db.updateTable("workspaces").set({ locale }).where("id", "=", api.workspace.id).execute();

const messageOf = async (change: object): Promise<string | null> => {
  const { status, body } = await api.call("POST", "/automations", { json: automationBody(change) });
  expect(status).toBe(201);
  return body.message;
};

describe("what is accepted and most likely a mistake is told in the answer", () => {
  it.each<[name: string, change: () => object, message: string | null]>([
    ["nothing", () => graphOf("add_tag", { tagIds: [api.workspace.tagId] }), null],
    [
      "a misspelled trigger",
      () => ({ triggerType: "deal_craeted" }),
      "“Gatilho”: nunca acontece nada chamado “deal_craeted”; nenhuma execução começa.",
    ],
    [
      "an action that needs what the trigger does not bring",
      () => graphOf("hide_instagram_comment", {}),
      "“Ocultar comentário do Instagram” nunca vai dar certo: o que inicia esta automação não traz comentário do Instagram.",
    ],
    ["a stage", () => graphOf("move_stage", { targetStageId: "x" }), "“Mover de etapa”: não existe a etapa “x”."],
    ["a tag", () => graphOf("add_tag", { tagIds: ["x"] }), "“Adicionar tags”: não existe a tag “x”."],
    [
      "a user",
      () => graphOf("create_task", { title: "Ligar", assigneeUserId: "x" }),
      "“Criar tarefa: Ligar”: não existe o usuário “x”.",
    ],
    [
      "a free text that nobody asked for",
      () => graphOf("send_whatsapp", { text: "Oi" }),
      "“Enviar WhatsApp: Oi” pode não chegar: o WhatsApp só aceita texto livre até 24 horas depois de uma mensagem do contato, e pode não haver nenhuma. Use um modelo.",
    ],
    [
      "a template that WhatsApp has not approved",
      () => graphOf("send_whatsapp", { templateName: "new" }),
      "“Enviar WhatsApp” sempre falha: o WhatsApp não aprovou o modelo “new” (pending).",
    ],
    [
      "a field",
      () => graphOf("set_custom_field", { fieldSlug: "x", value: 1 }),
      "“Preencher campo personalizado”: não existe o campo personalizado “x”.",
    ],
    [
      "a channel",
      () => ({ ...HEARD, ...graphOf("send_whatsapp", { text: "Oi", channelId: "x" }) }),
      "“Enviar WhatsApp: Oi”: não existe o canal “x”.",
    ],
    [
      "a channel of another kind",
      () => ({
        ...HEARD,
        outboundChannelId: instagramId,
        ...graphOf("send_whatsapp", { text: "Oi", channelId: whatsappId }),
      }),
      "“Gatilho”: o canal “INSTAGRAM” é de outro tipo.",
    ],
    [
      "a stored file",
      () => ({ ...HEARD, ...graphOf("send_whatsapp", { mediaAssetId: "x" }) }),
      "“Enviar WhatsApp”: não existe o arquivo guardado “x”.",
    ],
    [
      "a variable",
      () => graphOf("create_task", { title: "Ligar para {{ contact.nme }}" }),
      "“Criar tarefa: Ligar para …”: “Título” usa “contact.nme”, uma variável que não existe. Você quis dizer “contact.displayName”?",
    ],
    [
      "a custom field in a text",
      () => graphOf("create_task", { title: "Plano {{ deal.customFields.x }}" }),
      "“Criar tarefa: Plano …”: “Título” usa “deal.customFields.x”, uma variável que não existe.",
    ],
    [
      "a text that cannot be filled in",
      () => graphOf("create_task", { title: "{% if %}" }),
      "“Criar tarefa” falha, porque “Título” não pode ser preenchido. A linha 1 tem uma variável ou tag que não foi fechada ou não pode ser lida.",
    ],
    ["a variable that is there", () => graphOf("create_task", { title: "{{ contact.displayName }}" }), null],
    [
      "a field of its conditions",
      () => ({ conditions: { combinator: "and", rules: [{ field: "deal.nope", operator: "=", value: 1 }] } }),
      "“conditions.rules[0].field”: não existe o campo “deal.nope”.",
    ],
    [
      "every message",
      () => ({ triggerType: "message_received", triggerConfig: {} }),
      "Tudo o que acontece inicia uma execução, mesmo com outras do mesmo negócio em andamento: diga com que frequência ele pode entrar.",
    ],
    [
      "a tag of the trigger",
      () => ({ triggerType: "tag_added", triggerConfig: { tagIds: ["x"] } }),
      "“Gatilho”: não existe a tag “x”.",
    ],
    [
      "an address that is no address",
      () => ({ graphDefinition: webhookGraph({ url: "javascript:alert(1)" }) }),
      "“Webhook”: só endereços que começam com http:// ou https:// são chamados.",
    ],
    [
      "an address of the server's own network",
      () => ({ graphDefinition: webhookGraph({ url: "http://localhost:3000/in" }) }),
      "“Webhook” sempre falha: “localhost” fica na rede deste servidor, que webhooks não podem chamar. Use um endereço público, ou peça a quem cuida do servidor que o permita.",
    ],
  ])("%s", async (_, change, message) => {
    expect(await messageOf(change())).toBe(message?.replace("INSTAGRAM", instagramId) ?? null);
  });

  it("in the workspace's language, also where it is replaced and where it is switched on", async () => {
    await speak("en-US");
    const tags = graphOf("add_tag", { tagIds: ["x", "y"] });
    const message = "“Add tags”: there is no tag “x”. “Add tags”: there is no tag “y”.";
    const { id } = await api.create();
    const replaced = await api.call("PUT", `/automations/${id}`, { json: automationBody(tags) });
    expect(replaced.body.message).toBe(message);
    const fields = ["graphDefinition.nodes[1].config.tagIds[0]", "graphDefinition.nodes[1].config.tagIds[1]"];
    expect(replaced.body.warnings).toMatchObject(
      fields.map((field) => ({ code: "unknown-reference", fields: [field] })),
    );
    const on = await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    expect(on.body.message).toBe(message);
    const off = await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });
    expect(off.body).toMatchObject({ message: null });
    expect(off.body).not.toHaveProperty("warnings");
    await speak("pt-BR");
  });

  it("a channel that the workspace does not have of any kind", async () => {
    const key = await (await api.app.workspace()).addKey();
    const json = automationBody({
      triggerType: "instagram_comment",
      ...graphOf("send_instagram_private_reply", { text: "Oi" }),
    });
    const { body } = await api.call("POST", "/automations", { key, json });
    expect(body.message).toBe(
      "“Gatilho” precisa de um canal de Instagram, e este espaço de trabalho não tem nenhum: conecte um.",
    );
    expect((await api.call("GET", "/workspace", { key })).body.data.channelKinds).toEqual([]);
    expect((await api.call("GET", "/workspace")).body.data.channelKinds).toEqual(["instagram", "whatsapp"]);
  });

  it("of very many, the first ones, and that there are more", async () => {
    const tagIds = Array.from({ length: 50 }, (_, index) => `t${index}`);
    const message = await messageOf(graphOf("add_tag", { tagIds }));
    expect(message?.match(/não existe a tag/g)).toHaveLength(20);
    expect(message).toMatch(/Há mais avisos\.$/);
  });

  it("but not an address of the server's own network where the server calls such ones", async () => {
    const app = await startTestApp({ webhookAllowPrivate: true }, api.app.opened);
    const { key } = api;
    const json = automationBody({ graphDefinition: webhookGraph({ url: "http://localhost:3000/in" }) });
    const workspace = await app.call("GET", "/api/v1/workspace", { key });
    const { body } = await app.call("POST", "/api/v1/automations", { key, json });
    await app.close();
    expect([workspace.body.data.callsPrivateAddresses, body.message]).toEqual([true, null]);
  });
});
