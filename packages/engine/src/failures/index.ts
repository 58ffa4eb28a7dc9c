export { failureReason, sayFailure, tellFailure } from "./say.ts";
export type { FailureArguments, FailureReason } from "./say.ts";
export type { FailureCode } from "./table.ts";
export type { FailureLanguage } from "./words.ts";
