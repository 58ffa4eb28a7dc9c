import type { JsonObject } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { blankDraft, type Draft, type Settings } from "./draft.ts";
import { settingsProblems, startingProblems, startWarnings, type SettingsContext } from "./settings-problems.ts";

const draft = (settings: Partial<Settings>, kept: Draft["kept"] = {}): Draft => {
  const blank = blankDraft("Welcome");
  return { ...blank, settings: { ...blank.settings, ...settings }, kept };
};
const days = [{ weekday: 1, from: "09:00", to: "18:00" }];
const pipelines = [
  { id: "p1", name: "Sales", isArchived: false, stages: [{ id: "s1", name: "New", color: "#000000", order: 1 }] },
] as unknown as SettingsContext["pipelines"];
const cronProblem = (cron: string): string | null => (cron === "soon" ? "cannot be read" : null);

describe("what the service would refuse is found before", () => {
  it.each<[string, Draft, string[]]>([
    ["nothing", draft({ triggerWindow: { days } }), []],
    ["nothing that starts it", draft({ triggerType: " " }), ["triggerType"]],
    ["a scope that there is not", draft({ scope: "city" as Settings["scope"] }), ["scope"]],
    ["a window that is none", draft({ triggerWindow: "always" as unknown as JsonObject }), ["triggerWindow"]],
    ["an entry rule that is none", draft({ triggerConfig: { entry: { again: "daily" } } }), ["triggerConfig.entry"]],
    ["no pipeline", draft({ scope: "pipeline" }), ["pipelineId"]],
    ["a pipeline that is gone", draft({ scope: "pipeline", pipelineId: "p9" }), ["pipelineId"]],
    ["no stage", draft({ scope: "stage", pipelineId: "p1" }), ["stageId"]],
    ["a stage that is gone", draft({ scope: "stage", pipelineId: "p1", stageId: "s9" }), ["stageId"]],
    ["a stage that is there", draft({ scope: "stage", pipelineId: "p1", stageId: "s1" }), []],
    ["a window without hours", draft({ triggerWindow: { days: [] } }), ["triggerWindow"]],
    ["a window of an unknown zone", draft({ triggerWindow: { days, timeZone: "Brazil" } }), ["triggerWindow"]],
    ["a filter that is none", draft({ triggerConfig: { filter: "vip" } }), ["triggerConfig.filter"]],
    ["conditions without rules", draft({}, { conditions: {} }), ["conditions"]],
    [
      "a schedule that cannot be read, in no zone",
      draft({ triggerType: "schedule", triggerConfig: { cron: "soon", timeZone: "Brazil" } }),
      ["triggerConfig.cron", "triggerConfig.timeZone"],
    ],
    [
      "a minute of idleness too little",
      draft({ triggerType: "deal_idle", triggerConfig: { idleSeconds: 1 } }),
      ["triggerConfig.idleSeconds"],
    ],
  ])("%s", (_, { settings, kept }, fields) => {
    const problems = startingProblems(settings, kept.conditions, { pipelines, cronProblem });
    expect(Object.keys(problems).toSorted()).toEqual(fields);
  });

  it("the name counts, and so does all that needs no list", () => {
    const problems = settingsProblems(draft({ name: " ", triggerWindow: { days: [] }, scope: "stage" }));
    expect(Object.keys(problems).toSorted()).toEqual(["name", "pipelineId", "stageId", "triggerWindow"]);
  });

  it("ids are not looked for while the lists are not here", () => {
    const { settings } = draft({ scope: "stage", pipelineId: "p9", stageId: "s9" });
    expect(startingProblems(settings, undefined)).toEqual({});
  });
});

const asking = (field: string) => ({ combinator: "and", rules: [{ field, operator: "=", value: 1 }] });

describe("what is most likely a mistake is found before", () => {
  it.each<[string, Draft]>([
    ["its filter", draft({ triggerType: "deal_won", triggerConfig: { filter: asking("deal.mood") } })],
    ["its conditions", draft({ triggerType: "deal_won" }, { conditions: asking("deal.mood") })],
  ])("a field that there is not in %s is told at the step that stands for the start", (_, { settings, kept }) => {
    const definition = { version: 2 as const, nodes: [{ id: "t", type: "trigger" as const }], edges: [] };
    expect(startWarnings(settings, kept.conditions, definition, "en")).toMatchObject([
      { code: "unknown-field", severity: "warning", nodeId: "t", path: "/nodes/0", params: { field: "deal.mood" } },
    ]);
  });

  it.each([
    ["the stage where it starts", "st_1", ["entry-loop"]],
    ["another stage", "st_2", []],
  ])("a step that moves deals to %s may start it again, or not", (_, targetStageId, codes) => {
    const { settings, kept } = draft({ triggerType: "stage_entered", scope: "stage", stageId: "st_1" });
    const move = { id: "m", type: "action" as const, actionType: "move_stage" as const, config: { targetStageId } };
    const definition = { version: 2 as const, nodes: [{ id: "t", type: "trigger" as const }, move], edges: [] };
    expect(startWarnings(settings, kept.conditions, definition, "en").map(({ code }) => code)).toEqual(codes);
  });
});
