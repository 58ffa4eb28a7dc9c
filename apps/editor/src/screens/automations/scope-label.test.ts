import type { Pipeline } from "@trilho/api-client";
import { expect, test } from "vitest";
import { text, type Text } from "../../i18n/use-text.ts";
import { scopeLabel } from "../../describe/scope-label.ts";

const pipelines = [{ id: "p", name: "Sales", stages: [{ id: "s", name: "Leads", color: "#f00" }] }] as Pipeline[];
const t: Text<"automations"> = (key, params) => text("automations", key, params);

test.each([
  ["everywhere", { scope: "global", pipelineId: null, stageId: null }, "Everywhere"],
  ["a pipeline", { scope: "pipeline", pipelineId: "p", stageId: null }, "Sales"],
  [
    "a pipeline that is gone",
    { scope: "pipeline", pipelineId: "x", stageId: null },
    "A pipeline that no longer exists",
  ],
  ["no pipeline yet", { scope: "pipeline", pipelineId: null, stageId: null }, "a pipeline (none chosen yet)"],
  ["a stage", { scope: "stage", pipelineId: "p", stageId: "s" }, "Sales › Leads"],
  ["a stage that is gone", { scope: "stage", pipelineId: "p", stageId: "x" }, "A stage that no longer exists"],
  ["no stage yet", { scope: "stage", pipelineId: "p", stageId: null }, "a stage (none chosen yet)"],
] as const)("%s is told", (_, scoped, words) => {
  expect(scopeLabel(scoped, pipelines, t).text).toBe(words);
});
