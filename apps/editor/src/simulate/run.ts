import { simulateRun } from "@trilho/engine";
import type { BusinessHours, Facts, Field, GraphDefinition, SimulationResult } from "@trilho/engine";
import { createRenderer } from "@trilho/engine/liquid";
import { withFact } from "../forms/exampleFacts.ts";
import { decisionsOf, fittingOutcomes } from "./decisions.ts";
import type { Draft } from "./scenarios.ts";

/** What all scenarios of an automation share. */
export interface Setting {
  definition: GraphDefinition;
  businessHours: BusinessHours | null;
  /** Slug by custom-field id. */
  fieldSlugs: Record<string, string>;
}

const render = createRenderer();

/** Runs a scenario through the engine's simulator. */
export function runDraft({ startAt, facts, outcomes, id, keepHours }: Draft, setting: Setting): SimulationResult {
  const { definition, businessHours, fieldSlugs } = setting;
  return simulateRun(
    definition,
    {
      startAt,
      facts,
      seed: id,
      fieldSlugs,
      outcomes: fittingOutcomes(decisionsOf(definition), outcomes),
      ...(keepHours && businessHours && { respectBusinessHours: true, businessHours }),
    },
    { render },
  );
}

/** A deal to start with: the examples of the fields that the graph reads. What is kept by id has no example here. */
export function startFacts(fields: readonly Field[]): Facts {
  return fields.reduce((facts, { name, example, picker }) => (picker ? facts : withFact(facts, name, example)), {
    deal: { tagIds: [] },
    contact: {},
  } as Facts);
}

/** Monday to Friday, nine to six: what is assumed where the workspace's hours are not known. */
export function officeHours(timeZone: string): BusinessHours {
  return { timeZone, days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" })) };
}
