import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import { ptBR } from "../messages/pt-br.ts";
import { action, around } from "../rules/testing/graphs.ts";
import { applyPatch } from "../rules/validate/patch.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import { whatsappRules } from "./rules.ts";
import type { KnownForWhatsapp } from "./channel.ts";
import type { WhatsappTemplate } from "./template.ts";

const template = (name: string, more: Partial<WhatsappTemplate> = {}): WhatsappTemplate => ({
  name,
  language: "pt_BR",
  status: "approved",
  components: [{ type: "BODY", text: "Oi" }],
  ...more,
});

const GAPS: JsonObject[] = [
  { type: "HEADER", format: "TEXT", text: "Pedido {{1}}" },
  { type: "BODY", text: "Oi {{1}}, até {{2}}" },
  { type: "BUTTONS", buttons: [{ type: "URL", text: "Ver", url: "https://a.example/{{1}}" }] },
];
const REPLIES: JsonObject[] = [{ type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Sim" }] }];
const VALUES = { header: { "1": "7" }, body: { "1": "Ana", "2": "{{ deal.name }}" }, buttons: { "0": "7" } };

const KNOWN: KnownForWhatsapp = {
  template: [
    template("welcome"),
    template("order", { components: GAPS }),
    template("photo", { components: [{ type: "HEADER", format: "IMAGE" }] }),
    template("ask", { components: REPLIES }),
    template("new", { status: "pending" }),
    template("two", { status: "rejected" }),
    template("two", { language: "en_US" }),
    template("shop", { channelId: "wa_shop" }),
    template("shop", { channelId: "wa_old", status: "paused" }),
  ],
};

const problemsOf = (config: JsonObject, known = KNOWN, locale?: typeof ptBR) =>
  validateGraph(around(action("it", "send_whatsapp", config)), {
    extraRules: whatsappRules(known),
    ...(locale && { locale }),
  }).problems.filter(({ code }) => code !== "reply-without-timeout");

const told = (config: JsonObject, known?: KnownForWhatsapp): string[] =>
  problemsOf(config, known).map(({ path, message }) => `${path.slice("/nodes/1/config/".length)} ${message}`);

const SENDS = "“Send WhatsApp”";

describe("the template of a message", () => {
  it.each<[string, JsonObject, string[]]>([
    ["is there", { templateName: "welcome" }, []],
    ["is there in the default language", { templateName: "welcome", templateLanguageCode: "" }, []],
    ["is there by the channel that sends", { templateName: "shop", channelId: "wa_shop" }, []],
    ["is approved for one of the channels that may send", { templateName: "shop" }, []],
    ["is named by Liquid", { templateName: "{{ deal.source }}" }, []],
    ["is in a language named by Liquid", { templateName: "x", templateLanguageCode: "{{ deal.source }}" }, []],
    ["has all its values", { templateName: "order", templateParameters: VALUES }, []],
    ["has its file", { templateName: "photo", mediaLink: "https://a.example/a.png" }, []],
    ["has its buttons", { templateName: "ask", buttons: [{ id: "yes" }] }, []],
    ["is not there", { templateName: "x" }, [`templateName ${SENDS}: there is no template “x”.`]],
    [
      "is another channel's",
      { templateName: "shop", channelId: "wa_old" },
      [`templateName ${SENDS} always fails: WhatsApp has not approved the template “shop” (paused).`],
    ],
    [
      "is not there in this language",
      { templateName: "welcome", templateLanguageCode: "en_US" },
      [`templateLanguageCode ${SENDS}: the template “welcome” has no language “en_US”; it has pt_BR.`],
    ],
    [
      "is not approved",
      { templateName: "new" },
      [`templateName ${SENDS} always fails: WhatsApp has not approved the template “new” (pending).`],
    ],
    [
      "lacks values",
      { templateName: "order", templateParameters: { body: { "1": "Ana", "2": "" } } },
      [`templateParameters ${SENDS}: the template needs a value for {{1}}, {{2}}, “Ver”.`],
    ],
    [
      "gets values that have no place",
      { templateName: "welcome", templateParameters: { body: { "3": "x" } } },
      [`templateParameters ${SENDS}: the template has no place for {{3}}.`],
    ],
    [
      "lacks its file",
      { templateName: "photo" },
      [`mediaLink ${SENDS}: the template has a header of type image, whose address is missing.`],
    ],
    [
      "gets a file that has no place",
      { templateName: "welcome", mediaLink: "https://a.example/a.png" },
      [`mediaLink ${SENDS}: the template's header takes no file.`],
    ],
    [
      "has fewer buttons",
      { templateName: "ask", buttons: [{ id: "a" }, { id: "b" }] },
      [`buttons ${SENDS}: the template has 1 quick-reply buttons, and this step asks for more.`],
    ],
    [
      "has other buttons",
      { templateName: "ask", buttons: [{ id: "yes", label: "Quero" }] },
      [`buttons ${SENDS}: the contact reads the template's buttons, “Sim”.`],
    ],
    [
      "says something else",
      { templateName: "order", templateParameters: VALUES, text: "Até logo" },
      [`text “Send WhatsApp: Até logo”: the contact reads the template, not this text.`],
    ],
    ...["Pedido 7\n\nOi Ana, até {{ deal.name }}", "Oi Ana, até {{ deal.name }}"].map(
      (text): [string, JsonObject, string[]] => [
        `says what is written beside it: ${JSON.stringify(text)}`,
        { templateName: "order", templateParameters: VALUES, text },
        [],
      ],
    ),
    ["has the buttons that are written beside it", { templateName: "ask", buttons: [{ id: "y", label: "Sim" }] }, []],
  ])("%s", (_, config, expected) => expect(told(config)).toEqual(expected));

  it.each<[string, JsonObject, KnownForWhatsapp]>([
    ["where no list is known", { templateName: "x" }, {}],
    [
      "of a channel whose list is not known",
      { templateName: "x", channelId: "wa_2" },
      { template: [template("welcome", { channelId: "wa_1" })] },
    ],
  ])("is not looked for %s", (_, config, known) => expect(told(config, known)).toEqual([]));

  it.each<[JsonObject, string, string]>([
    [
      { templateName: "x" },
      "“Send WhatsApp”: there is no template “x”.",
      "“Enviar WhatsApp”: não existe o modelo “x”.",
    ],
    [
      { templateName: "two" },
      "“Send WhatsApp” always fails: WhatsApp has not approved the template “two” (rejected).",
      "“Enviar WhatsApp” sempre falha: o WhatsApp não aprovou o modelo “two” (rejected).",
    ],
  ])("is told in the reader's language: %j", (config, english, portuguese) => {
    expect(problemsOf(config)[0]?.message).toBe(english);
    expect(problemsOf(config, KNOWN, ptBR)[0]?.message).toBe(portuguese);
  });

  it.each<[string, JsonObject, string, JsonObject]>([
    ["in an approved language", { templateName: "two" }, "Send it in en_US", { templateLanguageCode: "en_US" }],
    [
      "without values that have no place",
      { templateName: "welcome", templateParameters: { body: { "3": "x" } } },
      "Remove the values that the template has no place for",
      { templateParameters: { body: {} } },
    ],
    [
      "with its own words",
      { templateName: "order", templateParameters: VALUES, text: "Até logo" },
      "Write what the template says",
      { text: "Pedido 7\n\nOi Ana, até {{ deal.name }}" },
    ],
    [
      "with its own buttons",
      { templateName: "ask", buttons: [{ id: "y", label: "Quero" }] },
      "Write what the template says",
      { buttons: [{ id: "y", label: "Sim" }] },
    ],
  ])("can be sent %s", (_, config, title, change) => {
    const [problem] = problemsOf(config);
    const fix = problem?.fixes?.[0];
    expect(fix?.title).toBe(title);
    const fixed = applyPatch(around(action("it", "send_whatsapp", config)), fix?.patch ?? []);
    expect(fixed).toEqual(around(action("it", "send_whatsapp", { ...config, ...change })));
  });
});
