import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { expect, test } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { createTexts } from "../../i18n/texts.ts";
import { aheadOf } from "./ahead.ts";

const asking: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "?", awaitReply: true, ui: { label: "Ask" } },
    },
    { id: "rest", type: "wait", config: { delaySeconds: 172_800 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "ask" },
    { id: "b", source: "ask", target: "rest", sourceHandle: "timeout" },
    { id: "c", source: "ask", target: "end", sourceHandle: "replied" },
    { id: "d", source: "rest", target: "end" },
  ],
};
const NAMES = { ...EMPTY_LOOKUP, tagName: (id: string) => (id === "vip" ? "VIP" : null) };
const t = createTexts().getFixedT("en", "builder");

test("each way out of a step leads to what comes then, in the order of its exits", () => {
  expect(aheadOf(asking, { nodeId: "ask", asked: true }, NAMES, t)).toEqual({
    step: "Ask",
    onward: [
      { exit: "Any reply", step: "End" },
      { exit: "No reply", step: "Wait 2 days" },
    ],
  });
});

test("no answer is listed to a message that is not sent yet", () => {
  expect(aheadOf(asking, { nodeId: "ask", asked: false }, NAMES, t)).toEqual({ step: "Ask", onward: [] });
});

test("an action is told with what it acts on", () => {
  const mark: GraphNode = { id: "mark", type: "action", actionType: "add_tag", config: { tagIds: ["vip"] } };
  const tagging = { ...asking, nodes: [...asking.nodes, mark], edges: [{ source: "rest", target: "mark" }] };
  expect(aheadOf(tagging, { nodeId: "rest", asked: true }, NAMES, t)?.onward).toEqual([
    { exit: null, step: "Add tags: VIP" },
  ]);
});

test("a single way needs no name", () => {
  expect(aheadOf(asking, { nodeId: "rest", asked: true }, NAMES, t)).toEqual({
    step: "Wait 2 days",
    onward: [{ exit: null, step: "End" }],
  });
});

test.each([
  ["an end leads nowhere", "end", { step: "End", onward: [] }],
  ["a step that is gone is not known", "gone", null],
])("%s", (_, nodeId, expected) => {
  expect(aheadOf(asking, { nodeId, asked: true }, NAMES, t)).toEqual(expected);
});
