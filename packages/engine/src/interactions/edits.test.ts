import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { automation, line, tag } from "../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../workspace/types.ts";
import { analyseWorkspace, startAnalysis } from "./analyse-workspace.ts";
import type { RunningAnalysis } from "./analyse-workspace.ts";
import { ask, INNOCENT, STAGES, untag } from "./testing/steps.ts";
import { planted, strangers } from "./testing/workspaces.ts";

const around = { stages: STAGES, tagIds: ["planted", "hot"] };

function finished(analysis: RunningAnalysis) {
  analysis.go(Number.POSITIVE_INFINITY);
  return analysis.result();
}

function stepsOf(analysis: RunningAnalysis): number {
  let steps = 1;
  while (!analysis.go(1)) steps += 1;
  return steps;
}

type Edit = { readonly set: unknown } | { readonly remove: string };

/** What a list of automations is after an edit. */
function after(automations: readonly WorkspaceAutomation[], edit: Edit): WorkspaceAutomation[] {
  if ("remove" in edit) return automations.filter(({ id }) => id !== edit.remove);
  const changed = edit.set as WorkspaceAutomation;
  const place = automations.findIndex(({ id }) => id === changed?.id);
  return place < 0 ? [...automations, changed] : automations.with(place, changed);
}

describe("an analysis that follows edits", () => {
  it("finds what one from scratch finds, whatever is edited, and however far it had come", () => {
    const pool = fc.tuple(strangers, planted, planted).map(([others, one, other]) => [
      ...others,
      ...one.automations,
      // Under the same ids: one conflict becomes another one.
      ...other.automations,
    ]);
    const world = pool.chain((all) =>
      fc.record({
        given: fc.subarray(all),
        edits: fc.array(
          fc.oneof(
            fc.constantFrom(...all).map((set): Edit => ({ set })),
            fc.constantFrom(...all).map(({ id }): Edit => ({ remove: id })),
          ),
          { minLength: 1, maxLength: 5 },
        ),
        steps: fc.array(fc.constantFrom(0, 3, Number.POSITIVE_INFINITY), { minLength: 5, maxLength: 5 }),
      }),
    );
    fc.assert(
      fc.property(world, ({ given, edits, steps }) => {
        const ids = new Set<string>();
        let automations = given.filter(({ id }) => !ids.has(id) && ids.add(id));
        const analysis = startAnalysis({ ...around, automations }, { budget: 100_000 });
        for (const [index, edit] of edits.entries()) {
          analysis.go(steps[index] ?? 0);
          automations = after(automations, edit);
          if ("set" in edit) analysis.set(edit.set);
          else analysis.remove(edit.remove);
        }
        expect(finished(analysis)).toEqual(analyseWorkspace({ ...around, automations }, { budget: 100_000 }));
      }),
      { numRuns: 160 },
    );
  });

  it("tries nothing again that is as it was", () => {
    const asking = Array.from({ length: 12 }, (_, at) => automation(`a${at}`, "deal_created", line(ask(`q${at}`))));
    const analysis = startAnalysis({ stages: STAGES, automations: [...INNOCENT, ...asking] });
    const first = stepsOf(analysis);
    const { findings } = analysis.result();
    analysis.set(automation("a3", "deal_created", line(ask("another"))));
    expect(stepsOf(analysis)).toBeLessThan(first);
    // What was shown of others is what was shown before, not a witness like it.
    const witnesses = new Set(findings.map(({ shown }) => shown));
    const others = analysis
      .result()
      .findings.filter(({ places }) => places.every(({ automationId }) => automationId !== "a3"));
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ shown }) => witnesses.has(shown))).toBe(true);
  });

  it("takes in what was not there, what cannot be read, and what is gone", () => {
    const marks = automation("a", "deal_created", line(tag("x")));
    const analysis = startAnalysis({ stages: STAGES, automations: [marks] });
    const found = () => finished(analysis).findings.map(({ code }) => code);
    expect(found()).toEqual([]);
    analysis.set(automation("b", "deal_created", line(untag("x"))));
    expect(analysis.result().complete).toBe(false);
    expect(found()).toEqual(["opposite-writes"]);
    analysis.set({ id: "b" });
    expect(finished(analysis).unreadable).toEqual(["b"]);
    analysis.remove("b");
    analysis.remove("gone");
    expect(finished(analysis)).toEqual(analyseWorkspace({ stages: STAGES, automations: [marks] }));
  });
});
