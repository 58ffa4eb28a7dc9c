import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lookup } from "../../document/lookup.ts";
import { pageTexts, switchLanguage } from "../../i18n/texts.ts";
import { graph } from "../../document/testing.ts";
import { sentenceTree } from "./tree.ts";
import type { SentenceContext } from "./tree.ts";
import { triggerSentence } from "../trigger.ts";
import { asMarkdown, asText } from "../../features/sentences/written.ts";

type Inside = Omit<GraphNode, "id">;

const branchesOf = ({ condition }: Inside): JsonObject[] => {
  const branches = condition?.["branches"];
  return Array.isArray(branches) ? (branches as JsonObject[]) : [];
};

const NAMES: Lookup = {
  stageName: (id) => ({ st_won: "Ganho" })[id] ?? null,
  tagName: (id) => ({ vip: "VIP", new: "Novo" })[id] ?? null,
  userName: (id) => ({ ana: "Ana" })[id] ?? null,
  fieldName: () => null,
};

const wait = (days: number): Inside => ({ type: "wait", config: { delaySeconds: days * 86_400 } });
const end: Inside = { type: "end" };
const action = (actionType: NonNullable<GraphNode["actionType"]>, config: Inside["config"] = {}): Inside => ({
  type: "action",
  actionType,
  config,
});
const vip: Inside = {
  type: "condition",
  condition: {
    branches: [
      {
        id: "v",
        label: "VIP",
        query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] },
      },
    ],
  },
};
const ask = action("send_whatsapp", {
  text: "Oi {{ contact.firstName }}",
  buttons: [{ id: "y", label: "Sim" }],
  replyTimeoutSeconds: 7200,
});

const EXAMPLES = {
  chain: graph("t>w>m>e", { t: { type: "trigger" }, w: wait(2), m: action("send_whatsapp", { text: "Oi" }), e: end }),
  branches: graph("t>c c.branch_v>a c.fallback>k", {
    t: { type: "trigger" },
    c: vip,
    a: action("assign_responsible", { userId: "ana" }),
    k: action("create_task", { title: "Ligar" }),
  }),
  join: graph("t>c c.branch_v>a>w c.fallback>w>e", {
    t: { type: "trigger" },
    c: vip,
    a: action("add_tag", { tagIds: ["vip", "new"] }),
    w: wait(1),
    e: end,
  }),
  reply: graph("t>q q.btn_y>s q.timeout>e", {
    t: { type: "trigger" },
    q: ask,
    s: action("move_stage", { targetStageId: "st_won" }),
    e: end,
  }),
  failure: graph("t>h>e h.fallback>k", {
    t: { type: "trigger" },
    h: action("webhook", { url: "https://erp.example/orders" }),
    k: action("create_task", { title: "ERP" }),
    e: end,
  }),
  turns: graph("t>r r.rr_a>e r.rr_b>k", {
    t: { type: "trigger" },
    r: {
      type: "round_robin",
      config: {
        exits: [
          { id: "a", label: "Ana", weight: 2 },
          { id: "b", label: "Bia", weight: 1 },
        ],
      },
    },
    e: end,
    k: action("stop_automations"),
  }),
  loose: graph("t>w x>e", { t: { type: "trigger" }, w: wait(1), x: action("close_conversation"), e: end }),
  circle: graph("t>a>b b>a", { t: { type: "trigger" }, a: wait(1), b: wait(2) }),
  named: graph("t>w", {
    t: { type: "trigger" },
    w: { type: "wait", config: { delaySeconds: 60, ui: { label: "Pausa" } } },
  }),
  namedAlike: graph("t>g", {
    t: { type: "trigger" },
    g: action("add_tag", { tagIds: ["vip"], ui: { label: "vip" } }),
  }),
  unfinished: graph("t>m>a", { t: { type: "trigger" }, m: action("move_stage"), a: action("send_email") }),
  alone: graph("t", { t: { type: "trigger" } }),
} satisfies Record<string, GraphDefinition>;

type Example = keyof typeof EXAMPLES;

const proseOf = (definition: GraphDefinition): string => {
  const context: SentenceContext = { names: NAMES, when: triggerSentence("stage_entered", "Proposta") };
  return asText(sentenceTree(definition, context), "APART").trimEnd();
};

