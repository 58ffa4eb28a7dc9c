import { describe, expect, test } from "vitest";
import type { Draft, Scenarios } from "./scenarios.ts";
import { addScenario, changeScenario, currentOf, removeScenario } from "./scenarios.ts";

const draft = (id: string, name: string): Draft => ({
  id,
  name,
  startAt: "2026-01-05T12:00:00Z",
  facts: {},
  outcomes: {},
  keepHours: false,
});
const two: Scenarios = { drafts: [draft("s1", "Big deal"), draft("s2", "Small deal")], currentId: "s1" };

describe("scenarios side by side", () => {
  test("a copy gets a free name and is shown", () => {
    const three = addScenario(two, draft("", "Big deal"));
    expect(three.drafts.map(({ id, name }) => [id, name])).toEqual([
      ["s1", "Big deal"],
      ["s2", "Small deal"],
      ["s3", "Big deal 2"],
    ]);
    expect(three.currentId).toBe("s3");
  });

  test("copies of a numbered scenario count on", () => {
    const numbered: Scenarios = { drafts: [draft("s1", "Scenario 1"), draft("s2", "Scenario 2")], currentId: "s1" };
    expect(addScenario(numbered, draft("", "Scenario 1")).drafts.at(-1)?.name).toBe("Scenario 3");
  });

  test("only the shown one changes", () => {
    const { drafts } = changeScenario(two, { name: "Huge deal" });
    expect(drafts.map(({ name }) => name)).toEqual(["Huge deal", "Small deal"]);
  });

  test("after the shown one is removed, its neighbour is shown; the last one stays", () => {
    const one = removeScenario(two, "s1");
    expect(currentOf(one).id).toBe("s2");
    expect(removeScenario(one, "s2")).toBe(one);
  });
});
