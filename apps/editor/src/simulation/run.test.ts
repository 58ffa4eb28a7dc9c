import { FIELDS } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import { expect, test } from "vitest";
import { officeHours } from "../data/workspace.ts";
import { runDraft, startFacts } from "./run.ts";

const definition: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "where",
      type: "condition",
      condition: {
        branches: [
          { id: "a", query: { combinator: "and", rules: [{ field: "deal.stageId", operator: "=", value: "s2" }] } },
          { id: "b", query: { combinator: "and", rules: [{ field: "deal.stageId", operator: "=", value: "s3" }] } },
        ],
      },
    },
    { id: "hi", type: "action", actionType: "send_whatsapp", config: { text: "Hi" } },
  ],
  edges: [
    { source: "start", target: "where" },
    { source: "where", target: "hi", sourceHandle: "branch_a" },
  ],
};
const fields = FIELDS.filter(({ name }) => ["deal.value", "deal.stageId", "deal.tagIds"].includes(name));

test("a deal starts with examples, no tags, and the ids that the first rules ask for", () => {
  expect(startFacts(fields, definition).deal).toEqual({ tagIds: [], value: 12_000, stageId: "s2" });
});

test("where the trigger finds its deals comes before what rules ask for", () => {
  expect(startFacts(fields, definition, { stageId: "s1" }).deal?.["stageId"]).toBe("s1");
});

test("messages wait for business hours only when the scenario keeps to them", () => {
  const saturday = "2026-01-10T12:00:00Z";
  const draft = { id: "s1", name: "", startAt: saturday, facts: startFacts(fields, definition), outcomes: {} };
  const setting = { definition, businessHours: officeHours("UTC"), catalogue: {} };
  expect(runDraft({ ...draft, keepHours: false }, setting).durationMs).toBe(0);
  expect(runDraft({ ...draft, keepHours: true }, setting).endedAt).toBe("2026-01-12T09:00:00.000Z");
});

test("what the trigger does not bring fails as it does in life", () => {
  const act = { id: "act", type: "action" as const, actionType: "hide_instagram_comment" as const };
  const nodes = [{ id: "start", type: "trigger" as const }, act];
  const hiding: GraphDefinition = { version: 2, nodes, edges: [{ source: "start", target: "act" }] };
  const draft = { id: "s1", name: "", startAt: "2026-01-10T12:00:00Z", facts: {}, outcomes: {}, keepHours: false };
  const setting = { definition: hiding, businessHours: null, catalogue: {} };
  const statusOf = (type: string) => runDraft(draft, { ...setting, trigger: { type } }).status;
  expect(statusOf("deal_created")).toBe("failed");
  expect(statusOf("instagram_comment")).toBe("completed");
});

test("messages name what the deal's ids stand for, also where the run has changed them", () => {
  const move = { id: "move", type: "action" as const, actionType: "move_stage" as const };
  const hi = { id: "hi", type: "action" as const, actionType: "send_whatsapp" as const };
  const moving: GraphDefinition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { ...move, config: { targetStageId: "s2" } },
      { ...hi, config: { text: "{{ deal.stage }} {{ deal.value | money: 'BRL' }}" } },
    ],
    edges: [
      { source: "start", target: "move" },
      { source: "move", target: "hi" },
    ],
  };
  const facts = { deal: { stageId: "s1", stage: { id: "s1", name: "Leads" }, value: 10 } };
  const draft = { id: "s1", name: "", startAt: "2026-01-10T12:00:00Z", facts, outcomes: {}, keepHours: false };
  const names = { stage: { s2: { name: "Proposta" } } };
  const setting = { definition: moving, businessHours: null, catalogue: {}, writing: { locale: "pt-BR", names } };
  const sent = runDraft(draft, setting).trace.find(({ nodeId, rendered }) => nodeId === "hi" && rendered !== null);
  expect(String(sent?.rendered?.["text"]).replaceAll(/\s/gu, " ")).toBe("Proposta R$ 10,00");
});
