import { describe, expect, it } from "vitest";
import { ptBR } from "../../messages/pt-br.ts";
import { automation, line, tag } from "../../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../../workspace/types.ts";
import { analyseWorkspace, showsFinding } from "../analyse-workspace.ts";
import { describeFinding } from "../describe-finding.ts";
import { simulateWorkspace } from "../../workspace/simulate-workspace.ts";
import { ask, field, on, say, STAGES, untag, when } from "../testing/steps.ts";
import type { AnalysedWorkspace } from "../witness/types.ts";

/** What the workspace of these tests has. */
const HAS: Omit<AnalysedWorkspace, "automations"> = {
  stages: STAGES,
  fieldSlugs: { cf_1: "roof" },
  tagIds: ["hot"],
  userIds: ["maria"],
  channelIds: ["ch_1"],
};

type Rest = Parameters<typeof automation>[3];

const listening = (triggerType: string, rest: Rest = {}): WorkspaceAutomation =>
  automation("a", triggerType, line(say("m", "Hello")), rest);
const filter = (given: Rest) => on({ filter: given?.conditions ?? null });
const ofPipeline = (pipelineId: string) => ({ scope: "pipeline", pipelineId }) as const;
const ofStage = (stageId: string) => ({ scope: "stage", stageId }) as const;
const both = (...rules: Rest[]) => ({
  conditions: { combinator: "and", rules: rules.flatMap((each) => each?.conditions?.["rules"] ?? []) },
});

const analysed = (automations: readonly WorkspaceAutomation[], has = HAS) => analyseWorkspace({ ...has, automations });

