import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import { simulateRun } from "./simulateRun.ts";

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
      "2026-01-07T09:00:00.000Z ask null: doing send_whatsapp",
      "2026-01-07T09:00:00.000Z ask null: sent; waits up to 24 h for a reply",
      "2026-01-07T10:00:00.000Z ask btn_yes: reply: button Yes",
      "2026-01-07T10:00:00.000Z done null: reached the end",
    ]);
    expect(result.status).toBe("completed");
  });
});
