import { DAY_SECONDS } from "@trilho/engine";
import type { BusinessHours, Catalogue, Facts, GraphDefinition, Trigger } from "@trilho/engine";
import type { CohortModel, Distribution } from "@trilho/engine/cohort";
import { decisionsOf } from "../../simulation/decisions.ts";
import { defaultDistribution } from "./deal-model.ts";
import { drawnFrom } from "./real-deals.ts";
import type { AskedField } from "./rules.ts";
import { defaultShares, handlesOfStep } from "./step-model.ts";
import type { StepShares } from "./step-model.ts";

export const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

/** What a person sets for a cohort. Fields and steps that they leave alone follow the document. */
export interface CohortSettings {
  /** Where the deals come from: the rules' own suggestions, or deals of the workspace. */
  from: "sample" | "mine";
  size: number;
  seed: string;
  /** Within how many seconds the deals come, one after the other; 0 for all at once. */
  withinSeconds: number;
  /** Mean time until an answer, in seconds; null for half of each step's limit. */
  replySeconds: number | null;
  /** By field name. */
  fields: ReadonlyMap<string, Distribution>;
  /** By node id. */
  steps: ReadonlyMap<string, StepShares>;
}

export const FIRST_SETTINGS: CohortSettings = {
  from: "sample",
  size: 10_000,
  seed: "1",
  withinSeconds: 30 * DAY_SECONDS,
  replySeconds: null,
  fields: new Map(),
  steps: new Map(),
};

/** What of the automation takes part in every cohort. */
export interface CohortWorld {
  definition: GraphDefinition;
  /** What starts it, where that is known. */
  trigger?: Trigger | undefined;
  asked: readonly AskedField[];
  /** What all deals have in common. */
  facts: Facts;
  startAt: string;
  businessHours: BusinessHours | null;
  timeZone?: string | undefined;
  keepHours: boolean;
  catalogue: Catalogue;
  /** Deals of the workspace, where they are wanted and have been read. */
  deals: readonly Facts[];
}

/** The engine's model of what a person set. */
export function cohortModel(settings: CohortSettings, world: CohortWorld): CohortModel {
  const { startAt, facts, catalogue, asked, definition, trigger, businessHours, timeZone, keepHours } = world;
  const { size, withinSeconds, replySeconds } = settings;
  const isDrawn = settings.from === "mine" && world.deals.length > 0;
  const vary = isDrawn
    ? drawnFrom(world.deals, asked)
    : asked.map((each) => {
        const distribution = settings.fields.get(each.field.name) ?? defaultDistribution(each, startAt);
        return [each.field.name, distribution] as const;
      });
  const handles = decisionsOf(definition).map((decision) => {
    const shares = settings.steps.get(decision.node.id) ?? defaultShares(decision);
    return [decision.node.id, handlesOfStep(decision, shares)] as const;
  });
  return {
    startAt,
    facts,
    ...catalogue,
    ...(trigger && { trigger }),
    vary: Object.fromEntries(vary),
    ...(isDrawn && { together: vary.map(([field]) => field) }),
    handles: Object.fromEntries(handles),
    ...(withinSeconds > 0 && { arrivals: { type: "exponential", mean: withinSeconds / size } }),
    ...(replySeconds !== null && { replySeconds }),
    ...(timeZone !== undefined && { timeZone }),
    ...(businessHours && { respectBusinessHours: keepHours, businessHours }),
  };
}
