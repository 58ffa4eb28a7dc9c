import { describe, expect, it } from "vitest";
import type { DealCatalogue } from "./model.ts";
import { type DealRules, findStage, firstStage, hasAccess, missingFields, nextInRotation } from "./rules.ts";

const pipeline = (access: string[]) => ({ id: "sales", isDefault: true, isArchived: false, position: 0, access });
const MEMBERS = [
  { id: "ana", active: true, role: "seller" },
  { id: "bia", active: true, role: "seller" },
  { id: "caio", active: false, role: "seller" },
];
const catalogue = (access: string[]): DealCatalogue => ({
  pipelines: [{ ...pipeline(["ana"]), id: "other" }, pipeline(access)],
  stages: [],
  fields: [],
  members: MEMBERS,
  channelIds: [],
  companyKnown: false,
  lossReasons: [],
  requirements: [],
});

describe("the rotation of a pipeline", () => {
  it.each<[string, string[], string[]]>([
    ["is among its access list", ["bia"], ["bia"]],
    ["passes over who is not active", ["caio", "ana"], ["ana"]],
    ["is among all who are active, where the list is empty", [], ["ana", "bia"]],
    ["is among all who are active, where nobody of the list is", ["caio"], ["ana", "bia"]],
  ])("%s", (_, access, userIds) => {
    expect(nextInRotation("sales", catalogue(access))).toEqual({ turn: { pipelineId: "sales", userIds } });
  });

  it("of a pipeline that is gone is among all who are active", () => {
    expect(nextInRotation("gone", catalogue(["bia"]))).toEqual({
      turn: { pipelineId: "gone", userIds: ["ana", "bia"] },
    });
  });
});

describe("access to a pipeline", () => {
  it.each<[string, string[], { id: string; role: string }, boolean]>([
    ["of a listed member", ["ana"], { id: "ana", role: "seller" }, true],
    ["of one who is not listed", ["ana"], { id: "bia", role: "seller" }, false],
    ["of everybody, without a list", [], { id: "bia", role: "seller" }, true],
    ["of an owner, who is not listed", ["ana"], { id: "bia", role: "owner" }, true],
  ])("%s", (_, access, member, expected) => {
    expect(hasAccess(pipeline(access), member)).toBe(expected);
  });
});

/** Who is in charge of nothing, in a workspace of these pipelines; each has a stage of its name, and final ones. */
function rulesOf(pipelines: Partial<DealCatalogue["pipelines"][number]>[], role = "member"): DealRules {
  const all = pipelines.map((each, position) => ({ ...pipeline([]), id: "p", isDefault: false, position, ...each }));
  const stages = all.flatMap(({ id }) => [
    { id: `${id}-won`, pipelineId: id, position: 0, isWon: true, isLost: false },
    { id: `${id}-lost`, pipelineId: id, position: 1, isWon: false, isLost: true },
    ...(id === "ended" ? [] : [{ id, pipelineId: id, position: 2, isWon: false, isLost: false }]),
  ]);
  return {
    catalogue: { ...catalogue([]), pipelines: all, stages },
    viewer: { workspaceId: "ws", memberId: "ana", role: role as "member", visibility: "all" },
    memberId: "ana",
    editsContacts: true,
    country: "BR",
    files: new Map(),
  };
}

describe("the stage where a deal begins", () => {
  it.each<[string, Parameters<typeof rulesOf>[0], string | null]>([
    ["is the default pipeline's, wherever it stands", [{ id: "a" }, { id: "b", isDefault: true }], "b"],
    [
      "is else the first pipeline's",
      [
        { id: "b", position: 2 },
        { id: "a", position: 1 },
      ],
      "a",
    ],
    ["is of no archived pipeline", [{ id: "a", isDefault: true, isArchived: true }, { id: "b" }], "b"],
    [
      "is of no pipeline of others",
      [
        { id: "a", access: ["bia"] },
        { id: "b", access: ["ana"] },
      ],
      "b",
    ],
    ["is no final one", [{ id: "ended" }, { id: "b" }], "b"],
    ["is none where there is none", [{ id: "ended" }], null],
  ])("%s", (_, pipelines, stage) => {
    expect(firstStage(rulesOf(pipelines))?.id ?? null).toBe(stage);
  });
});

describe("a stage that is asked for", () => {
  it.each<[string, string, object]>([
    ["is found", "a", { stage: { id: "a" } }],
    ["may be final", "a-won", { stage: { id: "a-won" } }],
    ["is none of another workspace", "x", { problem: { reason: { code: "stage-gone" } } }],
    ["is none of others' pipelines", "theirs", { problem: { reason: { code: "stage-gone" } } }],
    ["is none of an archived pipeline", "old", { problem: { reason: { code: "stage-archived" } } }],
  ])("%s", (_, id, found) => {
    const rules = rulesOf([{ id: "a" }, { id: "theirs", access: ["bia"] }, { id: "old", isArchived: true }]);
    expect(findStage(rules, id)).toMatchObject(found);
  });
});

describe("what a stage requires", () => {
  const DEAL = { name: "Deal", value: 1, expectedCloseAt: "2030-01-31", email: "a@b.example", phone: "+55" };
  const CUSTOM = { id: "f1", slug: "roof", fieldType: "text", options: null };
  const missing = (field: string, deal: object = {}) => {
    const requirements = [
      { field, stageIds: ["a", "b"] },
      { field, stageIds: ["a"] },
      { field: "name", stageIds: ["b"] },
    ];
    const filled = { ...DEAL, customFields: {}, ...deal };
    return missingFields("a", filled, { ...catalogue([]), fields: [CUSTOM], requirements });
  };

  it.each<[string, object, string, code: string]>([
    ["name", { name: null }, "name", "name-required"],
    ["name", { name: "" }, "name", "name-required"],
    ["value", { value: 0 }, "value", "value-required"],
    ["expectedCloseAt", { expectedCloseAt: null }, "expectedCloseAt", "close-required"],
    ["email", { email: null }, "email", "email-required"],
    ["phone", { phone: null }, "phone", "phone-required"],
    ["f1", {}, "customFields.roof", "field-required"],
    ["f1", { customFields: { roof: null } }, "customFields.roof", "field-required"],
    ["f1", { customFields: { roof: "" } }, "customFields.roof", "field-required"],
  ])("by the key %s is missing in %j as %s, once", (key, deal, field, code) => {
    expect(missing(key, deal)).toMatchObject([{ field, reason: { code } }]);
    expect(missing(key, { ...DEAL, customFields: { roof: "metal" } })).toEqual([]);
  });

  it("and is a field that was deleted is missing nowhere", () => {
    expect(missing("f2")).toEqual([]);
  });
});