const LINES: Record<"en" | "pt-BR", Record<Example, string[]>> = {
  en: {
    chain: ["When a deal enters Proposta: wait 2 days, then send the WhatsApp message “Oi”, then end."],
    branches: [
      "When a deal enters Proposta: check the conditions:",
      "• If the deal's value is at least 10,000 (VIP): assign the deal to Ana.",
      "• Otherwise: create the task “Ligar”.",
    ],
    join: [
      "When a deal enters Proposta: check the conditions:",
      "• If the deal's value is at least 10,000 (VIP): add the tags VIP and Novo.",
      "• Otherwise: go straight on.",
      "",
      "Then, in each of these cases: wait 1 day, then end.",
    ],
    reply: [
      "When a deal enters Proposta: send the WhatsApp message “Oi ‹Contact’s first name›” and wait for the answer:",
      "• If they press “Sim”: move the deal to Ganho.",
      "• If no reply comes within 2 h: end.",
    ],
    failure: [
      "When a deal enters Proposta: call erp.example/orders.",
      "• If that fails: create the task “ERP”.",
      "",
      "Then end.",
    ],
    turns: [
      "When a deal enters Proposta: distribute round-robin over 2 exits:",
      "• In turn, “Ana” (67%): end.",
      "• In turn, “Bia” (33%): stop the deal's other automations.",
    ],
    loose: ["When a deal enters Proposta: wait 1 day.", "", "APART", "", "Close the conversation, then end."],
    circle: ["When a deal enters Proposta: wait 1 day, then wait 2 days, then go back to “Wait 1 day”."],
    named: ["When a deal enters Proposta: wait 1 min (Pausa)."],
    namedAlike: ["When a deal enters Proposta: add the tag VIP."],
    unfinished: [
      "When a deal enters Proposta: move the deal to a stage not chosen yet, then send an e-mail, not written yet.",
    ],
    alone: ["When a deal enters Proposta: nothing happens yet."],
  },
  "pt-BR": {
    chain: ["Quando um negócio entra em Proposta: esperar 2 dias, depois enviar no WhatsApp “Oi”, depois encerrar."],
    branches: [
      "Quando um negócio entra em Proposta: verificar as condições:",
      "• Se o valor do negócio for de pelo menos 10.000 (VIP): passar o negócio para Ana.",
      "• Senão: criar a tarefa “Ligar”.",
    ],
    join: [
      "Quando um negócio entra em Proposta: verificar as condições:",
      "• Se o valor do negócio for de pelo menos 10.000 (VIP): adicionar as tags VIP e Novo.",
      "• Senão: seguir em frente.",
      "",
      "Depois, em cada um desses casos: esperar 1 dia, depois encerrar.",
    ],
    reply: [
      "Quando um negócio entra em Proposta: enviar no WhatsApp “Oi ‹Primeiro nome do contato›” e esperar a resposta:",
      "• Se a pessoa tocar em “Sim”: mover o negócio para Ganho.",
      "• Se não vier resposta em 2 h: encerrar.",
    ],
    failure: [
      "Quando um negócio entra em Proposta: chamar erp.example/orders.",
      "• Se isso falhar: criar a tarefa “ERP”.",
      "",
      "Depois, encerrar.",
    ],
    turns: [
      "Quando um negócio entra em Proposta: distribuir em rodízio por 2 saídas:",
      "• Na vez de “Ana” (67%): encerrar.",
      "• Na vez de “Bia” (33%): parar as outras automações do negócio.",
    ],
    loose: [
      "Quando um negócio entra em Proposta: esperar 1 dia.",
      "",
      "APART",
      "",
      "Encerrar a conversa, depois encerrar.",
    ],
    circle: [
      "Quando um negócio entra em Proposta: esperar 1 dia, depois esperar 2 dias, depois voltar para “Esperar 1 dia”.",
    ],
    named: ["Quando um negócio entra em Proposta: esperar 1 min (Pausa)."],
    namedAlike: ["Quando um negócio entra em Proposta: adicionar a tag VIP."],
    unfinished: [
      "Quando um negócio entra em Proposta: mover o negócio para uma etapa ainda não escolhida, depois enviar um e-mail, ainda não escrito.",
    ],
    alone: ["Quando um negócio entra em Proposta: nada acontece por enquanto."],
  },
};

describe.each(["en", "pt-BR"] as const)("an automation in sentences, %s", (language) => {
  beforeAll(() => switchLanguage(pageTexts(), language));
  afterAll(() => switchLanguage(pageTexts(), "en"));

  test.each(Object.entries(LINES[language]))("%s", (example, lines) => {
    expect(proseOf(EXAMPLES[example as Example]).split("\n")).toEqual(lines);
  });
});

describe("broken graphs", () => {
  test.each<[string, GraphDefinition, string[]]>([
    ["a cycle that nothing leads to", graph("a>b b>a", { a: wait(1), b: wait(2) }), ["a", "b"]],
    ["a connection into nowhere", { ...graph("t>a"), edges: [{ source: "t", target: "gone" }] }, ["t", "a"]],
    ["several connections from one exit", graph("t>a t>b t>c"), ["t", "a", "b", "c"]],
    ["two triggers", graph("t>a u>a", { u: { type: "trigger" } }), ["t", "a", "u"]],
    ["a type that does not exist", graph("t>x", { x: { type: "magic" } as unknown as Inside }), ["t", "x"]],
    ["configs that are no objects", graph("t>x", { x: { type: "wait", config: 7 } as unknown as Inside }), ["t", "x"]],
    ["nothing at all", { version: 2, nodes: [] }, []],
  ])("%s: every step is described once", (_name, definition, ids) => {
    const steps: string[] = [];
    const visit = (sentences: ReturnType<typeof sentenceTree>["main"]): void => {
      for (const { parts, exits } of sentences) {
        for (const part of parts) if (part.kind === "step") steps.push(part.nodeId);
        for (const exit of exits) visit(exit.sentences);
      }
    };
    const { main, apart } = sentenceTree(definition, { names: NAMES, when: null });
    [main, ...apart].forEach(visit);
    expect(steps.toSorted()).toEqual(ids.toSorted());
  });
});

