import { describe, expect, it } from "vitest";
import { coverScenarios } from "./cover-scenarios.ts";
import { branching, verdicts, when, type Asked } from "./testing/asking.ts";

const manyBranches = (count: number, rulesOf: (index: number) => Asked[]) =>
  branching(...Array.from({ length: count }, (_, index) => when(`b${index}`, ...rulesOf(index))));

const valueEach = (count: number) => manyBranches(count, (index) => [["deal.value", "=", index]]);

describe("a condition with hundreds of branches", () => {
  it.each<[string, (index: number) => Asked[]]>([
    ["a value each", (index) => [["deal.value", "=", index]]],
    ["a stage each", (index) => [["deal.stageId", "=", `st_${index}`]]],
    ["a stage each, named by a number", (index) => [["deal.stageId", "=", `${index}`]]],
    ["a text each of a custom field", (index) => [["deal.customFields.plan", "=", `Plan ${index}`]]],
    ["a tag each", (index) => [["deal.tagIds", "contains", `tg_${index}`]]],
    ["a limit each", (index) => [["deal.value", "<", index * 100]]],
    ["a range each", (index) => [["deal.value", "between", [index * 10, index * 10 + 9]]]],
    [
      "two rules each",
      (index) => [
        ["deal.value", ">=", index * 10],
        ["deal.value", "<", index * 10 + 10],
      ],
    ],
    [
      "rules of two fields each",
      (index) => [
        ["deal.stageId", "=", `st_${index}`],
        ["deal.value", ">", index],
      ],
    ],
  ])("is covered within the work allowed: %s", (_, rulesOf) => {
    const definition = manyBranches(400, rulesOf);
    const cover = coverScenarios(definition);
    expect([cover.scenarios.length, cover.lowerBound, cover.unreachable, cover.unknown]).toEqual([401, 401, [], []]);
  });

  it("takes no more than the square of the work for more branches", () => {
    const covers = [
      coverScenarios(valueEach(100), { budget: 200_000 }),
      coverScenarios(valueEach(400), { budget: 3_200_000 }),
    ];
    expect(covers.map(({ unknown }) => unknown)).toEqual([[], []]);
  });

  it("still tells a branch that an earlier one takes", () => {
    const branches = Array.from({ length: 400 }, (_, index) => when(`b${index}`, ["deal.value", "=", index % 399]));
    expect(verdicts(branching(...branches))).toEqual(["c branch_b399> done: shadowed"]);
  });

  it("keeps what was found when the work allowed is done", () => {
    const { scenarios: found, unknown } = coverScenarios(valueEach(400), { budget: 100_000 });
    expect([found.length > 0, unknown.length > 0]).toEqual([true, true]);
  });
});
