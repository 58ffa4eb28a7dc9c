import { describe, expect, test } from "vitest";
import { openScenario, sessionOf } from "./session.ts";
import { addTrial, changeDraft, currentOf, dropDraft, NO_TRIALS, shownDrafts } from "./scenarios.ts";
import type { Draft, ShownDraft, Trials } from "./scenarios.ts";

const draft = (id: string, name: string): Draft => ({
  id,
  name,
  startAt: "2026-01-05T12:00:00Z",
  facts: {},
  outcomes: {},
  keepHours: false,
});
const saved: Draft[] = [{ ...draft("big", "Big deal"), expect: { status: "completed", path: ["t"] } }];
const two: Trials = { ...NO_TRIALS, own: [draft("s1", "Scenario 1"), draft("s2", "Scenario 2")], currentId: "s1" };
const kinds = (shown: readonly ShownDraft[]) => shown.map((each) => [each.draft.id, each.kind]);

describe("scenarios side by side", () => {
  test("saved ones come first, then the trials", () => {
    expect(kinds(shownDrafts(saved, two))).toEqual([
      ["big", "saved"],
      ["s1", "trial"],
      ["s2", "trial"],
    ]);
  });

  test("a copy gets a free name and is shown", () => {
    const three = addTrial(two, shownDrafts([], two), draft("", "Scenario 1"));
    expect(three.own.at(-1)).toMatchObject({ id: "s3", name: "Scenario 3" });
    expect(three.currentId).toBe("s3");
  });

  test("a saved one that is tried with another deal differs until it is as saved again", () => {
    const [shown] = shownDrafts(saved, NO_TRIALS);
    if (!shown) throw new Error("nothing shown");
    const tried = changeDraft(NO_TRIALS, shown, { facts: { deal: { value: 5 } } });
    const [changed] = shownDrafts(saved, tried);
    expect(changed).toMatchObject({ kind: "changed", draft: { name: "Big deal", expect: saved[0]?.expect } });
    if (!changed) throw new Error("nothing shown");
    expect(kinds(shownDrafts(saved, changeDraft(tried, changed, { facts: {} })))).toEqual([["big", "saved"]]);
    expect(kinds(shownDrafts(saved, dropDraft(tried, [changed], "big")))).toEqual([["big", "saved"]]);
  });

  test("a trial that was saved under its id is shown once", () => {
    expect(kinds(shownDrafts([draft("s1", "Scenario 1")], two))).toEqual([
      ["s1", "saved"],
      ["s2", "trial"],
    ]);
  });

  test("after the shown one is gone, its neighbour is shown", () => {
    const one = dropDraft(two, shownDrafts([], two), "s1");
    const [first, ...rest] = shownDrafts([], one);
    if (!first) throw new Error("nothing shown");
    expect(currentOf([first, ...rest], one).draft.id).toBe("s2");
  });
});

test("a scenario from elsewhere is opened as a trial, in the run", () => {
  sessionOf("opened").setState({ tab: "tests" });
  const { id: _id, ...run } = draft("", "Run of 5 January");
  openScenario("opened", run);
  const { tab, trials } = sessionOf("opened").getState();
  expect(tab).toBe("run");
  expect(trials.own).toMatchObject([{ id: trials.currentId, name: "Run of 5 January" }]);
});
