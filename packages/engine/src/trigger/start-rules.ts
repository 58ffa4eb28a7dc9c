import type { MessageParams } from "../contract/diagnostic.ts";
import { isFilled } from "../contract/filled.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { RuleGroup } from "../contract/query.ts";
import type { Facts } from "../contract/run.ts";
import { zoneOffsets } from "../interpreter/zone.ts";
import { explainQuery } from "../query/explain.ts";
import type { Explanation, RuleExplanation } from "../query/explain.ts";
import { clip } from "../query/text.ts";
import { holds } from "./conditions.ts";
import { misfits } from "./settings.ts";
import type { Misfit, Payload } from "./settings.ts";
import { triggerFindings } from "./trigger-problems.ts";
import { isInWindow } from "./window.ts";

/** Chains of automations that start each other end here. */
export const MAX_CHAIN_DEPTH = 10;

/** What an automation asks of the events that start it, under the contract's names. */
export interface StartRules {
  readonly id: string;
  readonly triggerType: string;
  readonly scope: "global" | "pipeline" | "stage";
  readonly pipelineId: string | null;
  readonly stageId: string | null;
  readonly triggerWindow: JsonObject | null;
  readonly conditions: JsonObject | null;
  readonly triggerConfig: JsonObject | null;
  /** Since when it is switched on, Unix ms; null while it is off. Left out of a draft, which nothing has switched. */
  readonly onSince?: number | null;
}

/** Something that happened. `at` is Unix ms, `timeZone` the workspace's. */
export interface TriggerEvent {
  readonly type: string;
  readonly dealId: string | null;
  readonly payload: Payload;
  readonly at: number;
  readonly timeZone: string;
  /** How many runs led to it, one starting the next; 0 where a person or the world did it. */
  readonly depth: number;
}

/** Which rule an event did not keep. */
export type StartReasonCode =
  | "other-trigger"
  | "switched-off"
  | "before-switched-on"
  | "meant-for-another"
  | "out-of-scope"
  | "settings"
  | "unreadable"
  | "out-of-window"
  | "conditions"
  | "filter"
  | "chain-too-deep"
  | EntryReasonCode;

/** Why an event that would start an automation may not enter (`decideEntry`). Their values are instants. */
export const ENTRY_REASONS = ["entered-before", "entered-lately", "run-live", "later-event"] as const;
export type EntryReasonCode = (typeof ENTRY_REASONS)[number];

/** An automation, an event and facts, looked at together. `unreadable` are the fields that cannot be read. */
export interface Asking {
  readonly rules: StartRules;
  readonly event: TriggerEvent;
  readonly facts: Facts;
  readonly unreadable: () => readonly string[];
}

interface StartRule {
  readonly code: StartReasonCode;
  readonly refuses: (asking: Asking) => boolean;
  /** What was seen and what was asked for, once for each way in which it refuses. */
  readonly values: (asking: Asking) => MessageParams[];
}

/** All that an event must be for an automation to start: what needs no facts first, so that few are read. */
export const START_RULES: readonly StartRule[] = [
  {
    code: "other-trigger",
    refuses: ({ rules, event }) => event.type !== rules.triggerType,
    values: ({ rules, event }) => [{ seen: shown(event.type), asked: shown(rules.triggerType) }],
  },
  { code: "switched-off", refuses: ({ rules }) => rules.onSince === null, values: () => [{}] },
  {
    code: "before-switched-on",
    refuses: ({ rules: { onSince }, event }) => typeof onSince === "number" && !(event.at >= onSince),
    values: ({ rules, event }) => [{ seen: instant(event.at), asked: instant(rules.onSince) }],
  },
  {
    // Schedules and incoming calls are for one automation.
    code: "meant-for-another",
    refuses: ({ rules, event }) =>
      !isUnset(event.payload["automationId"]) && event.payload["automationId"] !== rules.id,
    values: ({ rules, event }) => [{ seen: shown(event.payload["automationId"]), asked: shown(rules.id) }],
  },
  {
    code: "out-of-scope",
    refuses: ({ rules, event, facts }) => !isInScope(rules, event, facts),
    values: ({ rules, event, facts }) => {
      const { field, id } = placeOf(rules);
      return [{ field, seen: shown(seenPlace(field, event, facts)), asked: shown(id) }];
    },
  },
  {
    code: "settings",
    refuses: (asking) => misfitsOf(asking).length > 0,
    values: (asking) =>
      misfitsOf(asking).map(({ setting, seen, asked }) => ({ setting, seen: shown(seen), asked: shown(asked) })),
  },
  {
    code: "unreadable",
    refuses: ({ unreadable }) => unreadable().length > 0,
    values: ({ unreadable }) => [{ fields: [...unreadable()] }],
  },
  {
    code: "out-of-window",
    refuses: ({ rules, event, unreadable }) =>
      !isIn("triggerWindow", unreadable()) && !isInWindow(rules.triggerWindow, event.at, event.timeZone),
    values: ({ rules, event }) => [seenHours(rules.triggerWindow, event)],
  },
  {
    code: "conditions",
    refuses: ({ rules, facts, unreadable }) =>
      !isIn("conditions", unreadable()) && !holds(rules.conditions ?? undefined, facts),
    values: ({ rules, facts }) => [{ rules: comparedRules(rules.conditions, facts) }],
  },
  {
    code: "filter",
    refuses: ({ rules, facts, unreadable }) =>
      !isIn("triggerConfig", unreadable()) && !holds(rules.triggerConfig?.["filter"], facts),
    values: ({ rules, facts }) => [{ rules: comparedRules(rules.triggerConfig?.["filter"], facts) }],
  },
  {
    code: "chain-too-deep",
    refuses: ({ event }) => !(event.depth < MAX_CHAIN_DEPTH),
    values: ({ event }) => [{ seen: shown(event.depth), asked: MAX_CHAIN_DEPTH }],
  },
];

