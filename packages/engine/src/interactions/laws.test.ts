import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulateWorkspace } from "../workspace/simulate-workspace.ts";
import type { WorkspaceAutomation } from "../workspace/types.ts";
import { analyseWorkspace, showsFinding } from "./analyse-workspace.ts";
import { describeFinding } from "./describe-finding.ts";
import type { Finding } from "./finding.ts";
import { shareFound } from "./testing/share-found.ts";
import { planted, STAGES, strangers } from "./testing/workspaces.ts";
import { usesOf } from "./touches/uses.ts";
import { scenarioOfWitness } from "./witness/types.ts";

/** Of many senders, one may be told whose messages only make more of too many. */
const isTooManyWithout = ({ code, params, places }: Finding, automationId: string): boolean =>
  code === "many-messages" &&
  places.filter((place) => place.automationId !== automationId).length > Number(params["most"]);

describe("whatever automations there are", () => {
  it("each finding that is shown happens again when its witness is replayed, and not without one of its automations", () => {
    fc.assert(
      fc.property(strangers, fc.option(planted), (others, meeting) => {
        const workspace = { automations: [...others, ...(meeting?.automations ?? [])], stages: STAGES };
        const { findings, counts } = analyseWorkspace(workspace, { budget: 150 });
        for (const finding of findings) {
          if (finding.shown === null) continue;
          const witness = JSON.parse(JSON.stringify(finding.shown)) as typeof finding.shown;
          expect(showsFinding(finding, simulateWorkspace(scenarioOfWitness(witness, workspace)))).toBe(true);
          for (const { automationId } of witness.automationIds.length > 1 ? finding.places : []) {
            if (isTooManyWithout(finding, automationId)) continue;
            const fewer = { ...workspace, automations: workspace.automations.filter(({ id }) => id !== automationId) };
            expect(showsFinding(finding, simulateWorkspace(scenarioOfWitness(witness, fewer)))).toBe(false);
          }
        }
        expect(counts.shown + counts.proved + counts.possible).toBe(findings.length);
      }),
      { numRuns: 800 },
    );
  });

  it("the same are found every time", () => {
    fc.assert(
      fc.property(strangers, planted, (others, { automations }) => {
        const workspace = { automations: [...others, ...automations], stages: STAGES };
        expect(analyseWorkspace(structuredClone(workspace), { budget: 100 })).toEqual(
          analyseWorkspace(workspace, { budget: 100 }),
        );
      }),
    );
  });
});

describe("a conflict among automations that have nothing to do with it", () => {
  it("is shown in at least 95 of 100 workspaces", () => {
    expect(shareFound(40, 1)).toBeGreaterThanOrEqual(0.95);
  });
});

const refuse = (): never => {
  throw new Error("no");
};

describe("anything at all", () => {
  it("is analysed, and never throws", () => {
    const any = fc.anything({ withNullPrototype: true, maxDepth: 3 });
    const odd = fc.record(
      {
        id: fc.oneof(any, fc.constantFrom("a", "b", "__proto__")),
        triggerType: fc.oneof(any, fc.constantFrom("stage_entered", "deal_idle", "toString")),
        scope: fc.oneof(any, fc.constantFrom("global", "stage")),
        triggerConfig: any,
        conditions: any,
        triggerWindow: any,
        graphDefinition: any,
      },
      { requiredKeys: [] },
    );
    const workspaces = fc.record(
      { automations: fc.oneof(any, fc.array(odd)), stages: any, fieldSlugs: any, timeZone: any, businessHours: any },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(any, workspaces), (given) => {
        const { findings, unreadable } = analyseWorkspace(given as never, { budget: 20 });
        for (const finding of findings) expect(describeFinding(finding)).not.toBe("");
        expect(Array.isArray(unreadable)).toBe(true);
        usesOf([given]);
      }),
    );
  });

  it("may throw wherever it is read", () => {
    const thrower = new Proxy({}, { get: refuse, ownKeys: refuse });
    const list = new Proxy([1], { get: refuse });
    const odd = { automations: list, fieldSlugs: thrower, stages: thrower, businessHours: thrower, timeZone: thrower };
    expect(analyseWorkspace(odd as never).findings).toEqual([]);
    expect(analyseWorkspace(thrower as never).findings).toEqual([]);
    const automations = [thrower] as unknown as WorkspaceAutomation[];
    expect(analyseWorkspace({ automations }).unreadable).toEqual(["#1"]);
  });
});
