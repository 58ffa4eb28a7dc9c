import type { AutomationRun, AutomationRunDelivery, AutomationRunDetail, AutomationRunEffect } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine";
import { LIVE_STATUSES } from "@trilho/engine/contract";
import { shownAddress } from "../../platform/network/address-secret.ts";
import { shownConfig } from "../../areas/automations/webhook-headers.ts";
import type { KeptDelivery } from "../model/delivery-port.ts";
import { withoutCredentials } from "../../areas/automations/credentials.ts";
import type { RecordedRun, RunDeal } from "../model/record-ports.ts";
import type { StoredRun } from "../model/run.ts";
import type { Store } from "../model/stores.ts";

/** What an action's config never shows. */
const SECRET_KEYS: ReadonlySet<string> = new Set(["secret"]);

/** Secrets are taken out here too, whatever was stored. */
export const presentDetail = (
  { run, more }: RecordedRun,
  deliveries: readonly KeptDelivery[],
): AutomationRunDetail => ({
  ...run,
  ...withoutSecrets(more),
  effects: more.effects.map(presentEffect),
  deliveries: deliveries.map(presentDelivery),
});

export const presentEffect = (effect: AutomationRunEffect): AutomationRunEffect => ({
  ...effect,
  config: readable(effect),
});

function readable({ actionType, config }: { actionType: string; config: JsonObject }): JsonObject {
  const kept = Object.fromEntries(Object.entries(config).filter(([key]) => !SECRET_KEYS.has(key)));
  return actionType === "webhook" ? shownConfig(kept) : kept;
}

/** Without its headers. */
export function presentDelivery(kept: KeptDelivery): AutomationRunDelivery {
  const { id, nodeId, attempt, request, body, isTruncated, status, response, error, failure, durationMs, at } = kept;
  const { method, url } = request;
  const ok = status !== null && status >= 200 && status < 300;
  return {
    id,
    nodeId,
    attempt,
    method,
    url: shownAddress(url),
    body,
    bodyTruncated: isTruncated,
    ok,
    status,
    response,
    error,
    failure,
    durationMs,
    at,
  };
}

export const withoutSecrets = <T extends Pick<AutomationRunDetail, "graphDefinition">>(holder: T): T => {
  const { graphDefinition } = withoutCredentials({ graphDefinition: holder.graphDefinition });
  return { ...holder, graphDefinition };
};

/** Runs with what pauses them. A test is never paused, and neither is what is over. */
export async function withPauses<Run extends StoredRun>(
  { pauses }: Pick<Store, "pauses">,
  workspaceId: string,
  runs: readonly Run[],
  automationOf: (run: Run) => string,
): Promise<Run[]> {
  const isPausable = ({ status, test }: Run): boolean => LIVE_STATUSES.includes(status) && test !== true;
  const ids = new Set(runs.filter(isPausable).map(automationOf));
  if (ids.size === 0) return [...runs];
  const found = await pauses.ofAutomations(workspaceId, [...ids]);
  return runs.map((run) => {
    const ofRun = isPausable(run) ? (found.get(automationOf(run)) ?? []) : [];
    return ofRun.length === 0 ? run : { ...run, pauses: ofRun };
  });
}

/** A run as the list shows it; `deals` are those that the member may see. */
export const presentRun = (run: StoredRun, deals: readonly RunDeal[]): AutomationRun => ({
  ...run,
  deal: deals.find(({ id }) => id === run.dealId) ?? null,
});