const linesOf = (chains: string, more: Record<string, Inside> = {}): string[] => {
  const definition = graph(chains, { t: { type: "trigger" }, c: vip, d: vip, ...more });
  const lines = asText(sentenceTree(definition, { names: NAMES, when: "When it starts" }), "APART").trimEnd();
  return lines.split("\n").map((line) => line.replaceAll("If the deal's value is at least 10,000 (VIP)", "If VIP"));
};

describe("where exits join", () => {
  const [a, b, w] = [wait(1), wait(2), wait(3)];

  test("the steps that follow in any case are described once, after the exits", () => {
    expect(linesOf("t>c c.branch_v>a>w c.fallback>b>w", { a, b, w })).toEqual([
      "When it starts: check the conditions:",
      "• If VIP: wait 1 day.",
      "• Otherwise: wait 2 days.",
      "",
      "Then, in each of these cases: wait 3 days.",
    ]);
  });

  test("nested exits continue with what follows the outer ones", () => {
    expect(linesOf("t>c c.branch_v>d d.branch_v>a>w d.fallback>w c.fallback>b>w", { a, b, w })).toEqual([
      "When it starts: check the conditions:",
      "• If VIP: check the conditions:",
      "  • If VIP: wait 1 day.",
      "  • Otherwise: go straight on.",
      "• Otherwise: wait 2 days.",
      "",
      "Then, in each of these cases: wait 3 days.",
    ]);
  });

  test("nested exits may join before the outer ones", () => {
    expect(linesOf("t>c c.branch_v>d d.branch_v>a d.fallback>a a>w c.fallback>w", { a, w })).toEqual([
      "When it starts: check the conditions:",
      "• If VIP: check the conditions:",
      "  • If VIP: go straight on.",
      "  • Otherwise: go straight on.",
      "  Then, in each of these cases: wait 1 day.",
      "• Otherwise: go straight on.",
      "",
      "Then, in each of these cases: wait 3 days.",
    ]);
  });

  test("when one exit ends, the others refer to what they share", () => {
    const c: Inside = { ...vip, condition: { branches: [...branchesOf(vip), { ...branchesOf(vip)[0], id: "w" }] } };
    expect(linesOf("t>c c.branch_v>a>w c.branch_w>w", { a, w, c })).toEqual([
      "When it starts: check the conditions:",
      "• If VIP: wait 1 day, then wait 3 days.",
      "• If VIP: continue with “Wait 3 days”.",
      "• Otherwise: nothing happens.",
    ]);
  });

  test("after a failure that is fixed, the chain goes on once", () => {
    const h = action("webhook", { url: "https://erp.example/orders" });
    expect(linesOf("t>h>w h.fallback>a>w", { h, a, w })).toEqual([
      "When it starts: call erp.example/orders.",
      "• If that fails: wait 1 day.",
      "",
      "Then, in each of these cases: wait 3 days.",
    ]);
  });

  test("an end is named wherever an exit leads to it", () => {
    const e: Inside = { type: "end", config: { ui: { label: "Done" } } };
    expect(linesOf("t>c c.branch_v>a>e c.fallback>e", { a, e })).toEqual([
      "When it starts: check the conditions:",
      "• If VIP: wait 1 day, then end (Done).",
      "• Otherwise: end (Done).",
    ]);
  });

  test("an exit that leads back joins no other", () => {
    expect(linesOf("t>a>c c.branch_v>a c.fallback>w", { a, w })).toEqual([
      "When it starts: wait 1 day, then check the conditions:",
      "• If VIP: go back to “Wait 1 day”.",
      "• Otherwise: wait 3 days.",
    ]);
  });
});

test("Markdown lists the exits and escapes marks in texts", () => {
  const definition = graph("t>c c.branch_v>k c.fallback>k", {
    t: { type: "trigger" },
    c: vip,
    k: action("create_task", { title: "*now* <b>" }),
  });
  const tree = sentenceTree(definition, { names: NAMES, when: "When it starts" });
  expect(asMarkdown(tree, "Apart")).toBe(
    [
      "When it starts: check the conditions:",
      "- **If the deal's value is at least 10,000 (VIP)**: go straight on.",
      "- **Otherwise**: go straight on.",
      "",
      String.raw`Then, in each of these cases: create the task “\*now\* \<b\>”.`,
      "",
    ].join("\n"),
  );
});
