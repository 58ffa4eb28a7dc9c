import { describe, expect, it } from "vitest";
import type { GraphNode } from "../../contract/definition.ts";
import { en } from "../../messages/en.ts";
import { ptBR } from "../../messages/pt-br.ts";
import { refOf } from "./names.ts";
import { action, wait } from "../testing/graphs.ts";

describe("what messages call a node", () => {
  it.each<[unknown, string, string]>([
    [wait("x", 86_400), "“Wait 1 day”", "“Esperar 1 dia”"],
    [wait("x", 9000), "“Wait 2 hours 30 minutes”", "“Esperar 2 horas 30 minutos”"],
    [wait("x", "soon"), "“Wait”", "“Esperar”"],
    [action("x", "wait", { delaySeconds: 59.5 }), "“Wait 59 seconds”", "“Esperar 59 segundos”"],
    [wait("x", -1), "“Wait”", "“Esperar”"],
    [
      action("x", "send_whatsapp", { text: "Hello\n  there" }),
      "“Send WhatsApp: Hello there”",
      "“Enviar WhatsApp: Hello there”",
    ],
    [action("x", "send_whatsapp", { text: " \n " }), "“Send WhatsApp”", "“Enviar WhatsApp”"],
    [action("x", "send_whatsapp", { text: 5 }), "“Send WhatsApp”", "“Enviar WhatsApp”"],
    [action("x", "add_tag", { tagIds: ["t"] }), "“Add tags”", "“Adicionar tags”"],
    [action("x", "add_tag", { "": "no text of it" }), "“Add tags”", "“Adicionar tags”"],
    [{ id: "x", type: "end", actionType: "send_email", config: { subject: "Hi" } }, "“End”", "“Fim”"],
    [{ ...wait("x"), config: { ui: { label: "Pause" } } }, "“Pause”", "“Pause”"],
    [{ ...wait("x"), config: { ui: { label: " " } } }, "“Wait”", "“Esperar”"],
    [{ id: "x", type: "action", actionType: "toString" }, "“Action”", "“Ação”"],
    [{ id: "x", type: "constructor" }, "“Unknown step”", "“Passo desconhecido”"],
    [null, "an unreadable step", "um passo ilegível"],
  ])("%j is called %s, %s", (node, english, portuguese) => {
    const params = { node: refOf(node as GraphNode) };
    expect(en.problems["condition-without-branches"](params)).toBe(`${english} has no branches to choose from.`);
    expect(ptBR.problems["condition-without-branches"](params)).toBe(`${portuguese} não tem ramos para escolher.`);
  });
});
