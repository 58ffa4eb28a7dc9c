import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import type { Scenario } from "../contract/scenario.ts";
import { simulateRun } from "./simulate-run.ts";

const graph: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "big",
      type: "condition",
      condition: {
        branches: [
          {
            id: "vip",
            label: "VIP",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10000 }] },
          },
        ],
      },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 172800 } },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "Hi", buttons: [{ id: "yes", label: "Yes" }] },
    },
    { id: "done", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "big" },
    { id: "e2", source: "big", target: "pause", sourceHandle: "branch_vip" },
    { id: "e3", source: "pause", target: "ask" },
    { id: "e4", source: "ask", target: "done", sourceHandle: "btn_yes" },
  ],
};

describe("simulateRun", () => {
  it("tells every step with its reason", () => {
    const result = simulateRun(graph, {
      startAt: "2026-01-05T09:00:00Z",
      facts: { deal: { value: 12000 } },
      outcomes: { ask: { type: "reply", afterSeconds: 3600, reply: { buttonId: "yes" } } },
    });
    expect(result.trace.map(({ at, nodeId, handle, text }) => `${at} ${nodeId} ${handle}: ${text}`)).toEqual([
      "2026-01-05T09:00:00.000Z start next: the trigger fired",
      "2026-01-05T09:00:00.000Z big branch_vip: branch VIP: deal.value 12000 ≥ 10000",
      "2026-01-05T09:00:00.000Z pause null: waits 2 days",
      "2026-01-07T09:00:00.000Z pause next: waited 2 days",
      "2026-01-07T09:00:00.000Z ask null: Send WhatsApp",
      "2026-01-07T09:00:00.000Z ask null: sent; waits up to 1 day for a reply",
      "2026-01-07T10:00:00.000Z ask btn_yes: reply: button Yes",
      "2026-01-07T10:00:00.000Z done null: reached the end",
    ]);
    expect(result.status).toBe("completed");
  });

  it("has a pressed button's label as the message's text, as providers send it", () => {
    const yes = { field: "message.text", operator: "contains" as const, value: "sim" };
    const { trace } = simulateRun(
      {
        version: 2,
        nodes: [
          { id: "start", type: "trigger" },
          {
            id: "ask",
            type: "action",
            actionType: "send_whatsapp",
            config: { text: "Ok?", buttons: [{ id: "y", label: "Sim" }] },
          },
          {
            id: "check",
            type: "condition",
            condition: { branches: [{ id: "yes", query: { combinator: "and", rules: [yes] } }] },
          },
        ],
        edges: [
          { source: "start", target: "ask" },
          { source: "ask", sourceHandle: "btn_y", target: "check" },
        ],
      },
      {
        startAt: "2026-01-05T09:00:00Z",
        facts: {},
        outcomes: { ask: { type: "reply", afterSeconds: 60, reply: { buttonId: "y" } } },
      },
    );
    expect(trace.map(({ text }) => text)).toContain(`branch 1: message.text "Sim" contains "sim"`);
  });

  it("takes the handles a draft has and completes where it ends", () => {
    const draft: GraphDefinition = {
      ...graph,
      edges: [
        { source: "start", target: "pause" },
        { source: "pause", target: "gone" },
      ],
    };
    const result = simulateRun(draft, { startAt: "2026-01-05T09:00:00Z", facts: {} });
    expect(result.trace.at(-1)?.text).toBe("nothing follows: the run completes");
    expect(result).toMatchObject({ status: "completed", error: null, endedAt: "2026-01-07T09:00:00.000Z" });
  });

  const scenario: Scenario = { startAt: "2026-01-05T09:00:00Z", facts: {} };
  const bad = (changes: object) => ({ ...scenario, ...changes }) as Scenario;
  const looped = { ...graph, edges: [...(graph.edges ?? []), { source: "done", target: "big" }] };

  it.each<[string, GraphDefinition, Scenario, string]>([
    ["no scenario", graph, null as unknown as Scenario, "invalid-scenario"],
    ["a start that is no instant", graph, bad({ startAt: "tomorrow" }), "invalid-scenario"],
    ["a start without zone", graph, bad({ startAt: "2026-01-05T09:00:00" }), "invalid-scenario"],
    ["a thirteenth month", graph, bad({ startAt: "2026-13-05T09:00:00Z" }), "invalid-scenario"],
    ["facts that are a list", graph, bad({ facts: [] }), "invalid-scenario"],
    ["slugs of nothing", graph, bad({ fieldSlugs: null }), "invalid-scenario"],
    ["types that are a list", graph, bad({ fieldTypes: [] }), "invalid-scenario"],
    ["stages by id", graph, bad({ stages: {} }), "invalid-scenario"],
    ["a stage without a pipeline", graph, bad({ stages: [{ id: "s_1" }] }), "invalid-scenario"],
    ["an unknown outcome", graph, bad({ outcomes: { ask: { type: "explode" } } }), "invalid-scenario"],
    [
      "a reply before it is asked for",
      graph,
      bad({ outcomes: { ask: { type: "reply", afterSeconds: -1, reply: {} } } }),
      "invalid-scenario",
    ],
    ["round-robin state of the wrong type", graph, bad({ roundRobin: { team: 5 } }), "invalid-scenario"],
    ["an unknown time zone", graph, bad({ businessHours: { timeZone: "Mars/Base", days: [] } }), "unknown-time-zone"],
    [
      "hours that cannot be read",
      graph,
      bad({ businessHours: { timeZone: "UTC", days: [{}] } }),
      "invalid-business-hours",
    ],
    ["no definition", null as unknown as GraphDefinition, scenario, "invalid-definition"],
    ["no trigger", { version: 2, nodes: [] }, scenario, "invalid-definition"],
    ["a cycle", looped, scenario, "invalid-definition"],
  ])("refuses %s", (_, definition, given, code) => {
    const result = simulateRun(definition, given);
    expect(result.error?.code).toBe(code);
    expect(result).toMatchObject({ status: "failed", trace: [], durationMs: 0 });
  });

  it.each([
    [24 * 3600, "reply: button Yes"],
    [24 * 3600 + 1, "no reply within 1 day"],
  ])("a reply after %i s of a day's deadline: %s", (afterSeconds, text) => {
    const outcomes: Scenario["outcomes"] = { ask: { type: "reply", afterSeconds, reply: { buttonId: "yes" } } };
    const result = simulateRun(graph, { ...scenario, outcomes, facts: { deal: { value: 12000 } } });
    expect(result.trace.map((entry) => entry.text)).toContain(text);
  });

  it("says that business hours never open", () => {
    const hours = { respectBusinessHours: true, businessHours: { timeZone: "UTC", days: [] } };
    const result = simulateRun(graph, { ...scenario, ...hours, facts: { deal: { value: 12000 } } });
    expect(result.error).toMatchObject({ code: "hours-never-open", message: "The business hours never open." });
    expect(result.trace.at(-1)?.nodeId).toBe("ask");
  });

  it("gives up at its step budget", () => {
    const result = simulateRun(graph, { ...scenario, facts: { deal: { value: 12000 } } }, { stepBudget: 2 });
    expect(result).toMatchObject({ status: "failed", error: { code: "step-budget" } });
  });

  it("draws other jitter for another seed or run, and the same for the same", () => {
    const failing: Scenario = {
      ...scenario,
      facts: { deal: { value: 12000 } },
      outcomes: { ask: { type: "fail", times: 1 } },
    };
    const end = (seed: string, run?: string) =>
      simulateRun(graph, { ...failing, seed }, run === undefined ? {} : { run }).durationMs;
    expect(end("a")).toBe(end("a"));
    expect(new Set([end("a"), end("b"), end("a", "2")]).size).toBe(3);
  });
});
