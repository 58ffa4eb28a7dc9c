export { fieldAt } from "./fields.ts";
export { sayFailure } from "./say.ts";
export type { FailureArguments } from "./say.ts";
export type { FailureCode } from "./table.ts";
export { tellFailure } from "./tell.ts";
export type { FailureLanguage } from "./words.ts";
