export * from "./contract/index.ts";
export { addressesIn, isEmailAddress, isWebAddress } from "./contract/addresses.ts";
export { buttonsOf, MAX_REPLY_BUTTONS } from "./graph/buttons.ts";
export { compileGraph } from "./graph/compile.ts";
export type { CompiledGraph } from "./graph/compile.ts";
export { canConnect } from "./graph/connect.ts";
export type { ConnectAnswer, ConnectOptions, ConnectRefusal } from "./graph/connect.ts";
export { handleOf, handlesOf } from "./graph/handles.ts";
export type { NodeHandle } from "./graph/handles.ts";
export { awaitsReply, isWait } from "./graph/parts.ts";
export {
  describeFix,
  describeProblem,
  describeReason,
  describeRule,
  describeSimulationError,
} from "./messages/describe.ts";
export { describeUntil } from "./messages/describe-until.ts";
export { en } from "./messages/en.ts";
export { nodeName } from "./messages/node-name.ts";
export type { NotRunnable } from "./failures/tables/unrunnable.ts";
export type { Locale, ReasonCode } from "./messages/locale.ts";
export type {
  FixCode,
  FixParams,
  LiquidProblem,
  NodeList,
  NodeRef,
  Place,
  ProblemParams,
  ReferredThing,
  UnreadableReason,
  ExitRef,
} from "./messages/params.ts";
export { PROBLEMS } from "./rules/validate/codes.ts";
export type { ProblemCode } from "./rules/validate/codes.ts";
export { applyFixes } from "./rules/validate/apply-fixes.ts";
export type { AppliedFix, FixedGraph } from "./rules/validate/apply-fixes.ts";
export type { ExtraFinding, ExtraRule, ExtraSubject } from "./rules/validate/extra-rule.ts";
export { referenceRules } from "./rules/validate/references.ts";
export type { KnownThings, Surroundings } from "./rules/validate/references.ts";
export { settingsFailure } from "./rules/settings-failure.ts";
export type { SettingsFailure } from "./rules/settings-failure.ts";
export { toField, toFieldErrors } from "./rules/validate/field-errors.ts";
export type { FieldError } from "./rules/validate/field-errors.ts";
export { applyPatch } from "./rules/validate/patch.ts";
export { validateGraph } from "./rules/validate/validate.ts";
export type { ValidateOptions, ValidationReport } from "./rules/validate/validate.ts";
export type { GraphLimits } from "./rules/finding/rule.ts";
export { advance, openEffect, readRunState, startState } from "./interpreter/advance.ts";
export { nextOpening } from "./interpreter/hours.ts";
export { untilEnds } from "./interpreter/until.ts";
export { readUntil } from "./graph/until.ts";
export type { UntilFault } from "./graph/until.ts";
export { isTimeZone, zoneOffsets } from "./interpreter/zone.ts";
export type { OffsetAt } from "./interpreter/zone.ts";
export type { HoursError } from "./interpreter/hours.ts";
export { compileRun } from "./interpreter/compile-run.ts";
export { CUSTOMER_ACTIONS, DEFAULT_REPLY_TIMEOUT_MS } from "./interpreter/plan.ts";
export type { Plan, RunSettings } from "./interpreter/plan.ts";
export { BACKOFF_MS, MAX_ATTEMPTS, MAX_RETRY_AFTER_MS } from "./interpreter/retry.ts";
export { pickExit } from "./interpreter/round-robin.ts";
export type { WeightedExit } from "./interpreter/round-robin.ts";
export { evaluateQuery } from "./query/evaluate.ts";
export { explainQuery } from "./query/explain.ts";
export type { Explanation, GroupExplanation, RuleExplanation } from "./query/explain.ts";
export { asTyped } from "./query/compare.ts";
export { fieldByName, fieldsFor, readField } from "./query/fields.ts";
export { hasUnfinishedRule } from "./query/unfinished.ts";
export { namesOf } from "./query/names.ts";
export type { ListedThings } from "./query/names.ts";
export { isOutcome } from "./simulate/outcome.ts";
export { simulateRun } from "./simulate/simulate-run.ts";
export type { SimulationOptions } from "./simulate/simulate-run.ts";
export { startProblems } from "./trigger/start-problems.ts";
export { isIdleTime, triggerProblems } from "./trigger/trigger-problems.ts";
