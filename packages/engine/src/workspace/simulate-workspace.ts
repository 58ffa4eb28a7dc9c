import { amountOf, checkAmount } from "../json/option.ts";
import { simulationError } from "../messages/simulation.ts";
import { setUp } from "./setup.ts";
import { WorkspaceSimulation } from "./simulation.ts";
import type { WorkspaceOptions, WorkspaceResult, WorkspaceScenario } from "./types.ts";

/** A simulation of a workspace that goes part by part, so that it can be given up, or shown meanwhile. */
export interface RunningWorkspace {
  /** Goes on by so many moves of runs at most; whether it is over. */
  go(moves: number): boolean;
  /** What happened so far. */
  result(): WorkspaceResult;
}

/**
 * Any number of automations, deals and contacts on one virtual clock, through the interpreter and the rules of triggers
 * that real runs go by. What an action changes raises its events, which start other runs; what a contact answers goes to
 * the run whose button was pressed, else to the one that asked last; a lead that nobody is named for, to the member whose
 * turn it is. Depends on its arguments alone. Never throws, but for options that mean nothing (a `RangeError` that names
 * them).
 *
 * @example
 * ```ts
 * import { simulateWorkspace } from "@trilho/engine/workspace";
 *
 * const everywhere = { scope: "global" as const, pipelineId: null, stageId: null, triggerWindow: null, conditions: null };
 * const tagging = {
 *   version: 2 as const,
 *   nodes: [
 *     { id: "start", type: "trigger" as const },
 *     { id: "tag", type: "action" as const, actionType: "add_tag" as const, config: { tagIds: ["tg_new"] } },
 *   ],
 *   edges: [{ source: "start", target: "tag" }],
 * };
 * const greeting = { version: 2 as const, nodes: [{ id: "start", type: "trigger" as const }], edges: [] };
 * const { runs } = simulateWorkspace({
 *   automations: [
 *     { ...everywhere, id: "tags", triggerType: "deal_created", triggerConfig: null, graphDefinition: tagging },
 *     { ...everywhere, id: "greets", triggerType: "tag_added", triggerConfig: null, graphDefinition: greeting },
 *   ],
 *   deals: [],
 *   contacts: [],
 *   events: [{ type: "deal_created", at: "2026-01-05T09:00:00Z", deal: { id: "de_1", facts: { value: 10 } } }],
 *   from: "2026-01-05T00:00:00Z",
 *   until: "2026-01-06T00:00:00Z",
 * });
 * runs.map(({ automationId, depth }) => `${automationId} ${depth}`); // ["tags 0", "greets 1"]
 * ```
 */
export function simulateWorkspace(scenario: WorkspaceScenario, options: WorkspaceOptions = {}): WorkspaceResult {
  const simulation = startWorkspace(scenario, options);
  simulation.go(Number.POSITIVE_INFINITY);
  return simulation.result();
}

/**
 * The same, part by part.
 *
 * @example
 * ```ts
 * import { startWorkspace } from "@trilho/engine/workspace";
 *
 * const nothing = { automations: [], deals: [], contacts: [], events: [] };
 * const simulation = startWorkspace({ ...nothing, from: "2026-01-05T00:00:00Z", until: "2026-01-06T00:00:00Z" });
 * simulation.go(10_000); // true: nothing is left to happen
 * ```
 */
export function startWorkspace(scenario: WorkspaceScenario, options: WorkspaceOptions = {}): RunningWorkspace {
  amountOf(options, "stepBudget", 0);
  try {
    const setup = setUp(scenario);
    if ("error" in setup) return refused(setup.error);
    return safely(new WorkspaceSimulation(setup, options));
  } catch (error) {
    return refused(unreadable(error));
  }
}

/** Hostile values may throw wherever they are read. */
function safely(simulation: WorkspaceSimulation): RunningWorkspace {
  let failed: RunningWorkspace | null = null;
  return {
    go(moves) {
      checkAmount("moves", moves);
      try {
        return failed === null ? simulation.go(moves) : true;
      } catch (error) {
        failed = refused(unreadable(error));
        return true;
      }
    },
    result: () => (failed ?? simulation).result(),
  };
}

const unreadable = (error: unknown) =>
  simulationError("invalid-scenario", "unreadable", {
    message: error instanceof Error ? error.message : "an unusual value",
  });

const refused = (error: WorkspaceResult["error"]): RunningWorkspace => ({
  go: () => true,
  result: () => ({ events: [], runs: [], messages: [], deals: {}, unknown: [], error }),
});
