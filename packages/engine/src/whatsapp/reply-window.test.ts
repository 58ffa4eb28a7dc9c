import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { ptBR } from "../messages/pt-br.ts";
import { action, condition, branch, graph, trigger, wait } from "../rules/testing/graphs.ts";
import type { Surroundings } from "../rules/validate/references.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import type { KnownForWhatsapp } from "./channel.ts";
import { whatsappRules } from "./rules.ts";

const HOUR = 3600;
const WON: Surroundings = { trigger: { type: "deal_won" } };
const HEARD: Surroundings = { trigger: { type: "message_received" } };

const say = (id: string, config: JsonObject = {}): GraphNode => action(id, "send_whatsapp", { text: id, ...config });
const ask = (id: string, config: JsonObject = {}): GraphNode => say(id, { awaitReply: true, ...config });
const until = (id: string, given: JsonObject): GraphNode => ({
  ...wait(id, 60),
  config: { delaySeconds: 60, until: given },
});

const late = (definition: GraphDefinition, around: Surroundings, known: KnownForWhatsapp = {}): string[] =>
  validateGraph(definition, { extraRules: whatsappRules(known, around) })
    .problems.filter(({ code }) => code === "outside-message-window")
    .map(({ nodeId, related }) => `${nodeId} since ${related?.nodeIds?.at(-2) ?? "ever"}`);

const chain = (...nodes: GraphNode[]): GraphDefinition =>
  graph(
    [trigger(), ...nodes],
    nodes.map(({ id }, index) => `${index === 0 ? "start" : nodes[index - 1]?.id} > ${id}`),
  );

