import { describe, expect, it } from "vitest";
import { ACTION_TYPES } from "../contract/definition.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Scenario } from "../contract/scenario.ts";
import { because } from "../interpreter/reasons.ts";
import { explainQuery } from "../query/explain.ts";
import { PROBLEMS } from "../rules/validate/codes.ts";
import { graph, trigger, wait } from "../rules/testing/graphs.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import type { ValidateOptions } from "../rules/validate/validate.ts";
import { describeFix, describeProblem, describeReason, describeSimulationError } from "./describe.ts";
import { EN_AROUND } from "./around.ts";
import { enAroundFixes } from "./en-around.ts";
import { en } from "./en.ts";
import type { ReasonCode } from "./locale.ts";
import { nodeName } from "./node-name.ts";
import { ptBR } from "./pt-br.ts";

const broken = graph([trigger(), { id: "pause", type: "wait" }], ["start > pause", "pause > ghost"]);

const find = (options: ValidateOptions = {}) =>
  validateGraph(broken, options).problems.find(({ code }) => code === "delay-needed");

describe("languages", () => {
  it.each([
    [en, "“Wait” needs a time to wait, at least 5 seconds.", "Wait 5 seconds"],
    [ptBR, "“Esperar” precisa de um tempo de espera de pelo menos 5 segundos.", "Esperar 5 segundos"],
  ])("$tag: problems and fixes come in it, and can be put into it later", (locale, message, title) => {
    const asked = find({ locale });
    const later = find();
    expect(asked).toMatchObject({ message, fixes: [{ title }] });
    expect(later && describeProblem(later, locale)).toBe(message);
    expect(later?.fixes?.map((fix) => describeFix(fix, locale))).toEqual([title]);
  });

  it("params survive JSON", () => {
    const { problems } = validateGraph(broken);
    const sent: typeof problems = JSON.parse(JSON.stringify(problems));
    expect(sent.map((problem) => describeProblem(problem))).toEqual(problems.map(({ message }) => message));
  });

  it("have the same sayings", () => {
    const english = {
      ...en,
      problems: { ...en.problems, ...EN_AROUND },
      fixes: { ...en.fixes, ...enAroundFixes },
    };
    for (const part of ["kinds", "problems", "fixes", "reasons", "simulation", "refusals"] as const) {
      expect(Object.keys(ptBR[part]).toSorted()).toEqual(Object.keys(english[part]).toSorted());
    }
    expect(Object.keys(ptBR.problems).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
    for (const type of ACTION_TYPES) expect(ptBR.kinds[type]).not.toBe("");
  });

  it("problems of other rules keep their message", () => {
    const strange = { code: "constructor", message: "Strange.", params: {} };
    expect(describeProblem(strange, ptBR)).toBe("Strange.");
    expect(describeFix({ title: "Fix it" }, ptBR)).toBe("Fix it");
  });
});

describe("why a simulation cannot go on", () => {
  const plain: Scenario = { startAt: "2026-01-05T09:00:00Z", facts: {} };
  const ok = graph([trigger()], []);
  const days = [{ weekday: 9, from: "09:00", to: "18:00" }];
  it.each<[GraphDefinition, Partial<Record<keyof Scenario, unknown>>, string, string]>([
    [{ version: 2, nodes: [] }, {}, "The automation has no trigger.", "A automação não tem gatilho."],
    [
      ok,
      { startAt: "Monday" },
      "“startAt” must be an ISO 8601 instant with a zone, for example 2026-01-05T09:00:00Z.",
      "“startAt” precisa ser um instante ISO 8601 com fuso, por exemplo 2026-01-05T09:00:00Z.",
    ],
    [
      ok,
      { outcomes: { ask: 7 } },
      "The outcome of node “ask” cannot be read.",
      "Não é possível ler o resultado do passo “ask”.",
    ],
    [
      ok,
      { businessHours: { timeZone: "Mars/Base", days: [] } },
      "There is no time zone “Mars/Base”.",
      "O fuso horário “Mars/Base” não existe.",
    ],
    [
      ok,
      { businessHours: { timeZone: "America/Sao_Paulo", days } },
      "Entry 1 of the business hours needs a weekday from 1 to 7 and times “HH:MM”, “from” before “to”.",
      "O item 1 do horário comercial precisa de um dia da semana de 1 a 7 e de horários “HH:MM”, com “from” antes de “to”.",
    ],
  ])("%# is said in both languages", (definition, change, english, portuguese) => {
    const { error } = simulateRun(definition, { ...plain, ...change } as Scenario);
    if (!error) throw new Error("It went on.");
    expect([error.message, describeSimulationError(error), describeSimulationError(error, ptBR)]).toEqual([
      english,
      english,
      portuguese,
    ]);
  });

  it("an error of another kind keeps its message", () => {
    const error = { code: "worker-failed" as const, message: "Gone.", detail: "toString" };
    expect(describeSimulationError(error, ptBR)).toBe("Gone.");
  });
});

describe("reasons in Portuguese", () => {
  const value = { combinator: "and" as const, rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] };
  const rules = (actual: number) => [
    (explainQuery(value, { deal: { value: actual } }) as { rules: unknown[] }).rules[0],
  ];
  it.each<[ReasonCode, JsonObject, string]>([
    ["branch", { label: "VIP", rules: rules(12_000) as never }, "ramo VIP: deal.value 12000 ≥ 10000"],
    ["no-branch", { rules: rules(5) as never }, "nenhum ramo valeu: deal.value 5 não é ≥ 10000"],
    ["no-branch", {}, "nenhum ramo valeu"],
    ["waited", { delayMs: 172_800_000 }, "esperou 2 dias"],
    ["waiting-until", { ends: "2026-11-30 09:00", timeZone: "UTC" }, "espera até 30/11/2026 09:00 (UTC)"],
    ["waited-until", { ended: "2026-11-30 09:00", timeZone: "UTC" }, "esperou até 30/11/2026 09:00 (UTC)"],
    ["waiting-instead", { lack: "never-open", delayMs: 60_000 }, "o horário comercial nunca abre: espera 1 min"],
    ["waiting-instead", { lack: "empty", field: "deal.x", delayMs: 60_000 }, "deal.x está vazio: espera 1 min"],
    ["succeeded", { attempt: 3 }, "a 3ª tentativa deu certo"],
    ["performing", { actionType: "add_tag", attempt: 1 }, "Adicionar tags"],
    ["not-runnable", { failure: [{ code: "no-trigger", params: {} }], message: "x" }, "A automação não tem gatilho."],
    ["not-runnable", { failure: [{ code: "toString", params: {} }], message: "x" }, "x"],
    ["waited", {}, "esperou ?"],
  ])("%s %j: %s", (code, params, text) => expect(describeReason(because(code, params), ptBR)).toBe(text));

  it("no stored reason breaks them, whatever it holds", () => {
    for (const locale of [en, ptBR]) {
      for (const code of Object.keys(locale.reasons)) {
        for (const odd of [
          {},
          { rules: [null, 5, { operator: "x", field: 1 }], label: null, attempt: "x", delayMs: [] },
        ]) {
          expect(typeof describeReason({ code, params: odd as never }, locale)).toBe("string");
        }
      }
    }
  });
});

