import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import { toMermaid } from "./mermaid.ts";

const ASK: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "Hi?", buttons: [{ id: "yes", title: "Yes" }], ui: { label: 'Ask "them" <b>#1</b>' } },
    },
    { id: "turn", type: "round_robin", config: { exits: [{ id: "ana", label: "Ana" }] } },
    { id: "size", type: "condition", condition: { branches: [] } },
    { id: "rest", type: "wait", config: { delaySeconds: 60 } },
    { id: "done", type: "end" },
  ],
  edges: [
    { source: "start", target: "ask" },
    { source: "ask", target: "turn", sourceHandle: "btn_yes" },
    { source: "ask", target: "done", sourceHandle: "timeout" },
    { source: "turn", target: "size", sourceHandle: "rr_ana" },
    { source: "size", target: "rest", sourceHandle: "fallback" },
    { source: "rest", target: "nowhere" },
  ],
};

describe("a definition as a Mermaid flowchart", () => {
  it("has a shape for each kind, and its exits' names on the arrows", () => {
    expect(toMermaid(ASK)).toBe(
      [
        "flowchart TD",
        '  n0(["Trigger"])',
        '  n1["Ask #34;them#34; #60;b#62;#35;1#60;/b#62;"]',
        '  n2[/"Round robin"\\]',
        '  n3{"Condition"}',
        '  n4{{"Wait"}}',
        '  n5(("End"))',
        "  n0 --> n1",
        '  n1 -->|"Yes"| n2',
        '  n1 -->|"timeout"| n5',
        '  n2 -->|"Ana"| n3',
        '  n3 -->|"fallback"| n4',
        "",
      ].join("\n"),
    );
  });

  it("takes names of nodes and exits from who knows them better", () => {
    const drawn = toMermaid(ASK, {
      node: ({ id }) => `The ${id}`,
      exit: (_, handle) => (handle === "next" ? "" : "→"),
    });
    expect(drawn).toContain('n1["The ask"]');
    expect(drawn).toContain('n1 -->|"→"| n2');
  });

  it.each([
    ["null", null],
    ["a list", []],
    ["nodes that are none", { nodes: [null, 7, { id: "__proto__", type: "]]\n end" }], edges: [null, { source: 1 }] }],
  ])("of %s is a flowchart too", (_name, given) => {
    const lines = toMermaid(given as unknown as GraphDefinition).split("\n");
    expect(lines[0]).toBe("flowchart TD");
    expect(lines.length).toBeLessThan(5);
  });
});
