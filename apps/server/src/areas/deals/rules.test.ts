import { describe, expect, it } from "vitest";
import type { DealCatalogue } from "./model.ts";
import { hasAccess, nextInRotation } from "./rules.ts";

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
