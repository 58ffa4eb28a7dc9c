import { isObject } from "@trilho/engine";
import type { Facts, GraphDefinition, JsonValue, Scenario, SimulationResult } from "@trilho/engine";
import type { CoveringScenario, ScenarioCover } from "@trilho/engine/analyse";
import { highlightAt } from "../../simulation/highlight.ts";
import { runDraft } from "../../simulation/run.ts";
import type { Setting } from "../../simulation/run.ts";
import { edgeKeys, findNode } from "../../document/document.ts";
import { shapeOf } from "../../document/layout/geometry.ts";
import type { Port } from "../../document/layout/geometry.ts";
import type { SavedScenario } from "../../document/saved-scenarios.ts";
import { expectationOf } from "../../simulation/path.ts";

/** What tests made for a graph have in common. */
export interface CoverStyle {
  /** What a deal has where the rules do not ask for anything. */
  facts: Facts;
  keepHours: boolean;
  /** An exit in words: "VIP", "No reply". */
  handleWord: (port: Port) => string;
  /** The name of a run in which nothing is decided. */
  straight: string;
}

/** Tests that take every edge that `covered` lacks and a run can take, named by what is decided, each as it runs now. */
export function coverDrafts(
  { scenarios }: ScenarioCover,
  covered: ReadonlySet<string>,
  setting: Setting,
  style: CoverStyle,
): SavedScenario[] {
  const keys = edgeKeys(setting.definition);
  const missing = new Set(keys.filter((key) => !covered.has(key)));
  return scenarios.flatMap((covering) => {
    const wanted = covering.edges.flatMap((edge) => keys[edge] ?? []);
    if (!wanted.some((key) => missing.has(key))) return [];
    const [draft, result] = settle(covering, wanted, setting, style);
    for (const key of takenEdges(setting.definition, result)) missing.delete(key);
    const name = pathName(setting.definition, result, style);
    return [{ ...draft, name, expect: expectationOf(result) }];
  });
}

const takenEdges = (definition: GraphDefinition, { trace }: SimulationResult): readonly string[] =>
  highlightAt(definition, trace, trace.length).visitedEdgeKeys;

/** A deal with everything that texts print, unless that leads the run elsewhere; then only what the rules ask for. */
function settle(
  { scenario }: CoveringScenario,
  wanted: readonly string[],
  setting: Setting,
  { facts, keepHours }: CoverStyle,
): [SavedScenario, SimulationResult] {
  const full = merged(facts, scenario.facts);
  const bare = draftOf(scenario, scenario.facts, false);
  const candidates = [draftOf(scenario, full, keepHours), draftOf(scenario, full, false), bare];
  for (const draft of candidates) {
    const result = runDraft(draft, setting);
    const taken = new Set(takenEdges(setting.definition, result));
    if (wanted.every((key) => taken.has(key)) && taken.size === wanted.length) return [draft, result];
  }
  return [bare, runDraft(bare, setting)];
}

function draftOf({ startAt, outcomes = {}, roundRobin }: Scenario, facts: Facts, keepHours: boolean): SavedScenario {
  return { id: "", name: "", startAt, facts, outcomes, keepHours, ...(roundRobin && { roundRobin }) };
}

/** The second's values over the first's, group by group. */
function merged<T extends Facts>(under: T, over: Facts): Facts {
  const join = (a: JsonValue | undefined, b: JsonValue | undefined): JsonValue | undefined => {
    if (!isObject(a) || !isObject(b)) return b === undefined ? a : b;
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return Object.fromEntries(names.flatMap((name) => valueAt(name, join(a[name], b[name]))));
  };
  return join(under as JsonValue, over as JsonValue) as Facts;
}

const valueAt = (name: string, value: JsonValue | undefined): [string, JsonValue][] =>
  value === undefined ? [] : [[name, value]];

const MOST_DECISIONS = 4;

/** A run named by what is decided on its way: "VIP, No reply". */
function pathName(definition: GraphDefinition, { trace }: SimulationResult, style: CoverStyle): string {
  const decisions = trace.flatMap(({ nodeId, handle }) => {
    const node = findNode(definition, nodeId);
    if (!node || handle === null || handle === "next") return [];
    const ports = shapeOf(node, new Set([handle])).ports;
    const port = ports.find((each) => each.handle === handle);
    return port && ports.length > 1 ? [style.handleWord(port)] : [];
  });
  if (decisions.length === 0) return style.straight;
  const shown = decisions.slice(0, MOST_DECISIONS).join(", ");
  return decisions.length > MOST_DECISIONS ? `${shown}, …` : shown;
}

/** Edges that no run can take, by their keys, each with why. */
export type UnreachableEdges = ReadonlyMap<string, ScenarioCover["unreachable"][number]["reason"]>;

export function unreachableEdges(definition: GraphDefinition, { unreachable }: ScenarioCover): UnreachableEdges {
  const keys = edgeKeys(definition);
  return new Map(
    unreachable.flatMap(({ edge, reason }) => {
      const key = keys[edge];
      return key === undefined ? [] : [[key, reason] as const];
    }),
  );
}
