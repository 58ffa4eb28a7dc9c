export { locate } from "./locate.ts";
export type { TextRegion } from "./locate.ts";
export { toProblemDetails } from "./problem-details.ts";
export type { ProblemDetails, ProblemDetailsOptions } from "./problem-details.ts";
export { toSarif } from "./sarif.ts";
export type { SarifLog, SarifOptions, SarifResult, SarifSource } from "./sarif-types.ts";
export { toMermaid } from "./mermaid.ts";
export type { MermaidOptions } from "./mermaid.ts";
