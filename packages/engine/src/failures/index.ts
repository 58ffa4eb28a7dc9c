export { fieldAt } from "./fields.ts";
export { failureReason, sayFailure, sayReason } from "./say.ts";
export type { FailureArguments, FailureReason } from "./say.ts";
export type { FailureCode } from "./table.ts";
export { tellFailure } from "./tell.ts";
export type { FailureLanguage } from "./words.ts";
