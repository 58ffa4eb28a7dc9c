export { analyseGraph } from "./analyseGraph.ts";
export type { DurationRange, EdgeAnalysis, GraphAnalysis, NodeAnalysis } from "./analyseGraph.ts";
export type { RunModel } from "./model.ts";
