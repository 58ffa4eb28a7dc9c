import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import type { Facts } from "../../contract/run.ts";
import { TRIGGER_TYPES } from "../../contract/triggers.ts";
import type { WorkspaceAutomation } from "../../workspace/types.ts";
import { simulateWorkspace } from "../../workspace/simulate-workspace.ts";
import { automation, line } from "../../workspace/testing/scenarios.ts";
import { occasionOf } from "./occasion.ts";

const stages = [
  { id: "lead", pipelineId: "sales", isWon: false, isLost: false },
  { id: "offer", pipelineId: "sales", isWon: false, isLost: false },
  { id: "won", pipelineId: "sales", isWon: true, isLost: false },
  { id: "lost", pipelineId: "sales", isWon: false, isLost: true },
];
const AT = "2026-01-05T12:00:00.000Z";
const DEAL: Facts = {
  deal: { name: "Roof", value: 5000, tagIds: ["vip"], stageId: "lead" },
  contact: { firstName: "Ana" },
};

/** What happens where an automation is simulated for a deal, among no others. */
function simulate(
  triggerType: string,
  triggerConfig: JsonObject | null,
  facts: Facts,
  around: { stages?: typeof stages },
) {
  const own = automation("own", triggerType, line(), { triggerConfig });
  return simulateWorkspace({ ...around, ...occasionOf(own, facts, AT, around.stages), automations: [own], until: AT });
}

const CASES: readonly (readonly [triggerType: string, config: JsonObject | null])[] = [
  ["deal_created", null],
  ["deal_created", { source: "site" }],
  ["deal_updated", null],
  ["deal_updated", { fields: ["stageId"] }],
  ["deal_updated", { fields: ["responsibleUserId"] }],
  ["deal_updated", { fields: ["customFields.roof"] }],
  ["stage_entered", null],
  ["stage_entered", { stageId: "offer" }],
  ["stage_entered", { stageId: "offer", fromStageId: "won" }],
  ["stage_left", null],
  ["stage_left", { stageId: "offer", toStageId: "lost" }],
  ["deal_won", null],
  ["deal_lost", null],
  ["deal_lost", { lostReasons: ["Price"] }],
  ["tag_added", null],
  ["tag_added", { tagIds: ["new"] }],
  ["tag_removed", null],
  ["tag_removed", { tagIds: ["new"] }],
  ["custom_field_changed", { fieldSlug: "roof" }],
  ["custom_field_changed", { fieldSlug: "roof", value: "flat" }],
  ["message_received", null],
  ["message_received", { keywords: ["price"], channelId: "ch" }],
  ["instagram_comment", { mediaId: "m1", keywords: ["price"] }],
  ["task_completed", { assigneeUserId: "u1" }],
  ["deal_idle", null],
  ["deal_idle", { idleSeconds: 86_400 }],
  ["schedule", { cron: "0 9 * * 1" }],
  ["schedule", { cron: "0 9 * * 1", forEachDeal: true }],
  ["incoming_webhook", null],
];

describe("what starts an automation", () => {
  it("is known of every trigger", () => {
    expect(new Set(CASES.map(([type]) => type))).toEqual(new Set(Object.keys(TRIGGER_TYPES)));
  });

  it.each(CASES)("happens to a deal of a workspace with stages: %s %j", (triggerType, config) => {
    const { runs, error } = simulate(triggerType, config, DEAL, { stages });
    expect(error).toBeNull();
    expect(runs.map(({ automationId, startedAt }) => [automationId, startedAt])).toEqual([["own", AT]]);
  });

  it.each(CASES)("happens where nothing is known of stages: %s %j", (triggerType, config) => {
    const { runs } = simulate(triggerType, config, { deal: { tagIds: [] }, contact: {} }, {});
    expect(runs.map(({ automationId }) => automationId)).toEqual(["own"]);
  });

  it.each<[string, Partial<WorkspaceAutomation>, string]>([
    ["stage_entered", { scope: "stage", pipelineId: "sales", stageId: "offer" }, "offer"],
    ["deal_updated", { scope: "stage", pipelineId: "sales", stageId: "offer" }, "offer"],
    ["deal_won", { scope: "stage", pipelineId: "sales", stageId: "won" }, "won"],
    ["stage_entered", { scope: "pipeline", pipelineId: "service" }, "call"],
    ["deal_created", { scope: "pipeline", pipelineId: "service" }, "call"],
  ])("happens in the automation's scope to a deal that says of no stage: %s %j", (triggerType, scope, stageId) => {
    const own = { ...automation("own", triggerType, line()), ...scope };
    const around = [...stages, { id: "call", pipelineId: "service", isWon: false, isLost: false }];
    const occasion = occasionOf(own, { deal: { name: "Roof" }, contact: {} }, AT, around);
    const { runs, deals } = simulateWorkspace({ stages: around, ...occasion, automations: [own], until: AT });
    expect(runs.map(({ automationId }) => automationId)).toEqual(["own"]);
    expect(deals["deal-1"]?.deal).toMatchObject({ stageId });
  });

  it("leaves the deal as the scenario has it", () => {
    const { deals } = simulate(
      "stage_entered",
      { stageId: "offer" },
      { ...DEAL, deal: { ...DEAL.deal, stageId: "offer" } },
      { stages },
    );
    expect(deals["deal-1"]?.deal).toMatchObject({ ...DEAL.deal, stageId: "offer" });
  });

  it("is a move within the deal's pipeline, from where it stands", () => {
    const other = [{ id: "sold", pipelineId: "renewals", isWon: true, isLost: false }, ...stages];
    const { events } = simulate("deal_won", null, DEAL, { stages: other });
    const entered = events.find(({ type }) => type === "stage_entered");
    expect(entered?.payload).toMatchObject({ fromStageId: "lead", stageId: "won" });
  });

  it("happens to a deal that stands in a stage of the pipeline that is asked for", () => {
    const other = [{ id: "due", pipelineId: "renewals", isWon: false, isLost: false }, ...stages];
    const { deals } = simulate("deal_created", null, { deal: { pipelineId: "sales" } }, { stages: other });
    expect(deals["deal-1"]?.deal).toMatchObject({ stageId: "lead", pipelineId: "sales" });
  });
});
