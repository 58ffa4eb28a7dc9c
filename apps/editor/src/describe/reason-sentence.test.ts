import { FIELDS, simulateRun } from "@trilho/engine";
import type { GraphDefinition, JsonObject } from "@trilho/engine";
import { afterEach, describe, expect, test } from "vitest";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import { formatInstant } from "../i18n/format.ts";
import { pageTexts, switchLanguage } from "../i18n/texts.ts";
import { text } from "../i18n/use-text.ts";
import { momentSentence, reasonSentence } from "./reason-sentence.ts";

const names: Record<string, string> = { s1: "Leads", s2: "Proposta", t1: "VIP" };
const byId = (id: string): string | null => names[id] ?? null;
const lookup = { ...EMPTY_LOOKUP, stageName: byId, tagName: byId };

/** The reason of a condition with one branch of one rule, for a deal. */
function reason(rule: JsonObject, deal: JsonObject): string {
  const definition: GraphDefinition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      {
        id: "c",
        type: "condition",
        condition: { branches: [{ id: "b", label: "First", query: { combinator: "and", rules: [rule] } }] },
      },
    ],
    edges: [{ source: "start", target: "c" }],
  };
  const entry = simulateRun(definition, { startAt: "2026-01-05T12:00:00Z", facts: { deal } }).trace[1];
  return entry ? reasonSentence(entry, FIELDS, lookup, (key, params) => text("simulate", key, params)) : "";
}

test.each([
  [
    "Branch First: Deal value 12,000 ≥ 10,000",
    { field: "deal.value", operator: ">=", value: 10_000 },
    { value: 12_000 },
  ],
  [
    "No branch held: Stage Leads is not Proposta",
    { field: "deal.stageId", operator: "=", value: "s2" },
    { stageId: "s1" },
  ],
  [
    'Branch First: Stage "gone" is none of [Leads]',
    { field: "deal.stageId", operator: "notIn", value: ["s1"] },
    { stageId: "gone" },
  ],
  [
    "Branch First: Tags [VIP] contains VIP",
    { field: "deal.tagIds", operator: "contains", value: "t1" },
    { tagIds: ["t1"] },
  ],
  [
    'Branch First: Deal name "deal.stageId = 12000" = "deal.stageId = 12000"',
    { field: "deal.name", operator: "=", value: "deal.stageId = 12000" },
    { name: "deal.stageId = 12000" },
  ],
  ["No branch held: Deal value (empty) is not ≥ 10,000", { field: "deal.value", operator: ">=", value: 10_000 }, {}],
  ["Branch First: Stage is not empty", { field: "deal.stageId", operator: "notNull" }, { stageId: "s1" }],
  ['No branch held: deal.odd: unknown operator "like"', { field: "deal.odd", operator: "like", value: 10_000 }, {}],
])("%s", (expected, rule, deal) => {
  expect(reason(rule, deal)).toBe(expected);
});

test("rules are said in the reader's language, with its numbers and the names of ids", async () => {
  const asked: [JsonObject, JsonObject][] = [
    [{ field: "deal.value", operator: ">=", value: 10_000 }, { value: 12_000.5 }],
    [{ field: "deal.stageId", operator: "in", value: ["s1", "gone"] }, { stageId: "s2" }],
  ];
  await switchLanguage(pageTexts(), "pt-BR");
  const said = asked.map(([rule, deal]) => reason(rule, deal));
  await switchLanguage(pageTexts(), "en");
  expect(said).toEqual([
    "Ramo First: Deal value 12.000,5 ≥ 10.000",
    'Nenhum ramo valeu: Stage Proposta não é nenhum de [Leads, "gone"]',
  ]);
});

test("lengths of time are said as everywhere in the editor", () => {
  const definition: GraphDefinition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "w", type: "wait", config: { delaySeconds: 86_400 } },
    ],
    edges: [{ source: "start", target: "w" }],
  };
  const { trace } = simulateRun(definition, { startAt: "2026-01-05T12:00:00Z", facts: {} });
  const words = trace.map((entry) =>
    reasonSentence(entry, FIELDS, lookup, (key, params) => text("simulate", key, params)),
  );
  expect(words.slice(1, 3)).toEqual(["Waits 1 day", "Waited 1 day"]);
});

describe("why an attempt failed", () => {
  afterEach(() => switchLanguage(pageTexts(), "en"));

  const failure = [{ code: "host-not-found", params: { host: "crm.example.com", detail: "ENOTFOUND" } }];
  const message = "crm.example.com was not found: check the address (ENOTFOUND).";
  const said = (code: string, params: JsonObject): string => {
    const entry = { seq: 1, at: "", nodeId: "a", handle: null, edgeId: null, text: "", effect: null, rendered: null };
    const why = { code, params: { message, failure, ...params } };
    return reasonSentence({ ...entry, issues: [], why }, FIELDS, lookup, (key, values) =>
      text("simulate", key, values),
    );
  };

  test("is a part of the step's sentence, in the reader's language", async () => {
    expect(said("attempt-failed", { attempt: 1, retryInMs: 60_000 })).toBe(
      "1st attempt failed: crm.example.com was not found: check the address (ENOTFOUND); next in 1 min",
    );
    await switchLanguage(pageTexts(), "pt-BR");
    expect(said("attempt-failed", { attempt: 1, retryInMs: 60_000 })).toBe(
      "A 1ª tentativa falhou: crm.example.com não foi encontrado: confira o endereço (ENOTFOUND); a próxima em 1 min",
    );
    expect(said("failed-permanently", {})).toBe(
      "Falhou de vez: crm.example.com não foi encontrado: confira o endereço (ENOTFOUND)",
    );
    expect(said("retries-exhausted", { attempts: 5 })).toBe(
      "Todas as 5 tentativas falharam: crm.example.com não foi encontrado: confira o endereço (ENOTFOUND)",
    );
    expect(said("failed-permanently", { message: "no answer", failure: [{ code: "no-answer", params: {} }] })).toBe(
      "Falhou de vez: Não veio resposta",
    );
    // From before, or of a newer service.
    expect(said("failed-permanently", { message: "No such stage", failure: null })).toBe(
      "Falhou de vez: No such stage",
    );
    expect(said("failed-permanently", { message: "No such stage", failure: [{ code: "?", params: {} }] })).toBe(
      "Falhou de vez: No such stage",
    );
  });
});

describe("a reason that names a moment", () => {
  const opensAt = Date.UTC(2026, 10, 30, 12);
  const saying = (code: string, params: JsonObject): string | null => {
    const entry = { seq: 1, nodeId: "a", handle: null, edgeId: null, text: "", effect: null, rendered: null };
    const at = new Date(opensAt).toISOString();
    return momentSentence({ ...entry, at, issues: [], why: { code, params } }, "en", (key, values) =>
      text("simulate", key, values),
    );
  };
  const zone = { timeZone: "America/Sao_Paulo" };
  const here = formatInstant(new Date(opensAt).toISOString(), "en");

  test.each([
    ["outside-business-hours", { opensAt, opens: "2026-11-30 09:00" }, `Outside business hours: put off to ${here}`],
    ["waiting-until", { until: opensAt, ends: "2026-11-30 09:00" }, `Waits until ${here}`],
    ["waited-until", { ended: "2026-11-30 09:00" }, `Waited until ${here}`],
    ["waiting", { delayMs: 1000 }, null],
  ])("tells it by the browser's clock: %s", (code, params, expected) => {
    expect(saying(code, { ...params, ...zone })).toBe(expected);
  });
});
