import type { ActionType } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { automationBody } from "../../app/testing/graphs.ts";
import { storeStage } from "../../testing/stored.ts";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";

let api: TestApi;
let won: string;
let lost: string;
beforeAll(async () => {
  api = await startTestApi();
  const fields = [
    { name: "Bill", slug: "bill", fieldType: "number" },
    { name: "Visit", slug: "visit", fieldType: "date" },
    { name: "Approved", slug: "approved", fieldType: "boolean" },
    { name: "Roof", slug: "roof", fieldType: "select", options: [{ value: "metal", label: "Metal" }] },
  ];
  for (const json of fields) expect((await api.call("POST", "/custom-fields", { json })).status).toBe(201);
  const place = { workspace_id: api.workspace.id, pipeline_id: api.workspace.pipelineId };
  won = await storeStage(api.app.opened.db, place, { seq: 3, status: "won" });
  lost = await storeStage(api.app.opened.db, place, { seq: 4, status: "lost" });
});
afterAll(() => api.app.close());

const WEB = "https://cdn.example/";
const buttons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `b${index}`, label: `B${index}` }));

/** What is told of a graph with one action, after its name: messages with the setting that they are told of. */
async function told(actionType: ActionType, config: object): Promise<[message: string, field: string][]> {
  const graphDefinition = {
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
  };
  const answer = await api.call("POST", "/automations", { json: automationBody({ graphDefinition }) });
  expect(answer.status).toBe(201);
  const warnings: { code: string; message: string; fields: string[] }[] = answer.body.warnings ?? [];
  return warnings
    .filter(({ code }) => code === "certain-failure")
    .map(({ message, fields }) => [
      message.replace(/^“.*?” vai falhar\. /, ""),
      fields[0]?.replace("graphDefinition.nodes[1].config.", "") ?? "",
    ]);
}

describe("an action fails by its settings alone:", () => {
  it.each<[name: string, type: ActionType, config: () => object, message: string, field: string]>([
    [
      "a recording with a template",
      "send_whatsapp",
      () => ({ templateName: "hi", mediaLink: `${WEB}a.mp3` }),
      "Só uma imagem, um vídeo ou um documento pode ir com botões ou um modelo.",
      "mediaLink",
    ],
    [
      "a recording above buttons",
      "send_whatsapp",
      () => ({ text: "Oi", buttons: buttons(2), mediaLink: `${WEB}a.mp3` }),
      "Só uma imagem, um vídeo ou um documento pode ir com botões ou um modelo.",
      "mediaLink",
    ],
    [
      "eleven buttons",
      "send_whatsapp",
      () => ({ text: "Oi", buttons: buttons(11) }),
      "O WhatsApp aceita no máximo 10 botões.",
      "buttons",
    ],
    [
      "a picture above a list",
      "send_whatsapp",
      () => ({ text: "Oi", buttons: buttons(4), mediaLink: `${WEB}a.jpg` }),
      "Mídia pode ir com no máximo 3 botões; esta mensagem tem mais.",
      "mediaLink",
    ],
    [
      "buttons below a picture alone",
      "send_whatsapp",
      () => ({ buttons: buttons(2), mediaLink: `${WEB}a.jpg` }),
      "Uma mensagem com botões precisa de um texto.",
      "text",
    ],
    [
      "an e-mail to a name",
      "send_email",
      () => ({ to: "Ana <ana@acme.example>", subject: "Oi" }),
      "O destinatário do e-mail não é um endereço de e-mail.",
      "to",
    ],
    [
      "answers to no address",
      "send_email",
      () => ({ subject: "Oi", replyTo: "vendas" }),
      "O endereço para respostas não é um endereço de e-mail.",
      "replyTo",
    ],
    [
      "a loss without a reason",
      "move_stage",
      () => ({ targetStageId: lost }),
      "Um negócio perdido precisa de um motivo da perda: escolha um.",
      "lostReason",
    ],
    [
      "a reason without a loss",
      "move_stage",
      () => ({ targetStageId: api.workspace.stageIds[1], lostReason: "Preço" }),
      "Um motivo da perda é de negócios perdidos: mova também o negócio para uma etapa de perda.",
      "lostReason",
    ],
    [
      "a lead that is won",
      "create_lead",
      () => ({ stageId: won }),
      "A etapa é final, e negócios começam abertos.",
      "stageId",
    ],
    ["a co-owner who is nobody", "add_co_owner", () => ({}), "Nenhum corresponsável foi escolhido.", "userId"],
    [
      "a number that is none",
      "set_custom_field",
      () => ({ fieldSlug: "bill", value: "12,5" }),
      "O campo “bill” precisa ser um número.",
      "value",
    ],
    [
      "a date that is none",
      "set_custom_field",
      () => ({ fieldSlug: "visit", value: "31/01/2026" }),
      "O campo “visit” precisa ser uma data como 2026-01-31.",
      "value",
    ],
    [
      "an option that is none",
      "set_custom_field",
      () => ({ fieldSlug: "roof", value: "Metal" }),
      "O campo “roof” não tem mais essa opção.",
      "value",
    ],
  ])("%s", async (_, type, config, message, field) => {
    expect(await told(type, config())).toEqual([[message, field]]);
  });

  it.each<[name: string, type: ActionType, config: () => object]>([
    ["what Liquid says later", "set_custom_field", () => ({ fieldSlug: "bill", value: "{{ deal.value }}" })],
    ["a number as text", "set_custom_field", () => ({ fieldSlug: "bill", value: " 12.5 " })],
    ["a truth as text", "set_custom_field", () => ({ fieldSlug: "approved", value: "true" })],
    ["a field that is cleared", "set_custom_field", () => ({ fieldSlug: "visit", value: "" })],
    ["an option", "set_custom_field", () => ({ fieldSlug: "roof", value: "metal" })],
    ["a loss whose reason Liquid says", "move_stage", () => ({ targetStageId: lost, lostReason: "{{ deal.source }}" })],
    ["a deal that is won", "move_stage", () => ({ targetStageId: won })],
    ["a lead in an open stage", "create_lead", () => ({ stageId: api.workspace.stageIds[1] })],
    ["several addresses", "send_email", () => ({ to: "ana@acme.example; bia@acme.example", subject: "Oi" })],
    ["a picture above buttons", "send_whatsapp", () => ({ text: "Oi", buttons: buttons(3), mediaLink: `${WEB}a.jpg` })],
    ["what is told as a message without a text", "send_whatsapp", () => ({ buttons: buttons(2) })],
  ])("but not by %s", async (_, type, config) => {
    expect(await told(type, config())).toEqual([]);
  });
});
