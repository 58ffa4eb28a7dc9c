import { describe, expect, it } from "vitest";
import type { ActionType } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import { ptBR } from "../../messages/pt-br.ts";
import { referenceRules } from "./references.ts";
import type { KnownThings, Surroundings } from "./references.ts";
import { action, around } from "../testing/graphs.ts";
import { validateGraph } from "./validate.ts";

const KNOWN: KnownThings = {
  pipeline: ["pl"],
  stage: ["st"],
  tag: ["tg"],
  user: ["us"],
  customField: [{ id: "cf", slug: "roof" }],
  channel: [
    { id: "wa", kind: "whatsapp" },
    { id: "ig", kind: "instagram" },
  ],
  file: ["ma"],
  script: [],
};

const graph = around(action("it", "stop_automations"));

const told = (type: ActionType, config: JsonObject, known = KNOWN): string[] =>
  validateGraph(around(action("it", type, config)), { extraRules: referenceRules(known) })
    .problems.filter(({ code }) => code === "unknown-reference")
    .map(({ path, message }) => `${path.slice("/nodes/1/config/".length)} ${/”: (.*)/.exec(message)?.[1] ?? ""}`);

const codesOf = (url: string, known: KnownThings): string[] =>
  validateGraph(around(action("it", "webhook", { url })), { extraRules: referenceRules(known) }).problems.map(
    ({ code, path }) => `${code} ${path}`,
  );

describe("a webhook to the server's own network", () => {
  it.each([
    "http://localhost:3000/in",
    "HTTP://LocalHost./in",
    "http://app.localhost",
    "http://printer.local/in",
    "https://crm.internal/{{ deal.id }}",
    "http://10.0.0.7/in",
    "http://172.31.255.255",
    "https://192.168.1.20:8443/in",
    "http://169.254.169.254/latest",
    "http://user:pass@10.1.2.3/",
    "http://example.com@127.0.0.1/",
    "http://[::1]:9/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1%25eth0]/",
  ])("%s is warned of where such calls are refused", (url) => {
    expect(codesOf(url, { callsPrivateAddresses: false })).toEqual(["private-address /nodes/1/config/url"]);
    expect(codesOf(url, { callsPrivateAddresses: true })).toEqual([]);
    expect(codesOf(url, {})).toEqual([]);
  });

  it.each([
    "https://hooks.example.com/in",
    "https://localhost.example.com/in",
    "https://example.com/localhost",
    "https://example.com?to=http://10.0.0.1",
    "https://mylocal/",
    "https://172.32.0.1/",
    "https://8.8.8.8/",
    "https://10.example.com/",
    "http://[2606:4700:4700::1111]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[::1::2]/",
    "http://[localhost]/",
    "http://{{ deal.host }}.local/",
    "{{ deal.url }}",
  ])("%s is not", (url) => {
    expect(codesOf(url, { callsPrivateAddresses: false })).toEqual([]);
  });

  it.each([
    [undefined, "“Webhook” always fails: “localhost” is on this server's own network, which webhooks may not call."],
    [ptBR, "“Webhook” sempre falha: “localhost” fica na rede deste servidor, que webhooks não podem chamar."],
  ])("is told in the reader's language", (locale, words) => {
    const extraRules = referenceRules({ callsPrivateAddresses: false });
    const hook = around(action("it", "webhook", { url: "http://localhost" }));
    const { problems } = validateGraph(hook, { extraRules, ...(locale && { locale }) });
    expect(problems[0]?.message.startsWith(words)).toBe(true);
  });
});

