import { startsOn, type StartAnswer } from "@trilho/engine";
import type { Facts } from "@trilho/engine/contract";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import type { StoredEvent } from "./model/run-ports.ts";
import type { StoredAutomation } from "../areas/automations/model.ts";

/** Whether an event starts an automation, and why not. */
export function startedBy(automation: StoredAutomation, event: StoredEvent, facts: Facts): StartAnswer {
  const { createdAt, workspace } = event;
  // Nothing can be asked of a deal that could not be made; its run only says so.
  const rules = refusalOf(event) === null ? automation : { ...automation, ...NOTHING_ASKED };
  return startsOn(rules, { ...event, at: createdAt, timeZone: workspace.timeZone }, facts);
}

const NOTHING_ASKED = { scope: "global", triggerWindow: null, conditions: null, triggerConfig: null } as const;

/** Why the deal that an incoming call was to be about could not be made; null for all other events. */
export function refusalOf({ type, payload: { refusal } }: StoredEvent): FailureReason[] | null {
  if (type !== "incoming_webhook") return null;
  // An earlier version wrote it in words.
  if (typeof refusal === "string") return [failureReason("change-refused", { words: refusal })];
  return Array.isArray(refusal) ? (refusal as FailureReason[]) : null;
}
