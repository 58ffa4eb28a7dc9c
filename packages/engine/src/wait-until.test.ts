import { describe, expect, it } from "vitest";
import { analyseGraph } from "./analyse/analyse-graph.ts";
import { coverScenarios } from "./analyse/cover/cover-scenarios.ts";
import { DAY_MS } from "./contract/durations.ts";
import type { GraphDefinition } from "./contract/definition.ts";
import type { JsonObject } from "./contract/json.ts";
import type { Scenario } from "./contract/scenario.ts";
import { toMermaid } from "./formats/mermaid.ts";
import { nodeName } from "./messages/node-name.ts";
import { advance, moveRun, startState } from "./interpreter/advance.ts";
import { compileRun } from "./interpreter/compile-run.ts";
import { simulateRun } from "./simulate/simulate-run.ts";

const waiting = (config: JsonObject): GraphDefinition => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "pause", type: "wait", config },
    { id: "tell", type: "action", actionType: "send_email", config: { subject: "Hi" } },
  ],
  edges: [
    { id: "e1", source: "start", target: "pause" },
    { id: "e2", source: "pause", target: "tell" },
  ],
});
const MONDAY = { kind: "weekday", days: [1], at: "09:00" };
const DATE = { kind: "field", field: "deal.expectedCloseAt", offsetDays: -1, at: "09:00" };
const FRIDAY = "2026-11-27T12:00:00Z";
const scenario = (facts: Scenario["facts"], more: Partial<Scenario> = {}): Scenario => ({
  startAt: FRIDAY,
  timeZone: "America/Sao_Paulo",
  facts,
  ...more,
});
const story = (config: JsonObject, given: Scenario) =>
  simulateRun(waiting(config), given)
    .trace.filter(({ nodeId }) => nodeId === "pause")
    .map(({ at, text }) => `${at.slice(0, 16)} ${text}`);

describe("a run that waits until something", () => {
  it("says until when, and goes on then", () => {
    expect(story({ delaySeconds: 3600, until: MONDAY }, scenario({}))).toEqual([
      "2026-11-27T12:00 waits until Nov 30, 2026, 09:00 (America/Sao_Paulo)",
      "2026-11-30T12:00 waited until Nov 30, 2026, 09:00 (America/Sao_Paulo)",
    ]);
  });

  it.each<[string, Scenario["facts"], string]>([
    ["empty", { deal: {} }, "deal.expectedCloseAt is empty: waits 1 h"],
    ["past", { deal: { expectedCloseAt: "2026-11-20" } }, "deal.expectedCloseAt gives no moment ahead: waits 1 h"],
    ["no date", { deal: { expectedCloseAt: "soon" } }, "deal.expectedCloseAt is no date: waits 1 h"],
  ])("waits its fixed time where its date is %s", (_, facts, why) => {
    const [first, last] = story({ delaySeconds: 3600, until: DATE }, scenario(facts));
    expect(first).toBe(`2026-11-27T12:00 ${why}`);
    expect(last).toMatch(/^2026-11-27T13:00 waited until/);
  });

  it("waits its fixed time where what it waits for cannot be read", () => {
    expect(story({ delaySeconds: 3600, until: { kind: "moon" } }, scenario({}))).toEqual([
      "2026-11-27T12:00 waits 1 h",
      "2026-11-27T13:00 waited 1 h",
    ]);
  });

  it("takes the zone of the business hours where the workspace's is not told, else UTC", () => {
    const businessHours = { timeZone: "Asia/Kathmandu", days: [] };
    const { timeZone: _, ...plain } = scenario({});
    expect(story({ until: MONDAY }, { ...plain, businessHours })[0]).toContain("(Asia/Kathmandu)");
    expect(story({ until: MONDAY }, plain)[0]).toContain("(UTC)");
  });

  it("is refused where the zone is none", () => {
    expect(simulateRun(waiting({ until: MONDAY }), scenario({}, { timeZone: "Mars/Base" })).error?.code).toBe(
      "unknown-time-zone",
    );
  });

  it("opens a sleep like any wait, and keeps its end when the date changes", () => {
    const plan = compileRun(waiting({ delaySeconds: 60, until: DATE }), { timeZone: "UTC" });
    const facts = { deal: { expectedCloseAt: "2026-12-04" } };
    const begun = advance(plan, startState(), { type: "started", at: Date.parse(FRIDAY), facts });
    const until = Date.parse("2026-12-03T09:00:00Z");
    expect(begun.effects).toEqual([{ type: "sleep", nodeId: "pause", until, reason: "wait" }]);
    const later = { deal: { expectedCloseAt: "2027-12-04" } };
    expect(advance(plan, begun.state, { type: "woke", at: until - 1, facts: later }).accepted).toBe(false);
    expect(advance(plan, begun.state, { type: "woke", at: until, facts: later }).state.nodeId).toBe("tell");
  });
});

