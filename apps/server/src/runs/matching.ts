import type { Facts } from "@trilho/engine/contract";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { firstRefusal, startsOn, type StartReason, type TriggerEvent } from "@trilho/engine/trigger";
import { triggerProblems } from "../areas/automations/checks/trigger-check.ts";
import type { StoredEvent } from "./model/run-ports.ts";
import type { StoredAutomation } from "../areas/automations/model.ts";

/** Why an event does not start an automation that is on since then (Unix ms); null where it does. */
export function whyNot(
  automation: StoredAutomation,
  onSince: number,
  event: StoredEvent,
  facts: Facts,
): StartReason | null {
  const asked = askedOf(automation, event);
  const refusal = firstRefusal({ ...asked, onSince }, triggerEventOf(event), facts);
  if (refusal !== null) return refusal;
  // The engine has no reader of cron expressions.
  const fields = triggerProblems(asked).map(({ field }) => field);
  return fields.length === 0 ? null : { code: "unreadable", params: { fields } };
}

/** The same with every reason; `onSince` is null while it is off. */
export function everyReason(
  automation: StoredAutomation,
  onSince: number | null,
  event: StoredEvent,
  facts: Facts,
): readonly StartReason[] {
  return startsOn({ ...askedOf(automation, event), onSince }, triggerEventOf(event), facts).reasons;
}

/** Nothing can be asked of a deal that could not be made; its run only says so. */
const askedOf = (automation: StoredAutomation, event: StoredEvent): StoredAutomation =>
  refusalOf(event) === null ? automation : { ...automation, ...NOTHING_ASKED };

const triggerEventOf = (event: StoredEvent): TriggerEvent => ({
  ...event,
  at: event.createdAt,
  timeZone: event.workspace.timeZone,
});

const NOTHING_ASKED = { scope: "global", triggerWindow: null, conditions: null, triggerConfig: null } as const;

/** Why the deal that an incoming call was to be about could not be made; null for all other events. */
export function refusalOf({ type, payload: { refusal } }: StoredEvent): FailureReason[] | null {
  if (type !== "incoming_webhook") return null;
  // An earlier version wrote it in words.
  if (typeof refusal === "string") return [failureReason("change-refused", { words: refusal })];
  return Array.isArray(refusal) ? (refusal as FailureReason[]) : null;
}
