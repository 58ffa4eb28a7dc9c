import type { GraphDefinition } from "@trilho/engine";
import { analyseGraph, coverScenarios } from "@trilho/engine/analyse";
import type { ScenarioCover } from "@trilho/engine/analyse";

/** What is asked of a definition. */
export interface ExploreRequest {
  definition: GraphDefinition;
  /** Slug by custom-field id. */
  fieldSlugs: Record<string, string>;
}

/** All the ways of a definition: how many, and a few scenarios that take every edge a run can take. */
export interface Exploration {
  paths: bigint;
  cover: ScenarioCover;
}

/** Takes up to seconds for large graphs full of rules: for a worker. */
export function explore({ definition, fieldSlugs }: ExploreRequest): Exploration {
  return { paths: analyseGraph(definition).paths, cover: coverScenarios(definition, { fieldSlugs }) };
}
