import type { MessageParams } from "../contract/diagnostic.ts";
import type { Facts } from "../contract/run.ts";
import { startProblems } from "./start-problems.ts";
import { ENTRY_REASONS, START_RULES } from "./start-rules.ts";
import type { Asking, EntryReasonCode, StartReasonCode, StartRules, TriggerEvent } from "./start-rules.ts";
import { triggerProblems } from "./trigger-problems.ts";

/**
 * Why an event starts nothing: the rule that it does not keep, with the value `seen` and the one `asked` for, both cut to
 * what a sentence can hold. `unreadable` names `fields`, `conditions` and `filter` the `rules` that settled it.
 */
export interface StartReason {
  readonly code: StartReasonCode;
  readonly params: MessageParams;
}

/**
 * Whether an event that starts nothing for a reason leaves a skipped run: it was meant to start one, and people look for
 * it among the runs.
 *
 * @example
 * ```ts
 * import { leavesRun } from "@trilho/engine/trigger";
 *
 * leavesRun({ code: "run-live", params: {} }); // true
 * leavesRun({ code: "conditions", params: { rules: [] } }); // false
 * ```
 */
export const leavesRun = ({ code }: StartReason): boolean =>
  code === "unreadable" || code === "chain-too-deep" || isEntryReason(code);

/**
 * Whether a reason is that of an entry rule: all else let the event start the automation.
 *
 * @example
 * ```ts
 * import { isEntryReason } from "@trilho/engine/trigger";
 *
 * isEntryReason("run-live"); // true
 * isEntryReason("filter"); // false
 * ```
 */
export const isEntryReason = (code: string): code is EntryReasonCode => ENTRY_REASONS.some((each) => each === code);

/** Whether an event starts an automation, and every reason why not. */
export interface StartAnswer {
  readonly starts: boolean;
  readonly reasons: readonly StartReason[];
}

/**
 * Whether an event starts an automation, and all that keeps it from it: the trigger, when it was switched on, scope,
 * settings, window, conditions, filter and the depth of the chain. What cannot be read starts nothing. Pure and total.
 *
 * @example
 * ```ts
 * import { startsOn } from "@trilho/engine/trigger";
 *
 * const everywhere = { id: "au_1", scope: "global" as const, pipelineId: null, stageId: null };
 * const asked = { triggerType: "message_received", triggerWindow: null, conditions: null, triggerConfig: { keywords: ["sim"] } };
 * const happened = { type: "message_received", dealId: null, at: 0, timeZone: "UTC", depth: 0 };
 * startsOn({ ...everywhere, ...asked }, { ...happened, payload: { text: "Sim!" } }, {}).starts; // true
 * startsOn({ ...everywhere, ...asked }, { ...happened, payload: { text: "Assim não" } }, {}).reasons;
 * // [{ code: "settings", params: { setting: "keywords", seen: "Assim não", asked: ["sim"] } }]
 * ```
 */
export function startsOn(rules: StartRules, event: TriggerEvent, facts: Facts): StartAnswer {
  const asking = { rules, event, facts, unreadable: once(rules) };
  const refusing = START_RULES.filter(({ refuses }) => refuses(asking));
  const reasons = refusing.flatMap(({ code, values }) => values(asking).map((params) => ({ code, params })));
  return { starts: refusing.length === 0, reasons };
}

/**
 * The first of the rules of `startsOn` that an event does not keep; null where it starts the automation. For who looks at
 * many events and reads facts only where they are asked for.
 *
 * @example
 * ```ts
 * import { firstRefusal } from "@trilho/engine/trigger";
 *
 * const everywhere = { id: "au_1", scope: "global" as const, pipelineId: null, stageId: null };
 * const asked = { triggerType: "deal_won", triggerWindow: null, conditions: null, triggerConfig: null };
 * const lost = { type: "deal_lost", dealId: "de_1", payload: {}, at: 0, timeZone: "UTC", depth: 0 };
 * firstRefusal({ ...everywhere, ...asked }, lost, {})?.code; // "other-trigger"
 * ```
 */
export const firstRefusal = (rules: StartRules, event: TriggerEvent, facts: Facts): StartReason | null =>
  startCheck(rules)(event, facts);

/** The same for one automation and many events: what of it cannot be read is looked for once. */
export function startCheck(rules: StartRules): (event: TriggerEvent, facts: Facts) => StartReason | null {
  const unreadable = once(rules);
  return (event, facts) => refusalOf({ rules, event, facts, unreadable });
}

function refusalOf(asking: Asking): StartReason | null {
  const rule = START_RULES.find(({ refuses }) => refuses(asking));
  return rule === undefined ? null : { code: rule.code, params: rule.values(asking)[0] ?? {} };
}

function once(rules: StartRules): Asking["unreadable"] {
  let unreadable: readonly string[] | null = null;
  return () => (unreadable ??= unreadableFields(rules));
}

function unreadableFields(rules: StartRules): string[] {
  const isScope = rules.scope === "global" || rules.scope === "pipeline" || rules.scope === "stage";
  // A schedule's time is read by what writes its events: one that cannot be read has none.
  const problems = [...startProblems(rules), ...triggerProblems(rules, () => null)];
  return [...(isScope ? [] : ["scope"]), ...problems.map(({ field }) => field)];
}
