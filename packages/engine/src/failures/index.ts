export { failureReason, failureMessage, describeFailure } from "./describe.ts";
export type { FailureArguments, FailureReason } from "./describe.ts";
export type { FailureCode } from "./table.ts";
export type { FailureLanguage } from "./text.ts";
