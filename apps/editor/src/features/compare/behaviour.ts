import {
  simulateRun,
  type Facts,
  type GraphDefinition,
  type RunStatus,
  type Scenario,
  type SimulationResult,
} from "@trilho/engine";
import { coverScenarios } from "@trilho/engine/analyse";
import { cohortScenario, type CohortModel } from "@trilho/engine/cohort";
import { savedScenarios } from "../../document/saved-scenarios.ts";
import { modelFor } from "./sample-deals.ts";

/** A node that a run visits, and the handle by which it leaves; null where the run ends. */
export interface PathStep {
  nodeId: string;
  handle: string | null;
}

export interface Path {
  status: RunStatus;
  steps: readonly PathStep[];
  durationMs: number;
}

/** One scenario under both versions. */
export interface ScenarioComparison {
  key: string;
  /** What a person called it; null for one that was found by itself. */
  name: string | null;
  facts: Facts;
  before: Path;
  after: Path;
  /** Where the ways part; null where both take the same. */
  parting: Parting | null;
}

/** The last node that both runs have in common, and how each goes on. */
export interface Parting {
  nodeId: string;
  before: string | null;
  after: string | null;
}

interface Named {
  key: string;
  name: string | null;
  scenario: Scenario;
}

/** The scenarios saved in either version, and those that together cover the earlier one. */
export function scenariosFor(before: GraphDefinition, after: GraphDefinition): Named[] {
  const saved = [after, before].flatMap((definition) => savedScenarios(definition).scenarios);
  const own = new Map(
    saved.toReversed().map(({ id, name, startAt, facts, outcomes, roundRobin }): [string, Named] => {
      const scenario = { name, startAt, facts, outcomes, seed: id, ...(roundRobin && { roundRobin }) };
      return [id, { key: `saved ${id}`, name, scenario }];
    }),
  );
  const found = coverScenarios(before).scenarios.map(({ scenario }, index) => ({
    key: `found ${index}`,
    name: null,
    scenario,
  }));
  return [...own.values(), ...found];
}

export function compareScenario(before: GraphDefinition, after: GraphDefinition, { key, name, scenario }: Named) {
  const [was, is] = [pathOf(simulateRun(before, scenario)), pathOf(simulateRun(after, scenario))];
  return {
    key,
    name,
    facts: scenario.facts,
    before: was,
    after: is,
    parting: partingOf(was, is),
  } satisfies ScenarioComparison;
}

function pathOf({ trace, status, durationMs }: SimulationResult): Path {
  const last = trace.length - 1;
  // A run that ends at an exit without a target was reported at its node.
  const isRepeated = last > 0 && trace[last - 1]?.nodeId === trace[last]?.nodeId && trace[last - 1]?.handle !== null;
  const steps = trace.filter(({ handle }, index) => handle !== null || (index === last && !isRepeated));
  return { status, steps: steps.map(({ nodeId, handle }) => ({ nodeId, handle })), durationMs };
}

export function partingOf(before: Path, after: Path): Parting | null {
  const length = Math.max(before.steps.length, after.steps.length);
  for (let index = 0; index < length; index += 1) {
    const [was, is] = [before.steps[index], after.steps[index]];
    if (was?.nodeId === is?.nodeId && was?.handle === is?.handle) continue;
    if (was?.nodeId === is?.nodeId)
      return { nodeId: was?.nodeId ?? "", before: was?.handle ?? null, after: is?.handle ?? null };
    // They left the step before by the same handle, which leads elsewhere now.
    const common = before.steps[index - 1] ?? after.steps[index - 1] ?? was ?? is;
    return { nodeId: common?.nodeId ?? "", before: was?.nodeId ?? null, after: is?.nodeId ?? null };
  }
  if (before.status === after.status) return null;
  return { nodeId: before.steps.at(-1)?.nodeId ?? "", before: before.status, after: after.status };
}

/** How many sample deals go elsewhere now. */
export interface Shift {
  deals: number;
  /** Go another way, or end otherwise. */
  moved: number;
  /** Go the same way in another time. */
  retimed: number;
  /** Mean change of the time that runs of the same way take, in ms. */
  meanChangeMs: number;
  /** Where they part and how many do there, most first. */
  partings: readonly { nodeId: string; deals: number }[];
}

export interface ShiftOptions {
  deals: number;
  /** Told now and then how many were compared. */
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
  /** Lets other work in; resolves when it is time to go on. */
  pause: () => Promise<void>;
}

/** Longer than this nothing else has to wait. */
const SLICE_MS = 12;

/** Runs the same sample deals, with the same luck, through both versions. Null when it was stopped or cannot run. */
export async function shiftBetween(
  before: GraphDefinition,
  after: GraphDefinition,
  { deals, onProgress, signal, pause }: ShiftOptions,
): Promise<Shift | null> {
  const model = modelFor([before, after]);
  const counts = { moved: 0, retimed: 0, change: 0 };
  const partings = new Map<string, number>();
  let sliceEnds = performance.now() + SLICE_MS;
  for (let deal = 0; deal < deals; deal += 1) {
    if (signal?.aborted) return null;
    const ways = [before, after].map((definition) => wayOfDeal(definition, model, deal));
    const [was, is] = ways;
    if (!was || !is) return null;
    const parting = partingOf(was, is);
    if (parting !== null) {
      counts.moved += 1;
      partings.set(parting.nodeId, (partings.get(parting.nodeId) ?? 0) + 1);
    } else if (was.durationMs !== is.durationMs) {
      counts.retimed += 1;
      counts.change += is.durationMs - was.durationMs;
    }
    if (performance.now() < sliceEnds) continue;
    onProgress?.(deal + 1);
    await pause();
    sliceEnds = performance.now() + SLICE_MS;
  }
  const most = [...partings].map(([nodeId, count]) => ({ nodeId, deals: count })).toSorted((a, b) => b.deals - a.deals);
  const { moved, retimed, change } = counts;
  return { deals, moved, retimed, meanChangeMs: retimed === 0 ? 0 : change / retimed, partings: most };
}

/** Each deal has a seed of its own: its facts and its luck at each node are the same in both versions. */
function wayOfDeal(definition: GraphDefinition, model: CohortModel, deal: number): Path | null {
  const scenario = cohortScenario(definition, model, { seed: `deal ${deal}`, run: 0 });
  if ("error" in scenario) return null;
  const result = simulateRun(definition, scenario);
  return result.error === null ? pathOf(result) : null;
}
