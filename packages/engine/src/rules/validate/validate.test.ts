import { describe, expect, it } from "vitest";
import { validateGraph } from "./validate.ts";

const sound = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "vip?",
      type: "condition",
      condition: {
        branches: [
          {
            id: "vip",
            label: "VIP",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 1 }] },
          },
        ],
      },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 60 } },
    { id: "done", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "vip?" },
    { id: "e2", source: "vip?", sourceHandle: "branch_vip", target: "pause" },
    { id: "e3", source: "vip?", sourceHandle: "fallback", target: "done" },
    { id: "e4", source: "pause", target: "done" },
  ],
};

describe("validateGraph", () => {
  it("finds nothing in a sound graph and answers a copy of it", () => {
    const report = validateGraph(sound);
    expect(report).toEqual({ valid: true, problems: [], truncated: false, definition: sound });
    expect(report.definition).not.toBe(sound);
  });

  it("finds all problems together, sorted by place", () => {
    const { valid, problems } = validateGraph({
      version: 1,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "hook", type: "action", actionType: "webhook" },
        { id: "pause", type: "wait", config: { delaySeconds: 4.9 } },
      ],
      edges: [
        { source: "start", target: "hook" },
        { source: "hook", target: "pause" },
        { source: "pause", target: "ghost" },
      ],
    });
    expect(valid).toBe(false);
    expect(problems.map(({ code, path }) => [path, code])).toEqual([
      ["/edges/2/target", "dangling-edge"],
      ["/nodes/1/config/url", "webhook-needs-url"],
      ["/nodes/2/config/delaySeconds", "delay-needed"],
      ["/version", "wrong-version"],
    ]);
  });
});
