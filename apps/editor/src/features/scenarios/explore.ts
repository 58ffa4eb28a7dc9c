import type { Catalogue, GraphDefinition } from "@trilho/engine";
import { analyseGraph, coverScenarios } from "@trilho/engine/analyse";
import type { ScenarioCover } from "@trilho/engine/analyse";
import type { BrokenOff, Pace } from "../../browser/ask-worker.ts";

/** What is asked of a definition. */
export interface ExploreRequest {
  definition: GraphDefinition;
  catalogue: Catalogue;
}

/** All the ways of a definition: how many, and a few scenarios that take every edge a run can take. */
export interface Exploration {
  paths: bigint;
  cover: ScenarioCover;
}

export type ExploreNews = { type: "result"; exploration: Exploration } | BrokenOff;

/** Takes up to seconds for large graphs full of rules: for a worker. */
export async function explore(
  { definition, catalogue }: ExploreRequest,
  _pace: Pace,
  tell: (news: ExploreNews) => void,
): Promise<void> {
  try {
    const exploration = { paths: analyseGraph(definition).paths, cover: coverScenarios(definition, catalogue) };
    tell({ type: "result", exploration });
  } catch (error) {
    tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
