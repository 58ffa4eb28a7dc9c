export { locate } from "./locate.ts";
export type { TextRegion } from "./locate.ts";
export { toProblemDetails } from "./problemDetails.ts";
export type { ProblemDetails, ProblemDetailsOptions } from "./problemDetails.ts";
export { toSarif } from "./sarif.ts";
export type { SarifLog, SarifOptions, SarifResult, SarifSource } from "./sarifTypes.ts";
