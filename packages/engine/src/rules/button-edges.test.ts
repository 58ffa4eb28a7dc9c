import { describe, expect, it } from "vitest";
import { ptBR } from "../messages/pt-br.ts";
import { action, end, graph, trigger } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

const TWO = [
  { id: "yes", label: "Yes" },
  { id: "no", label: "No" },
];
const asking = (buttons: unknown, ...lines: string[]) =>
  graph(
    [trigger(), action("ask", "send_whatsapp", { text: "Shall I call?", buttons } as never), end()],
    ["start > ask", "ask timeout> done", ...lines],
  );
const told = (definition: unknown, options = {}) =>
  validateGraph(definition, options).problems.filter(({ code }) => code === "button-without-edge");

describe("a button that leads nowhere", () => {
  it.each<[string, unknown, string[], string[]]>([
    ["while another one leads on", TWO, ["ask btn_yes> done"], ["/nodes/1/config/buttons/1"]],
    [
      "each of them",
      [{ id: "maybe" }, ...TWO],
      ["ask btn_no> done"],
      ["/nodes/1/config/buttons/0", "/nodes/1/config/buttons/1"],
    ],
    ["also where texts lead on", TWO, ["ask btn_yes> done", "ask text_reply> done"], ["/nodes/1/config/buttons/1"]],
    ["but not where any other reply does", TWO, ["ask btn_yes> done", "ask replied> done"], []],
    ["or the way after the message", TWO, ["ask btn_yes> done", "ask > done"], []],
    ["or where each leads on", TWO, ["ask btn_yes> done", "ask btn_no> done"], []],
    ["or none does", TWO, ["ask text_reply> done"], []],
    ["or there is one alone", TWO.slice(0, 1), [], []],
  ])("%s", (_, buttons, lines, paths) => {
    expect(told(asking(buttons, ...lines)).map(({ path }) => path)).toEqual(paths);
  });

  it("is named without what Liquid fills in, as is the exit of two connections", () => {
    const named = [{ id: "call", label: "Call {{ contact.firstName }}" }, ...TWO];
    const [open] = told(asking(named, "ask btn_yes> done"));
    expect(open?.message).toContain("“Call …”");
    const twice = validateGraph(asking(named, "ask btn_call> done", "ask btn_call> ask")).problems;
    const several = twice.find(({ code }) => code === "several-edges-from-handle");
    expect(several?.message).toContain("“Call …”");
  });

  it("is a warning in words, which an end mends", () => {
    const [problem] = told(asking(TWO, "ask btn_yes> done"));
    expect(problem).toMatchObject({
      severity: "warning",
      nodeId: "ask",
      message: "“Send WhatsApp: Shall I call?”: the button “No” leads nowhere, so the run ends for whoever presses it.",
      fixes: [{ safe: true, patch: [{ value: { source: "ask", sourceHandle: "btn_no", target: "done" } }] }],
    });
    expect(told(asking(TWO, "ask btn_yes> done"), { locale: ptBR })[0]?.message).toBe(
      "“Enviar WhatsApp: Shall I call?”: o botão “No” não leva a lugar nenhum: para quem o aperta, a execução termina.",
    );
  });
});
