import type { GraphDefinition, GraphNode, Outcome } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import type { Choice, Decision } from "./decisions.ts";
import { choiceOf, choicesOf, decisionsOf, fittingOutcomes, outcomeOf, readingOrder } from "./decisions.ts";

const ask: GraphNode = {
  id: "ask",
  type: "action",
  actionType: "send_whatsapp",
  config: { buttons: [{ id: "yes", label: "Yes" }, { id: "no" }] },
};
const definition: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "end", type: "end" },
    { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: ["t"] } },
    ask,
    { id: "pause", type: "action", actionType: "wait", config: { delaySeconds: 60 } },
    { id: "start", type: "trigger" },
    { id: "island", type: "action", actionType: "add_tag", config: { tagIds: ["t"] } },
  ],
  edges: [
    { source: "start", target: "ask" },
    { source: "ask", target: "pause", sourceHandle: "timeout" },
    { source: "ask", target: "tag", sourceHandle: "btn_yes" },
    { source: "pause", target: "end" },
    { source: "tag", target: "end" },
  ],
};

test("steps are met in the order of the handles that lead to them", () => {
  expect(readingOrder(definition)).toEqual(["start", "ask", "tag", "pause", "end"]);
});

test("the world decides at actions that a run can reach, not at waits", () => {
  expect(decisionsOf(definition).map(({ node }) => node.id)).toEqual(["ask", "tag"]);
});

describe("choices", () => {
  const awaiting: Decision = {
    node: ask,
    awaits: true,
    atMostOnce: true,
    buttons: [
      { id: "yes", label: "Yes" },
      { id: "no", label: "no" },
    ],
  };
  const plain: Decision = { node: ask, awaits: false, atMostOnce: false, buttons: [] };

  test("a message that awaits a reply offers its buttons, text, silence and failure", () => {
    expect(decisionsOf(definition)[0]).toEqual(awaiting);
    expect(choicesOf(awaiting)).toEqual([
      "silence",
      "button:yes",
      "button:no",
      "text",
      "fail",
      "failPermanently",
      "uncertain",
    ]);
    expect(choicesOf(plain)).toEqual(["succeed", "fail", "failPermanently"]);
  });

  const both: [Choice, Outcome | undefined][] = [
    ["silence", undefined],
    ["button:yes", { type: "reply", afterSeconds: 3600, reply: { buttonId: "yes" } }],
    ["text", { type: "reply", afterSeconds: 3600, reply: { text: "Hello" } }],
    ["fail", { type: "fail", times: 2 }],
    ["failPermanently", { type: "fail_permanently" }],
    ["uncertain", { type: "uncertain" }],
  ];
  test.each(both)("%s is kept as its outcome and read back", (choice, outcome) => {
    expect(outcomeOf(choice, undefined, "Hello")).toEqual(outcome);
    expect(choiceOf(awaiting, outcome)).toBe(choice);
  });

  test("an outcome for each attempt, which a file brought, is kept until another is chosen", () => {
    const written: Outcome = { type: "attempts", attempts: [{ type: "fail" }, { type: "fail_permanently" }] };
    expect(choiceOf(plain, written)).toBe("attempts");
    expect(choicesOf(plain, written)).toEqual(["succeed", "fail", "failPermanently", "attempts"]);
    expect(outcomeOf("attempts", written, "Hello")).toBe(written);
    expect(fittingOutcomes([plain], { ask: written })).toEqual({ ask: written });
    expect(outcomeOf("fail", written, "Hello")).toEqual({ type: "fail", times: 2 });
  });

  test("changing the choice keeps how long the contact takes", () => {
    const before: Outcome = { type: "reply", afterSeconds: 60, reply: { buttonId: "yes" } };
    expect(outcomeOf("text", before, "Hi")).toEqual({ type: "reply", afterSeconds: 60, reply: { text: "Hi" } });
  });

  test("a reply by a button that is gone counts as no choice", () => {
    const gone: Outcome = { type: "reply", afterSeconds: 60, reply: { buttonId: "maybe" } };
    expect(choiceOf(awaiting, gone)).toBe("silence");
    expect(fittingOutcomes([awaiting], { ask: gone, island: { type: "fail", times: 1 } })).toEqual({});
    expect(fittingOutcomes([awaiting], { ask: { type: "silence" } })).toEqual({ ask: { type: "silence" } });
  });
});
