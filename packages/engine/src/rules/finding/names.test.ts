import { describe, expect, it } from "vitest";
import type { GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import { en } from "../../messages/en.ts";
import { ptBR } from "../../messages/pt-br.ts";
import { refOf } from "./names.ts";
import { action, wait } from "../testing/graphs.ts";

const until = (given: JsonObject) => ({ id: "x", type: "wait", config: { delaySeconds: 60, until: given } });

describe("what messages call a node", () => {
  it.each<[unknown, string, string]>([
    [wait("x", 86_400), "“Wait 1 day”", "“Esperar 1 dia”"],
    [wait("x", 9000), "“Wait 2 hours 30 minutes”", "“Esperar 2 horas 30 minutos”"],
    [until({ kind: "opening" }), "“Wait until business hours”", "“Esperar até o horário comercial”"],
    [
      until({ kind: "weekday", days: [5, 1, 3], at: "09:00" }),
      "“Wait until Monday, Wednesday or Friday 09:00”",
      "“Esperar até segunda, quarta ou sexta, 09:00”",
    ],
    [
      until({ kind: "field", field: "deal.expectedCloseAt", offsetDays: -1, at: "09:00" }),
      "“Wait until 1 day before expected close, 09:00”",
      "“Esperar até 1 dia antes de “fechamento previsto”, 09:00”",
    ],
    [until({ kind: "field", field: "deal.customFields.renewal" }), "“Wait until renewal”", "“Esperar até “renewal””"],
    [until({ kind: "moon" }), "“Wait 1 minute”", "“Esperar 1 minuto”"],
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
