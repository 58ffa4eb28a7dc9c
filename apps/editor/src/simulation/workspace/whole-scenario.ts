import type { GraphDefinition } from "@trilho/engine";
import { occasionOf } from "@trilho/engine/interactions";
import type { WorkspaceAutomation, WorkspaceScenario } from "@trilho/engine/workspace";
import { decisionsOf, fittingOutcomes } from "../decisions.ts";
import type { Draft } from "../scenarios.ts";
import type { SimulatedAutomation } from "../use-simulation.ts";
import type { Around } from "./around.ts";

/** Longer than most deals take. */
const DAYS = 366;

/** The automation that is drawn, under its id. */
export interface OwnAutomation {
  id: string;
  definition: GraphDefinition;
  rules: SimulatedAutomation;
}

/** One deal among all automations: what starts the drawn one happens to it, and everybody does what they do. */
export function wholeScenario(
  draft: Draft,
  own: OwnAutomation,
  others: readonly WorkspaceAutomation[],
  around: Around,
): WorkspaceScenario {
  const { id, definition, rules } = own;
  const { scope = "global", pipelineId = null, stageId = null, conditions = null } = rules;
  const { triggerType = "deal_created", triggerConfig = null, triggerWindow = null } = rules;
  const drawn: WorkspaceAutomation = {
    id,
    triggerType,
    scope,
    pipelineId: scope === "global" ? null : pipelineId,
    stageId: scope === "stage" ? stageId : null,
    conditions,
    triggerConfig,
    triggerWindow,
    graphDefinition: definition,
    respectBusinessHours: draft.keepHours,
    ...(draft.roundRobin && { roundRobin: draft.roundRobin }),
  };
  const { startAt: at, facts } = draft;
  return {
    ...around,
    ...occasionOf(drawn, facts, at, around.stages),
    automations: [drawn, ...others],
    outcomes: { [id]: fittingOutcomes(decisionsOf(definition), draft.outcomes) },
    until: new Date(Date.parse(at) + DAYS * 86_400_000).toISOString(),
    seed: draft.id,
  };
}