describe("what is known before any run", () => {
  it.each<[string, JsonObject, number, number]>([
    ["a weekday is a week away at most", MONDAY, 0, 7],
    ["the next of two weekdays as long as they are apart", { ...MONDAY, days: [1, 3] }, 0, 5],
    ["an opening is a week away at most", { kind: "opening" }, 0, 7],
    ["a date may be a year away", DATE, 0, 365],
  ])("%s", (_, until, min, max) => {
    const { durationMs } = analyseGraph(waiting({ delaySeconds: 3600, until }));
    expect(durationMs).toMatchObject({ min: min * DAY_MS, max: max * DAY_MS });
  });

  it("scenarios cover what follows it", () => {
    const idle = { field: "deal.daysInStage", operator: ">", value: 4 };
    const ask = {
      id: "ask",
      type: "condition" as const,
      condition: { branches: [{ id: "idle", query: { combinator: "and", rules: [idle] } }] },
    };
    const graph = waiting({ delaySeconds: 3600, until: MONDAY });
    const edges = [
      { id: "e1", source: "start", target: "pause" },
      { id: "e2", source: "pause", target: "ask" },
      { id: "e3", source: "ask", target: "tell", sourceHandle: "branch_idle" },
    ];
    const { scenarios, unknown, unreachable } = coverScenarios({ ...graph, nodes: [...graph.nodes, ask], edges });
    expect([scenarios.length, unknown, unreachable]).toEqual([1, [], []]);
  });

  it("a drawing says until when", () => {
    expect(toMermaid(waiting({ until: MONDAY }), { node: nodeName })).toContain("Wait until Monday 09:00");
  });
});

const planOf = (config: JsonObject) => compileRun(waiting(config), { timeZone: "UTC" });
const begunWith = (config: JsonObject) =>
  advance(planOf(config), startState(), { type: "started", at: Date.parse(FRIDAY), facts: {} }).state;

describe("a run that is moved while it waits", () => {
  it.each<[string, JsonObject, JsonObject, "kept" | "deadline-unknown" | "cannot-wait-there"]>([
    ["to the same weekday", { until: MONDAY }, { until: MONDAY }, "kept"],
    [
      "to the same weekday with another fixed time",
      { delaySeconds: 5, until: MONDAY },
      { delaySeconds: 9, until: MONDAY },
      "kept",
    ],
    ["to another weekday", { until: MONDAY }, { until: { ...MONDAY, days: [2] } }, "deadline-unknown"],
    ["from a date to a fixed time", { delaySeconds: 60, until: DATE }, { delaySeconds: 60 }, "deadline-unknown"],
    ["from a fixed time to a date", { delaySeconds: 60 }, { delaySeconds: 60, until: DATE }, "deadline-unknown"],
    [
      "to the same date with another fixed time",
      { delaySeconds: 60, until: DATE },
      { delaySeconds: 90, until: DATE },
      "deadline-unknown",
    ],
    ["to a wait without any end", { until: MONDAY }, {}, "cannot-wait-there"],
  ])("%s", (_, before, after, expected) => {
    const state = begunWith(before);
    const moved = moveRun(planOf(before), planOf(after), state, false);
    expect(moved).toEqual(expected === "kept" ? { state } : { code: expected });
  });
});
