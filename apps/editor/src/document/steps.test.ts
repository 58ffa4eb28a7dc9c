import { expect, test } from "vitest";
import { stepInfo } from "./steps.ts";
import type { StepType } from "./steps.ts";

test.each<[string, StepType]>([
  ["Wait", { type: "wait" }],
  ["Add tags", { type: "action", actionType: "add_tag" }],
  ["Action", { type: "action" }],
  ["teleport", { type: "teleport" as "wait" }],
  ["__proto__", { type: "__proto__" as "wait" }],
  ["send_pigeon", { type: "action", actionType: "send_pigeon" as "webhook" }],
])("a step is called %s, whether its type is known or not", (label, step) => {
  expect(stepInfo(step).label).toBe(label);
});
