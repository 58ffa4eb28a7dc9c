import { describe, expect, it } from "vitest";
import { handlesOf } from "../graph/handles.ts";
import { buttonsOf } from "../graph/buttons.ts";
import { ptBR } from "../messages/pt-br.ts";
import { action, graph, trigger } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

const LONG = "Quero receber uma proposta amanhã";
const TWENTY = "Quero receber uma pr";

const found = (buttons: unknown, config: object = {}, options = {}) =>
  validateGraph(
    graph(
      [trigger(), { ...action("ask", "send_whatsapp"), config: { text: "Hm?", buttons, ...config } }],
      ["start > ask"],
    ),
    options,
  ).problems.filter(({ code }) => code.includes("button"));

const BAD = [{ id: "k1" }, { id: "k2", label: LONG }, { id: "k3", label: "k1" }];
const messages = (options = {}) => found(BAD, {}, options).map(({ message }) => message.replace(/^.*?”: /, ""));

describe("of a button is told", () => {
  it.each<[string, unknown, string]>([
    ["that it has no label", [{ id: "k1" }], "button-without-text /0 “k1”"],
    ["that its label is empty", [{ id: "k1", label: "" }], "button-without-text /0 “k1”"],
    ["that its label is of spaces", [{ id: "k1", label: " \n" }], "button-without-text /0 “k1”"],
    ["that its label is no text", [{ id: "k1", label: 7 }], "button-without-text /0 “k1”"],
    ["what is sent of a long one", [{ id: "k1", label: LONG }], `button-text-cut /0 “${TWENTY}”`],
    [
      "that another says the same",
      [
        { id: "k1", label: "Sim" },
        { id: "k2", label: " Sim " },
      ],
      "same-button-text /1 “Sim”",
    ],
    [
      "that another says the same once both are cut",
      [
        { id: "k1", label: TWENTY },
        { id: "k2", label: LONG },
      ],
      `same-button-text /1 “${TWENTY}”`,
    ],
    [
      "that another says the same, without what Liquid fills in",
      [
        { id: "k1", label: "Ligar, {{ contact.firstName }}" },
        { id: "k2", label: "Ligar, {{ contact.firstName }}" },
      ],
      "same-button-text /1 “Ligar, …”",
    ],
  ])("%s", (_, buttons, expected) => {
    expect(
      found(buttons).map(({ severity, code, path, message }) =>
        [severity, code, path.replace("/nodes/1/config/buttons", ""), /“[^“]*”(?=[^“]*$)/.exec(message)?.[0]].join(" "),
      ),
    ).toEqual([`warning ${expected.replace(" “", "/label “")}`]);
  });

  it("in both languages", () => {
    expect(messages()).toEqual([
      "a button has no text and says “k1”.",
      `WhatsApp cuts a button’s text to “${TWENTY}”.`,
      "two buttons say “k1”.",
    ]);
    expect(messages({ locale: ptBR })).toEqual([
      "um botão está sem texto e diz “k1”.",
      `o WhatsApp corta o texto de um botão: “${TWENTY}”.`,
      "dois botões dizem “k1”.",
    ]);
  });

  it.each<[string, unknown, object?]>([
    [
      "texts that differ",
      [
        { id: "k1", label: "Sim" },
        { id: "k2", label: "Não" },
      ],
    ],
    ["one of 20 characters, whatever units they take", [{ id: "k1", label: "🙂".repeat(20) }]],
    ["one that Liquid fills in", [{ id: "k1", label: "{{ contact.firstName }}, sim" }]],
    ["a row of a list, of 24 characters", ["a", "b", "c", "d"].map((id) => ({ id, label: id.repeat(24) }))],
    ["a template, which has its own", [{ id: "k1" }, { id: "k2", label: LONG }], { templateName: "offer" }],
    ["what is no button: a problem of its own", [7]],
  ])("but nothing of %s", (_, buttons, config) => {
    expect(found(buttons, config).filter(({ code }) => code.includes("text"))).toEqual([]);
  });
});

describe("what a button says", () => {
  it.each<[string, object[], string, object?]>([
    ["its label", [{ id: "k1", label: "Sim" }], "Sim"],
    ["its id, without one", [{ id: "k1", label: " " }], "k1"],
    ["the beginning of a long one", [{ id: "k1", label: LONG }], TWENTY],
    ["whole characters", [{ id: "k1", label: "🙂".repeat(21) }], "🙂".repeat(20)],
    ["all of it below a template", [{ id: "k1", label: LONG }], LONG, { templateName: "offer" }],
    [
      "all of it until Liquid is filled in",
      [{ id: "k1", label: `{{ deal.name }} ${LONG}` }],
      `{{ deal.name }} ${LONG}`,
    ],
  ])("%s, where it is sent and where it is drawn", (_, buttons, expected, rest) => {
    const config = { text: "Hm?", buttons, ...rest };
    expect(buttonsOf(config as never)).toEqual([{ id: "k1", label: expected }]);
    const [handle] = handlesOf({ ...action("ask", "send_whatsapp"), config: config as never });
    expect(handle).toMatchObject({ id: "btn_k1", label: expected });
  });
});