describe("what a workspace does not have", () => {
  it.each<[ActionType, JsonObject, string[]]>([
    ["move_stage", { targetStageId: "st" }, []],
    ["move_stage", { targetStageId: "x" }, ["targetStageId there is no stage “x”."]],
    ["move_stage", { targetStageId: "{{ deal.customFields.next }}" }, []],
    ["add_tag", { tagIds: ["tg", "x", "y"] }, ["tagIds/1 there is no tag “x”.", "tagIds/2 there is no tag “y”."]],
    ["assign_responsible", { userId: "x" }, ["userId there is no user “x”."]],
    ["create_task", { assigneeUserId: "us" }, []],
    ["create_lead", { pipelineId: "x", stageId: "st" }, ["pipelineId there is no pipeline “x”."]],
    ["set_custom_field", { fieldId: "cf", value: 1 }, []],
    ["set_custom_field", { fieldSlug: "roof", value: 1 }, []],
    ["set_custom_field", { fieldSlug: "rof", value: 1 }, ["fieldSlug there is no custom field “rof”."]],
    ["send_whatsapp", { text: "Hi", channelId: "wa" }, []],
    ["send_whatsapp", { text: "Hi", channelId: "ig" }, ["channelId the channel “ig” is of another kind."]],
    ["send_whatsapp", { mediaAssetId: "x" }, ["mediaAssetId there is no stored file “x”."]],
    ["send_whatsapp", { scriptId: "x" }, ["scriptId there is no message script “x”."]],
  ])("%s %j", (type, config, expected) => {
    expect(told(type, config)).toEqual(expected);
  });

  it("is not looked for where nothing is known of it", () => {
    expect(told("move_stage", { targetStageId: "x" }, {})).toEqual([]);
    expect(told("send_whatsapp", { channelId: "x" }, {})).toEqual([]);
    expect(told("set_custom_field", { fieldSlug: "x", value: 1 }, {})).toEqual([]);
  });

  it.each<[name: string, kinds: string[], type: ActionType, trigger: string, expected: string[]]>([
    ["a message without a channel", [], "send_whatsapp", "deal_won", ["1 whatsapp"]],
    ["a message by another kind", ["instagram"], "send_whatsapp", "deal_won", ["1 whatsapp"]],
    ["a message", ["whatsapp"], "send_whatsapp", "deal_won", []],
    ["an Instagram trigger and action", ["whatsapp"], "reply_instagram_comment", "instagram_comment", ["0 instagram"]],
    ["a message that never comes", [], "send_whatsapp", "message_received", ["0 any", "1 whatsapp"]],
    ["a message of any kind", ["instagram"], "send_email", "message_received", []],
    ["what needs no channel", [], "create_task", "constructor", []],
  ])("a channel of the kind that is needed: %s", (_, kinds, type, triggerType, expected) => {
    const channel = kinds.map((kind) => ({ id: kind, kind }));
    for (const known of [{ channelKinds: kinds }, { channel }]) {
      const extraRules = referenceRules(known, { trigger: { type: triggerType } });
      const { problems } = validateGraph(around(action("it", type)), { extraRules });
      const found = problems.filter(({ code }) => code === "missing-channel");
      expect(found.map(({ path, params }) => `${path.slice("/nodes/".length)} ${String(params?.["channel"])}`)).toEqual(
        expected,
      );
    }
    const unasked = validateGraph(around(action("it", type)), { extraRules: referenceRules({}) });
    expect(unasked.problems.filter(({ code }) => code === "missing-channel")).toEqual([]);
  });

  it.each<[Surroundings, string[]]>([
    [{ outboundChannelId: "wa", trigger: { type: "tag_added", config: { tagIds: ["tg"] } } }, []],
    [{ outboundChannelId: "ig" }, ["“Gatilho”: o canal “ig” é de outro tipo."]],
    [{ trigger: { type: "stage_entered", config: { stageId: "x" } } }, ["“Gatilho”: não existe a etapa “x”."]],
    [{ trigger: { type: "custom_field_changed", config: { fieldSlug: "roof" } } }, []],
    [
      { trigger: { type: "instagram_comment", config: { channelId: "wa" } } },
      ["“Gatilho”: o canal “wa” é de outro tipo."],
    ],
    [{ trigger: { type: "message_received", config: { channelId: "wa" } } }, []],
  ])("is told at the trigger where the automation names it: %j", (surroundings, expected) => {
    const { problems } = validateGraph(graph, { locale: ptBR, extraRules: referenceRules(KNOWN, surroundings) });
    expect(problems.map(({ message }) => message)).toEqual(expected);
  });
});

const failing = (type: ActionType, config: JsonObject): string[] => {
  const stages = [
    { id: "open", pipelineId: "p" },
    { id: "lost", pipelineId: "p", isLost: true },
  ];
  return validateGraph(around(action("it", type, config)), { extraRules: referenceRules({ stages }), locale: ptBR })
    .problems.filter(({ code }) => code === "certain-failure")
    .map(({ path, message }) => `${path} ${message}`);
};

describe("an action that fails by its settings alone", () => {
  it.each<[name: string, type: ActionType, config: JsonObject, told: string]>([
    [
      "an e-mail to nobody",
      "send_email",
      { to: "nobody", subject: "Hi" },
      "/nodes/1/config/to “Enviar e-mail: Hi” vai falhar. O destinatário do e-mail não é um endereço de e-mail.",
    ],
    [
      "a loss without a reason",
      "move_stage",
      { targetStageId: "lost" },
      "/nodes/1/config/lostReason “Mover de etapa” vai falhar. Um negócio perdido precisa de um motivo da perda: escolha um.",
    ],
    [
      "eleven buttons",
      "send_whatsapp",
      { text: "Hi", buttons: Array.from({ length: 11 }, (_, index) => ({ id: `b${index}` })) },
      "/nodes/1/config/buttons “Enviar WhatsApp: Hi” vai falhar. O WhatsApp aceita no máximo 10 botões.",
    ],
  ])("is warned of: %s", (_, type, config, expected) => {
    expect(failing(type, config)).toEqual([expected]);
  });

  it.each<[name: string, type: ActionType, config: JsonObject]>([
    ["what Liquid says later", "send_email", { to: "{{ contact.email }}", subject: "Hi" }],
    ["a message without a text, which is told as that", "send_whatsapp", { buttons: [{ id: "a" }] }],
    ["an address that is none of the web, which is told as that", "webhook", { url: "ftp://example.com" }],
    ["a stage that is not known", "move_stage", { targetStageId: "gone" }],
    ["an action of an unknown kind", "toString" as ActionType, {}],
  ])("is not warned of for %s", (_, type, config) => {
    expect(failing(type, config)).toEqual([]);
  });
});
