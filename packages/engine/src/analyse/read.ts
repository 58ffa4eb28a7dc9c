import { isObject } from "../contract/json.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import { compileGraph } from "../graph/compile.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { compileRun } from "../interpreter/compile-run.ts";
import type { Plan } from "../interpreter/plan.ts";
import { readJson } from "../json/read-json.ts";

/** A definition ready to be analysed: a plain copy of whatever was given, as a graph of integers and as a plan. */
export interface Runnable {
  readonly definition: GraphDefinition;
  readonly graph: CompiledGraph;
  readonly plan: Plan;
}

/** Whether any input has what makes a definition: a list of nodes. Never throws. */
export function isDefinition(input: unknown): boolean {
  const { value } = readJson(input);
  return isObject(value) && Array.isArray(value["nodes"]);
}

/** Copies any input into a definition; what is no definition becomes one without nodes. Never throws. */
export function readDefinition(input: unknown): GraphDefinition {
  const { value } = readJson(input);
  return isObject(value) && Array.isArray(value["nodes"])
    ? (value as unknown as GraphDefinition)
    : { version: 2, nodes: [] };
}

/** Makes any input ready to be analysed. Never throws: `plan.problem` says why runs could not start. */
export function readRunnable(input: unknown): Runnable {
  const definition = readDefinition(input);
  return { definition, graph: compileGraph(definition), plan: compileRun(definition) };
}
