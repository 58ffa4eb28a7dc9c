export { checkTemplate, findVariables } from "./check.ts";
export type { FoundVariable } from "./check.ts";
export type { TemplateProblem } from "./problem.ts";
export { createRenderer, mayHoldLiquid, renderText } from "./renderer.ts";
export { liquidRules } from "./rules.ts";
export { LIQUID_LIMITS } from "./sandbox.ts";
export type { SandboxOptions } from "./sandbox.ts";
export { exampleFacts, liquidVariables } from "./variables.ts";
export type { LiquidVariable } from "./variables.ts";
