import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import { TRIGGER_TYPES } from "../contract/triggers.ts";
import { ptBR } from "../messages/pt-br.ts";
import { applyPatch } from "../rules/validate/patch.ts";
import { entryWarnings, proposedEntry } from "./entry-advice.ts";
import { startProblems } from "./start-problems.ts";
import { validateAutomation } from "./validate-automation.ts";

const automation = (
  triggerType: string,
  triggerConfig: JsonObject | null,
  actionType = "close_conversation",
  config: JsonObject = {},
): JsonObject => ({
  triggerType,
  triggerConfig,
  graphDefinition: {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "act", type: "action", actionType, config },
    ],
    edges: [{ source: "start", target: "act" }],
  },
});

const LOOP = "entry-loop /graphDefinition/nodes/1";

describe("an automation", () => {
  it.each<[string, JsonObject, string | null]>([
    [
      "that moves deals to its stage",
      automation("stage_entered", { stageId: "a" }, "move_stage", { targetStageId: "a" }),
      LOOP,
    ],
    [
      "that moves deals to another one",
      automation("stage_entered", { stageId: "a" }, "move_stage", { targetStageId: "b" }),
      null,
    ],
    ...[
      ["that moves deals to the stage that is its scope", "a", LOOP] as const,
      ["that moves deals to another stage than its scope", "b", null] as const,
    ].map(([title, targetStageId, found]): [string, JsonObject, string | null] => [
      title,
      { ...automation("stage_entered", null, "move_stage", { targetStageId }), scope: "stage", stageId: "a" },
      found,
    ]),
    [
      "of all stages, whatever stage an earlier scope left, that moves deals",
      { ...automation("stage_entered", null, "move_stage", { targetStageId: "b" }), scope: "global", stageId: "a" },
      LOOP,
    ],
    [
      "that moves deals back into the stage that is its scope, out of which they start it",
      { ...automation("stage_left", null, "move_stage", { targetStageId: "a" }), scope: "stage", stageId: "a" },
      null,
    ],
    [
      "that listens to all stages and moves deals",
      automation("stage_entered", {}, "move_stage", { targetStageId: "b" }),
      LOOP,
    ],
    [
      "that moves deals out of its stage",
      automation("stage_left", { stageId: "a" }, "move_stage", { targetStageId: "b" }),
      LOOP,
    ],
    [
      "that listens to co-owners and adds one",
      automation("deal_updated", { fields: ["coOwnerUserId"] }, "add_co_owner", { userId: "us_1" }),
      LOOP,
    ],
    ["that makes deals of new deals", automation("deal_created", null, "create_lead"), LOOP],
    [
      "that sets its field",
      automation("custom_field_changed", { fieldSlug: "x" }, "set_custom_field", { fieldSlug: "x" }),
      LOOP,
    ],
    [
      "that sets another field",
      automation("custom_field_changed", { fieldSlug: "x" }, "set_custom_field", { fieldSlug: "y" }),
      null,
    ],
    ["that adds one of its tags", automation("tag_added", { tagIds: ["a", "b"] }, "add_tag", { tagIds: ["b"] }), LOOP],
    ["that adds another tag", automation("tag_added", { tagIds: ["a"] }, "add_tag", { tagIds: ["b"] }), null],
    ["that removes tags where any tag counts", automation("tag_removed", {}, "remove_tag", { tagIds: ["b"] }), LOOP],
    [
      "that assigns, and listens to that",
      automation("deal_updated", { fields: ["responsibleUserId"] }, "assign_responsible"),
      LOOP,
    ],
    [
      "that assigns, and listens to values",
      automation("deal_updated", { fields: ["value"] }, "assign_responsible"),
      null,
    ],
    ["that loops, but once a deal", automation("stage_entered", { entry: { again: "once" } }, "move_stage"), null],
    [
      "that loops, but again after a day",
      automation("stage_entered", { entry: { again: "after", afterSeconds: 86_400 } }, "move_stage"),
      null,
    ],
    [
      "that loops beside no live run",
      automation("stage_entered", { entry: { again: "not_while_live" } }, "move_stage"),
      LOOP,
    ],
    ["that every change starts", automation("deal_updated", null), "entry-flood "],
    ["that every message starts", automation("message_received", { keywords: [] }), "entry-flood /triggerConfig"],
    ["that some messages start", automation("message_received", { keywords: ["sim"] }), null],
    [
      "that every message starts, one at a time",
      automation("message_received", { entry: { again: "not_while_live" } }),
      null,
    ],
    ["of a trigger that nobody knows", automation("constructor", {}, "move_stage"), null],
    ["without a graph", { triggerType: "stage_entered", triggerConfig: {} }, null],
    ["without a trigger", {}, null],
  ])("%s is warned of, or not", (_, given, expected) => {
    const [warning, ...others] = entryWarnings(given);
    expect(others).toEqual([]);
    expect(warning === undefined ? null : `${warning.code} ${warning.path}`).toBe(expected);
    for (const { patch } of warning?.fixes ?? []) {
      const mended = applyPatch(given, patch) as JsonObject;
      expect(entryWarnings(mended)).toEqual([]);
      expect(startProblems(mended)).toEqual([]);
    }
  });

  it("keeps what its entry rule asks beside", () => {
    const given = automation("stage_entered", { entry: { again: "always", perHour: 5 } }, "move_stage");
    expect(entryWarnings(given)[0]?.fixes?.[0]?.patch).toEqual([
      { op: "add", path: "/triggerConfig/entry", value: { again: "after", afterSeconds: 86_400, perHour: 5 } },
    ]);
  });

  it("is warned of in both languages, and is valid", () => {
    const given = automation("message_received", {});
    expect(validateAutomation(given)).toMatchObject({ valid: true, problems: [{ code: "entry-flood" }] });
    expect(entryWarnings(given, ptBR)[0]?.message).toContain("diga com que frequência");
  });
});

it.each(Object.keys(TRIGGER_TYPES))("what is proposed for %s can be read", (triggerType) => {
  const triggerConfig = { entry: proposedEntry(triggerType) };
  expect(startProblems({ triggerConfig })).toEqual([]);
  expect(entryWarnings(automation(triggerType, triggerConfig))).toEqual([]);
});

it("proposes nothing for a trigger that nobody knows", () => expect(proposedEntry("constructor")).toBeNull());

it.each([
  ["a part that nobody knows", { perhour: 5 }],
  ["an unknown way", { again: "twice" }],
  ["a time that is missing", { again: "after" }],
  ["a time that is too short", { again: "after", afterSeconds: 1 }],
  ["a time that counts for nothing", { again: "once", afterSeconds: 60 }],
  ["a rule that is a text", "once"],
])("%s is mended by its fix", (_, entry) => {
  const given = automation("deal_won", { entry });
  const { valid, problems } = validateAutomation(given);
  expect(valid).toBe(false);
  const mended = applyPatch(given, problems[0]?.fixes?.[0]?.patch ?? []);
  expect(validateAutomation(mended).problems).toEqual([]);
});