describe("an automation that nothing can start", () => {
  it.each<[sentence: string, path: string, WorkspaceAutomation]>([
    [
      "it asks for the stage “moon”, which does not exist",
      "/triggerConfig/stageId",
      listening("stage_entered", on({ stageId: "moon" })),
    ],
    [
      "it asks for the stage “moon”, which does not exist",
      "/triggerConfig/fromStageId",
      listening("stage_entered", on({ fromStageId: "moon" })),
    ],
    ["it asks for the stage “moon”, which does not exist", "/stageId", listening("deal_won", ofStage("moon"))],
    [
      "it asks for the pipeline “moon”, which does not exist",
      "/pipelineId",
      listening("deal_created", ofPipeline("moon")),
    ],
    [
      "it asks for the tag “x”, which does not exist",
      "/triggerConfig/tagIds/0",
      listening("tag_added", on({ tagIds: ["x", "y"] })),
    ],
    [
      "it asks for the tag “x”, which does not exist",
      "/triggerConfig/tagIds",
      listening("tag_removed", on({ tagIds: "x" })),
    ],
    [
      "it asks for the channel “x”, which does not exist",
      "/triggerConfig/channelId",
      listening("message_received", on({ channelId: "x" })),
    ],
    [
      "it asks for the user “x”, which does not exist",
      "/triggerConfig/assigneeUserId",
      listening("task_completed", on({ assigneeUserId: "x" })),
    ],
    [
      "it asks for the custom field “x”, which does not exist",
      "/triggerConfig/fieldSlug",
      listening("custom_field_changed", on({ fieldSlug: "x" })),
    ],
    [
      "it asks for the custom field “x”, which does not exist",
      "/triggerConfig/fields",
      listening("deal_updated", on({ fields: ["customFields.x"] })),
    ],
    [
      "it asks for the field “roof”, which does not exist",
      "/triggerConfig/fields",
      listening("deal_updated", on({ fields: ["roof"] })),
    ],
    [
      "it asks for the tag “x”, which does not exist",
      "/conditions/rules/0/value",
      listening("deal_created", when("deal.tagIds", "contains", "x")),
    ],
    [
      "it asks for the stage “moon”, which does not exist",
      "/conditions/rules/0/value",
      listening("deal_won", when("deal.stageId", "=", "moon")),
    ],
    [
      "it asks for the user “x”, which does not exist",
      "/conditions/rules/0/value",
      listening("deal_won", when("deal.responsibleUserId", "=", "x")),
    ],
    [
      "it asks for the custom field “x”, which does not exist",
      "/triggerConfig/filter/rules/0/field",
      listening("deal_won", filter(when("deal.customFields.x", "=", "1"))),
    ],
    [
      "its trigger names the stage “kick-off”, which is not where it listens",
      "/triggerConfig/stageId",
      listening("stage_entered", { ...ofPipeline("sales"), ...on({ stageId: "kick-off" }) }),
    ],
    [
      "its trigger names the stage “new”, which is not where it listens",
      "/triggerConfig/stageId",
      listening("stage_left", { ...ofStage("proposal"), ...on({ stageId: "new" }) }),
    ],
    [
      "no deal goes from the stage “new” to that same stage",
      "/triggerConfig/fromStageId",
      listening("stage_entered", on({ stageId: "new", fromStageId: "new" })),
    ],
    [
      "no deal goes from the stage “new” to that same stage",
      "/triggerConfig/toStageId",
      listening("stage_left", { ...ofStage("new"), ...on({ toStageId: "new" }) }),
    ],
    ["no deal is won where it listens", "/stageId", listening("deal_won", ofStage("new"))],
    ["no deal is lost where it listens", "/pipelineId", listening("deal_lost", ofPipeline("delivery"))],
    ["no deal is open where it listens", "/stageId", listening("deal_idle", ofStage("won"))],
    [
      "no deal is open where it listens",
      "/stageId",
      listening("schedule", { ...ofStage("won"), ...on({ cron: "0 9 * * *", forEachDeal: true }) }),
    ],
    [
      "nothing that happens can keep all of its conditions",
      "/conditions",
      listening("deal_created", both(when("deal.value", ">", 10), when("deal.value", "<", 5))),
    ],
    [
      "nothing that happens can keep all of its conditions",
      "/conditions",
      listening("deal_created", { ...when("deal.value", ">", 10), ...filter(when("deal.value", "<", 5)) }),
    ],
    [
      "nothing that happens can keep all of its conditions",
      "/conditions",
      listening("deal_created", both(when("deal.stageId", "=", "won"), when("deal.pipelineId", "=", "delivery"))),
    ],
    [
      "nothing that happens can keep all of its conditions",
      "/conditions",
      listening("deal_created", both(when("deal.stageId", "=", "won"), when("deal.status", "=", "open"))),
    ],
    [
      "nothing that happens can keep all of its conditions",
      "/triggerConfig/filter",
      listening("deal_created", filter(when("message.text", "contains", "price"))),
    ],
    [
      "nothing that happens can keep all of its conditions",
      "/conditions",
      listening("schedule", { ...on({ cron: "0 9 * * *" }), ...when("deal.value", ">", 10) }),
    ],
  ])("%s (%s)", (sentence, path, given) => {
    const { findings, counts, complete } = analysed([given]);
    expect(findings.map((each) => describeFinding(each))).toEqual([`“a” never starts: ${sentence}.`]);
    const [finding] = findings;
    expect(finding?.places).toEqual([{ automationId: "a", nodeId: null, path }]);
    expect({ shown: finding?.shown, proved: finding?.proved, counts, complete }).toEqual({
      shown: null,
      proved: true,
      counts: { shown: 0, proved: 1, possible: 0 },
      complete: true,
    });
    expect(finding && describeFinding(finding, ptBR)).toMatch(/^“a” nunca inicia: .+\.$/);
  });

  it.each<[name: string, WorkspaceAutomation, others?: WorkspaceAutomation[]]>([
    ["one of several tags is there", listening("tag_added", on({ tagIds: ["x", "hot"] }))],
    [
      "an automation adds the tag",
      listening("tag_added", on({ tagIds: ["x"] })),
      [automation("b", "deal_created", line(tag("x")))],
    ],
    [
      "an automation sets the field",
      listening("custom_field_changed", on({ fieldSlug: "pitch" })),
      [automation("b", "deal_created", line({ ...field("1"), config: { fieldSlug: "pitch", value: "1" } }))],
    ],
    ["the field goes by its id", listening("custom_field_changed", on({ fieldSlug: "cf_1" }))],
    [
      "one of several fields is there",
      listening("deal_updated", on({ fields: ["colour", "customFields.roof", "value"] })),
    ],
    [
      "any branch of its conditions may hold",
      listening("deal_created", {
        conditions: {
          combinator: "or",
          rules: [...both(when("deal.tagIds", "contains", "x"), when("deal.value", ">", 1)).conditions.rules],
        },
      }),
    ],
    ["it asks that the tag is not there", listening("deal_created", when("deal.tagIds", "doesNotContain", "x"))],
    [
      "another stage is meant when its conditions are asked",
      listening("stage_entered", { ...on({ stageId: "new" }), ...when("deal.stageId", "=", "proposal") }),
    ],
    [
      "its scope is gone, and its time is about no deal",
      listening("schedule", { ...ofStage("moon"), ...on({ cron: "0 9 * * *" }) }),
    ],
    [
      "a call may bring anything",
      listening("incoming_webhook", both(when("deal.value", ">", 10), when("deal.value", "<", 5))),
    ],
    ["nobody knows its trigger", listening("moon_rise", ofStage("moon"))],
    ["messages bring their text", listening("message_received", when("message.text", "contains", "price"))],
    [
      "a deal comes from another pipeline",
      listening("stage_entered", { ...ofPipeline("sales"), ...on({ fromStageId: "kick-off" }) }),
    ],
  ])("is not told of where %s", (_, given, others = []) => {
    expect(analysed([given, ...others]).counts.proved).toBe(0);
  });

  it("is not told of what no list was given of", () => {
    const asking = [
      listening("stage_entered", on({ stageId: "moon" })),
      { ...listening("tag_added", on({ tagIds: ["x"] })), id: "b" },
      { ...listening("task_completed", on({ assigneeUserId: "x" })), id: "c" },
      { ...listening("message_received", on({ channelId: "x" })), id: "d" },
      { ...listening("custom_field_changed", on({ fieldSlug: "x" })), id: "e" },
    ];
    expect(analysed(asking, {}).counts.proved).toBe(0);
    expect(analysed(asking, { ...HAS, tagIds: [1] as never }).counts.proved).toBe(4);
  });

  it("does nothing to others, which are not told what it never does", () => {
    const never = automation("a", "tag_added", line(ask("q"), untag("hot")), on({ tagIds: ["x"] }));
    const other = automation("b", "tag_added", line(ask("r"), tag("hot")), on({ tagIds: ["x", "hot"] }));
    expect(analysed([never, other]).findings.map(({ code }) => code)).toEqual(["never-starts"]);
    expect(analysed([never, other], { ...HAS, tagIds: ["x", "hot"] }).counts.shown).toBeGreaterThan(0);
  });

  it("is told of one automation alone where one is named, and shown by nothing", () => {
    const automations = ["a", "b"].map((id) => ({ ...listening("stage_entered", on({ stageId: "moon" })), id }));
    const { findings } = analyseWorkspace({ ...HAS, automations }, { about: "b" });
    expect(findings.map(({ places }) => places[0]?.automationId)).toEqual(["b"]);
    const [told] = findings;
    const nothing = {
      deals: [],
      contacts: [],
      events: [],
      from: "2026-01-05T00:00:00Z",
      until: "2026-01-06T00:00:00Z",
    };
    expect(told && showsFinding(told, simulateWorkspace({ automations, ...nothing }))).toBe(false);
  });
});
