import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import type { Scenario } from "../contract/scenario.ts";
import { graphs, scenarios } from "../interpreter/testing/arbitraries.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { eventFacts } from "../trigger/event-facts.ts";
import { simulateWorkspace } from "./simulate-workspace.ts";
import type { WorkspaceScenario } from "./types.ts";

const EVENT = "task_completed";

/** A workspace in which one event starts the run of a scenario. */
const alone = (graph: GraphDefinition, scenario: Scenario): WorkspaceScenario => ({
  automations: [
    {
      id: "only",
      triggerType: EVENT,
      scope: "global",
      pipelineId: null,
      stageId: null,
      triggerWindow: null,
      conditions: null,
      triggerConfig: null,
      graphDefinition: graph,
      ...(scenario.respectBusinessHours && { respectBusinessHours: true }),
      ...(scenario.roundRobin && { roundRobin: scenario.roundRobin }),
    },
  ],
  deals: [{ id: "d1", contactId: "c1", facts: scenario.facts.deal ?? {} }],
  contacts: [{ id: "c1" }],
  events: [{ type: "event", event: EVENT, at: scenario.startAt, dealId: "d1" }],
  outcomes: { only: scenario.outcomes ?? {} },
  from: scenario.startAt,
  until: "2200-01-01T00:00:00Z",
  businessHours: scenario.businessHours ?? null,
  timeZone: scenario.timeZone ?? scenario.businessHours?.timeZone ?? "UTC",
  ...(scenario.fieldSlugs && { fieldSlugs: scenario.fieldSlugs }),
  ...(scenario.seed !== undefined && { seed: scenario.seed }),
});

/** What runs of that workspace read when they begin. */
function factsAtStart({ events, ...workspace }: WorkspaceScenario) {
  const at = new Date(workspace.from).toISOString();
  const { deals } = simulateWorkspace({ ...workspace, events: [], until: workspace.from });
  const { pipelineId = null, stageId = null } = deals["d1"]?.deal ?? {};
  const payload = { pipelineId, stageId };
  return events.length === 0 ? {} : { ...deals["d1"], ...eventFacts({ type: EVENT, payload, at }) };
}

/** Whether its contact has a conversation is not known of a run that is simulated by itself. */
const isAboutItself = ({ nodes }: GraphDefinition): boolean =>
  !nodes.some(({ actionType }) => actionType === "close_conversation");

describe("a run that is alone in its workspace", () => {
  it("goes as it is simulated by itself", () => {
    fc.assert(
      fc.property(graphs.filter(isAboutItself), scenarios, (graph, scenario) => {
        const workspace = alone(graph, scenario);
        const trigger = { type: EVENT, config: null };
        const facts = factsAtStart(workspace);
        const expected = simulateRun(graph, { ...scenario, facts, trigger }, { run: "r1" });
        const { runs, error } = simulateWorkspace(workspace);
        expect(error).toBeNull();
        expect(runs).toHaveLength(1);
        expect(runs[0]?.steps).toEqual(
          expected.trace.map(({ seq, at, nodeId, handle, edgeId, why }) => ({ seq, at, nodeId, handle, edgeId, why })),
        );
        expect(runs[0]?.status).toBe(expected.status);
      }),
      { numRuns: 2000 },
    );
  });

  it("is the same every time, and plain JSON", () => {
    fc.assert(
      fc.property(graphs, scenarios, (graph, scenario) => {
        const result = simulateWorkspace(alone(graph, scenario));
        expect(simulateWorkspace(structuredClone(alone(graph, scenario)))).toEqual(result);
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
    );
  });
});

describe("anything at all", () => {
  it("is simulated or refused, and never throws", () => {
    const any = fc.anything({ withNullPrototype: true, maxDepth: 3 }) as fc.Arbitrary<never>;
    const odd = fc.record({
      id: any,
      type: any,
      at: any,
      triggerType: any,
      graphDefinition: any,
      facts: any,
      deal: any,
    });
    const workspaces = fc.record({
      automations: fc.array(odd),
      deals: fc.array(odd),
      contacts: fc.array(odd),
      events: fc.array(odd),
      outcomes: any,
      from: fc.constant("2026-01-05T00:00:00Z"),
      until: fc.constant("2026-01-06T00:00:00Z"),
    });
    fc.assert(
      fc.property(fc.oneof(any, workspaces), (given) => {
        const { error, events } = simulateWorkspace(given as unknown as WorkspaceScenario);
        expect(error === null || events.length === 0).toBe(true);
      }),
    );
  });
});