const isUnset = (value: unknown): boolean => value === undefined;

/** Whether one of some fields is a field or in it. */
const isIn = (field: string, unreadable: readonly string[]): boolean =>
  unreadable.some((each) => each === field || each.startsWith(`${field}.`));

/** What cannot be read is told as that, whatever the event brought. */
function misfitsOf({ rules, event }: Asking): Misfit[] {
  const found = [...misfits(event.type, rules.triggerConfig ?? {}, event.payload)];
  if (found.length === 0) return found;
  const broken = new Set(
    Array.from(
      triggerFindings(rules, () => null),
      ({ path }) => path[1],
    ),
  );
  return found.filter(({ setting }) => !broken.has(setting));
}

const placeOf = ({ scope, pipelineId, stageId }: StartRules) =>
  scope === "stage" ? { field: "stageId", id: stageId } : { field: "pipelineId", id: pipelineId };

/** Where it happened, which may be another place than where the deal is by now. */
const seenPlace = (field: string, { payload }: Pick<TriggerEvent, "payload">, facts: Facts): unknown =>
  payload[field] ?? facts.deal?.[field] ?? null;

/** Whether an automation's scope holds where an event happened, which says where its deal was; else `facts` do. */
export function isInScope(rules: StartRules, event: Pick<TriggerEvent, "dealId" | "payload">, facts: Facts): boolean {
  if (rules.scope === "global") return true;
  // A time, or a call, that is for this automation and about no deal has no place that could be another one.
  if (event.dealId === null && event.payload["automationId"] !== undefined) return true;
  const { field, id } = placeOf(rules);
  return id !== null && seenPlace(field, event, facts) === id;
}

function seenHours(window: JsonObject | null, { at, timeZone }: TriggerEvent): MessageParams {
  const own = window?.["timeZone"];
  const zone = isFilled(own) ? own : timeZone;
  const days = window?.["days"];
  const offsetAt = zoneOffsets(zone);
  const local = offsetAt !== null && Math.abs(at) < LAST_INSTANT ? new Date(at + offsetAt(at)) : null;
  return {
    seen: local && local.toISOString().slice(0, "2026-01-05T09:00".length).replace("T", " "),
    weekday: local && (local.getUTCDay() || 7),
    asked: Array.isArray(days) ? days.slice(0, MOST) : [],
    timeZone: zone,
  };
}

/** JavaScript's calendar, but for a few days of either end. */
const LAST_INSTANT = 8.63e15;
const MOST = 20;
const LONGEST = 200;

/** Every rule that speaks for the outcome, and not those alone that settle it: each is to be mended. */
const rulesFor = (explained: Explanation): RuleExplanation[] =>
  explained.kind === "rule"
    ? [explained]
    : explained.rules.filter(({ held }) => held === (explained.held !== explained.not)).flatMap(rulesFor);

const comparedRules = (query: JsonValue | undefined, facts: Facts): JsonValue =>
  rulesFor(explainQuery(query as unknown as RuleGroup, facts))
    .slice(0, MOST)
    .map((rule) => ({ ...rule, expected: shown(rule.expected), actual: shown(rule.actual) }));

/** An instant as a value of a reason. */
export const instant = (at: number | null | undefined): string | null =>
  typeof at === "number" && Math.abs(at) < LAST_INSTANT ? new Date(at).toISOString() : null;

/** A value as plain JSON, and small. */
function shown(value: unknown): JsonValue {
  if (typeof value === "string") return clip(value, LONGEST);
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  if (Array.isArray(value)) return value.slice(0, MOST).map((item) => (Array.isArray(item) ? "[…]" : shown(item)));
  return value === null || value === undefined ? null : "{…}";
}
