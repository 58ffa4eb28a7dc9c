import type { GraphDefinition } from "@trilho/engine";
import { expect, test } from "vitest";
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
const t = createTexts().getFixedT("en", "builder");

test("each way out of a step leads to what comes then, in the order of its exits", () => {
  expect(aheadOf(asking, "ask", t)).toEqual({
    step: "Ask",
    onward: [
      { exit: "Any reply", step: "End" },
      { exit: "No reply", step: "Wait 2 days" },
    ],
  });
});

test("a single way needs no name", () => {
  expect(aheadOf(asking, "rest", t)).toEqual({ step: "Wait 2 days", onward: [{ exit: null, step: "End" }] });
});

test.each([
  ["an end leads nowhere", "end", { step: "End", onward: [] }],
  ["a step that is gone is not known", "gone", null],
])("%s", (_, nodeId, expected) => {
  expect(aheadOf(asking, nodeId, t)).toEqual(expected);
});
