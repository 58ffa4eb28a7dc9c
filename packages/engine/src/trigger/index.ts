export { describeStart } from "./describe-start.ts";
export { MAX_CHAIN_DEPTH } from "./start-rules.ts";
export type { StartReasonCode, StartRules, TriggerEvent } from "./start-rules.ts";
export { firstRefusal, startsOn } from "./starts-on.ts";
export type { StartAnswer, StartReason } from "./starts-on.ts";
export { validateAutomation } from "./validate-automation.ts";
export type { AutomationReport, ValidateAutomationOptions } from "./validate-automation.ts";
