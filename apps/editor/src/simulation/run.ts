import { isObject, simulateRun } from "@trilho/engine";
import type {
  BusinessHours,
  Catalogue,
  Facts,
  Field,
  GraphDefinition,
  JsonValue,
  Renderer,
  SimulationResult,
  Trigger,
} from "@trilho/engine";
import { createRenderer } from "@trilho/engine/liquid";
import type { SandboxOptions } from "@trilho/engine/liquid";
import { withFact } from "./with-fact.ts";
import { decisionsOf, fittingOutcomes } from "./decisions.ts";
import type { Draft } from "./scenarios.ts";

/** What all scenarios of an automation share. */
export interface Setting {
  definition: GraphDefinition;
  /** What starts it, where that is known. */
  trigger?: Trigger;
  businessHours: BusinessHours | null;
  /** What the workspace has of what actions name. */
  catalogue: Catalogue;
  /** How messages are written, and what ids are called in them. */
  writing?: SandboxOptions;
}

/** Runs a scenario through the engine's simulator. */
export function runDraft(draft: Draft, setting: Setting): SimulationResult {
  const known = ran.get(setting) ?? { render: createRenderer(setting.writing), results: new WeakMap() };
  ran.set(setting, known);
  const result = known.results.get(draft) ?? simulate(draft, setting, known.render);
  known.results.set(draft, result);
  return result;
}

/** Runs are asked for by several views at once; each is made once. */
const ran = new WeakMap<Setting, { render: Renderer; results: WeakMap<Draft, SimulationResult> }>();

function simulate(
  { startAt, facts, outcomes, id, keepHours, roundRobin }: Draft,
  setting: Setting,
  render: Renderer,
): SimulationResult {
  const { definition, trigger, businessHours, catalogue } = setting;
  return simulateRun(
    definition,
    {
      startAt,
      facts,
      seed: id,
      ...catalogue,
      ...(trigger && { trigger }),
      outcomes: fittingOutcomes(decisionsOf(definition), outcomes),
      ...(roundRobin && { roundRobin }),
      ...(setting.writing?.timeZone !== undefined && { timeZone: setting.writing.timeZone }),
      ...(businessHours && { respectBusinessHours: keepHours, businessHours }),
    },
    { render },
  );
}

/** Where the trigger finds its deals, as far as the automation says. */
export interface Origin {
  pipelineId?: string | null | undefined;
  stageId?: string | null | undefined;
}

const EMPTY_DEAL: Facts = { deal: { tagIds: [] }, contact: {} };

/**
 * A deal to start with: where the trigger finds it, and else the examples of the fields that the graph reads. Examples
 * of ids name nothing in a workspace: instead the first id is taken that a rule of the graph asks for, and no tags.
 */
export function startFacts(fields: readonly Field[], definition: GraphDefinition, origin: Origin = {}): Facts {
  const wanted = firstWanted(definition);
  const known: Record<string, JsonValue | undefined> = {
    "deal.pipelineId": origin.pipelineId ?? undefined,
    "deal.stageId": origin.stageId ?? undefined,
  };
  return fields.reduce((facts, { name, type, example, picker }) => {
    const value = known[name] ?? (picker ? (type === "id" ? wanted.get(name) : undefined) : example);
    return value === undefined ? facts : withFact(facts, name, value);
  }, EMPTY_DEAL);
}

/** The value that the first rule on each field asks for. */
function firstWanted(definition: GraphDefinition): Map<string, JsonValue> {
  const wanted = new Map<string, JsonValue>();
  const visit = (value: JsonValue | undefined): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const { field, operator, value: asked } = value;
    const first = Array.isArray(asked) ? asked[0] : asked;
    const asks = operator === "=" || operator === "in";
    if (typeof field === "string" && asks && first !== undefined && !wanted.has(field)) wanted.set(field, first);
    Object.values(value).forEach(visit);
  };
  definition.nodes.forEach(({ condition }) => visit(condition));
  return wanted;
}