describe("names of nodes", () => {
  it.each<[unknown, string, string]>([
    [trigger(), "Trigger", "Gatilho"],
    [wait("w", 187_200), "Wait 2 days 4 hours", "Esperar 2 dias 4 horas"],
    [wait("w", 604_800), "Wait 1 week", "Esperar 1 semana"],
    [wait("w", 1_814_400), "Wait 3 weeks", "Esperar 3 semanas"],
    [wait("w", 1_900_800), "Wait 22 days", "Esperar 22 dias"],
    [wait("w", 86_460), "Wait 1 day", "Esperar 1 dia"],
    [{ id: "r", type: "round_robin" }, "Round robin", "Rodízio"],
    [
      { id: "s", type: "action", actionType: "send_whatsapp", config: { text: "Hi" } },
      "Send WhatsApp: Hi",
      "Enviar WhatsApp: Hi",
    ],
    [{ id: "s", type: "action", actionType: null }, "Action", "Ação"],
    [{ id: "s", type: "end", config: { ui: { label: " Won  it " } } }, "Won it", "Won it"],
    [{ id: "s", type: "__proto__" }, "Unknown step", "Passo desconhecido"],
    [5, "an unreadable step", "um passo ilegível"],
  ])("%j: %s, %s", (node, english, portuguese) => {
    expect([nodeName(node as never), nodeName(node as never, ptBR)]).toEqual([english, portuguese]);
  });
});

describe("names in lists", () => {
  it.each([
    [1, "No path from the trigger leads to “Wait 1 minute”."],
    [2, "No path from the trigger leads to “Wait 1 minute” and “Wait 1 minute”."],
    [5, "No path from the trigger leads to “Wait 1 minute”, “Wait 1 minute”, “Wait 1 minute” and 2 more."],
  ])("%i nodes", (count, message) => {
    const island = Array.from({ length: count }, (_, index) => wait(`w${index}`));
    const lines = island.slice(1).map((_, index) => `w${index} > w${index + 1}`);
    const { problems } = validateGraph(graph([trigger(), ...island], lines));
    expect(problems.map((problem) => problem.message)).toContain(message);
  });
});