describe("free text outside of the 24-hour window", () => {
  it.each<[string, GraphDefinition, Surroundings, string[]]>([
    ["at the start of what no message starts", chain(say("hi")), WON, ["hi since ever"]],
    ["not at the start of what a message starts", chain(say("hi")), HEARD, []],
    ["not where it is not known what starts it", chain(say("hi")), {}, []],
    ["nor by a trigger outside of the catalogue", chain(say("hi")), { trigger: { type: "moon_rise" } }, []],
    ["not as a template", chain(say("hi", { templateName: "welcome" })), WON, []],
    ["not where nothing is sent: a problem of its own", chain(action("hi", "send_whatsapp", { text: "" })), WON, []],
    [
      "a file as well",
      chain(action("hi", "send_whatsapp", { mediaLink: "https://a.example/a.png" })),
      WON,
      ["hi since ever"],
    ],
    ["an answer opens it", chain(ask("ask", { templateName: "welcome" }), say("hi")), WON, []],
    ["less than 24 hours of waits", chain(wait("w", 24 * HOUR - 1), say("hi")), HEARD, []],
    ["24 hours of waits", chain(wait("w", 12 * HOUR), wait("v", 12 * HOUR), say("hi")), HEARD, ["hi since start"]],
    ["a wait after an answer", chain(ask("ask"), wait("w", 30 * HOUR), say("hi")), HEARD, ["hi since ask"]],
    ["other steps take no time", chain(action("tag", "add_tag", { tagIds: ["t"] }), say("hi")), HEARD, []],
    ["a template does not open it", chain(say("t", { templateName: "welcome" }), say("hi")), WON, ["hi since ever"]],
    [
      "a deal made by a message",
      chain(say("hi")),
      { trigger: { type: "deal_created", config: { source: "whatsapp" } } },
      [],
    ],
    [
      "a deal made otherwise",
      chain(say("hi")),
      { trigger: { type: "deal_created", config: { source: "site" } } },
      ["hi since ever"],
    ],
    [
      "a date",
      chain(until("w", { kind: "field", field: "deal.expectedCloseAt" }), say("hi")),
      HEARD,
      ["hi since start"],
    ],
    ["an opening", chain(until("w", { kind: "opening" }), say("hi")), HEARD, ["hi since start"]],
    [
      "a weekday",
      chain(until("w", { kind: "weekday", days: [1, 2], at: "09:00" }), say("hi")),
      HEARD,
      ["hi since start"],
    ],
    [
      "silence counts, an answer does not",
      graph(
        [
          trigger(),
          ask("ask", { replyTimeoutSeconds: 20 * HOUR }),
          wait("w", 5 * HOUR),
          wait("v", 5 * HOUR),
          say("late"),
          say("soon"),
        ],
        ["start > ask", "ask timeout> w", "w > late", "ask replied> v", "v > soon"],
      ),
      HEARD,
      ["late since start"],
    ],
    [
      "one late path is enough",
      graph(
        [trigger(), condition("if", branch("a")), wait("w", 25 * HOUR), say("hi")],
        ["start > if", "if branch_a> w", "w > hi", "if fallback> hi"],
      ),
      HEARD,
      ["hi since start"],
    ],
    [
      "nobody was asked where the question failed",
      graph([trigger(), ask("ask", { templateName: "welcome" }), say("hi")], ["start > ask", "ask fallback> hi"]),
      WON,
      ["hi since ever"],
    ],
    [
      "an exit that is not offered is never taken",
      graph([trigger(), say("t", { templateName: "x" }), say("hi")], ["start > t", "t timeout> hi"]),
      WON,
      [],
    ],
  ])("%s", (_, definition, around, expected) => expect(late(definition, around)).toEqual(expected));

  it.each<[string, Surroundings, JsonObject, string[]]>([
    ["its own", { ...HEARD, outboundChannelId: "wa" }, { channelId: "wa" }, []],
    ["none that is known", { trigger: { type: "message_received", config: { channelId: "wa" } } }, {}, []],
    [
      "another one",
      { trigger: { type: "message_received", config: { channelId: "wa" } } },
      { channelId: "wb" },
      ["hi since ever"],
    ],
    [
      "another one, named by the automation",
      { trigger: { type: "message_received", config: { channelId: "wa" } }, outboundChannelId: "wb" },
      {},
      ["hi since ever"],
    ],
    ["of another kind", { trigger: { type: "message_received", config: { channelId: "ig" } } }, {}, ["hi since ever"]],
  ])("counts messages of the channel that sends: %s", (_, around, config, expected) => {
    const known = { channel: [{ id: "ig", kind: "instagram" }] };
    expect(late(chain(say("hi", config)), around, known)).toEqual(expected);
  });

  it("asks by one channel and writes by another", () => {
    const steps = chain(ask("ask", { channelId: "wa", templateName: "x" }), say("hi", { channelId: "wb" }));
    expect(late(steps, WON)).toEqual(["hi since ever"]);
  });

  const SILENT = ["and without a reply to “Send WhatsApp: ask”", "e sem resposta a “Enviar WhatsApp: ask”"];
  it.each<[string, string, string[]]>([
    ["without an answer", "ask timeout> w", SILENT],
    ["where it was not sent", "ask fallback> w", SILENT],
    [
      "after its answers alone",
      "ask replied> w",
      ["more may go by after “Send WhatsApp: ask”", "mais tempo depois de “Enviar WhatsApp: ask”"],
    ],
  ])(
    "names the question that a run comes from %s, also where another path has an answer",
    (_, way, [english = "", portuguese = ""]) => {
      const steps = graph(
        [trigger(), ask("ask", { templateName: "x", buttons: [{ id: "no" }] }), wait("w", 48 * HOUR), say("hi")],
        ["start > ask", "ask btn_no> w", "w > hi", way],
      );
      const extraRules = whatsappRules({}, WON);
      const told = [undefined, ptBR].map((locale) =>
        validateGraph(steps, { extraRules, ...(locale && { locale }) }).problems.find(({ nodeId }) => nodeId === "hi"),
      );
      expect(told.map((problem) => problem?.message)).toEqual([
        expect.stringContaining(english),
        expect.stringContaining(portuguese),
      ]);
    },
  );

  it("is said in both languages, with templates that can go out as they are", () => {
    const components = [{ type: "BODY", text: "Oi" }];
    const template = [
      { name: "welcome", language: "pt_BR", status: "approved", components },
      { name: "draft", language: "pt_BR", status: "pending", components },
      { name: "named", language: "pt_BR", status: "approved", components: [{ type: "BODY", text: "Oi {{1}}" }] },
    ];
    const extraRules = whatsappRules({ template }, WON);
    const [problem] = validateGraph(chain(say("hi")), { extraRules }).problems;
    expect(problem?.message).toBe(
      "“Send WhatsApp: hi” may not arrive: WhatsApp takes free text for 24 hours after the contact's message, and there may be none. Use a template.",
    );
    expect(problem?.fixes?.map(({ title }) => title)).toEqual(["Send the template “welcome” instead"]);
    const [said] = validateGraph(chain(wait("w", 30 * HOUR), say("hi")), {
      extraRules: whatsappRules({}, HEARD),
      locale: ptBR,
    }).problems;
    expect(said?.message).toBe(
      "“Enviar WhatsApp: hi” pode não chegar: o WhatsApp só aceita texto livre até 24 horas depois de uma mensagem do contato, e pode passar mais tempo depois de “Gatilho”. Use um modelo.",
    );
  });
});
