import type { ActionType } from "../contract/definition.ts";
import { isFilled } from "../contract/filled.ts";
import type { JsonObject } from "../contract/json.ts";
import { lackAmong } from "../contract/needs.ts";
import type { Brought, LackCode } from "../contract/needs.ts";
import type { EffectError } from "../contract/run.ts";
import { failureMessage, failureReason } from "../failures/describe.ts";
import type { DealRecord } from "./deal-record.ts";
import { isFinal } from "./deals.ts";
import type { Deals } from "./deals.ts";

/** What keeps an action of a run from succeeding, whatever the world answers; null where nothing does. */
export function refusalOfAction(
  actionType: ActionType,
  config: JsonObject,
  has: (each: Brought) => boolean,
  deals: Deals,
  deal: DealRecord | null,
  leadContactId: string | null,
): EffectError | null {
  const code = lackAmong(actionType, config, has)?.code ?? (deals.stages.size === 0 ? null : breach());
  if (code === null) return null;
  const reason = failureReason(code);
  return { message: failureMessage([reason]), failure: [reason], permanent: true };

  /** Which rule of deals it would break. */
  function breach(): PlainCode | null {
    if (actionType === "move_stage") return breachOfMove(config, deals, deal);
    return actionType === "create_lead" ? breachOfLead(config, deals, deal, leadContactId) : null;
  }
}

/** Those of failures whose sentences have no values. */
type PlainCode =
  | LackCode
  | `stage-${"gone" | "final"}`
  | `loss-reason-${"missing" | "not-lost"}`
  | `pipeline-${"missing" | "gone"}`
  | "deal-twice";

function breachOfMove(
  { targetStageId, lostReason }: JsonObject,
  deals: Deals,
  deal: DealRecord | null,
): PlainCode | null {
  const stage = deals.stages.get(String(targetStageId));
  if (stage === undefined) return "stage-gone";
  const isLost = stage.isLost === true;
  if (isLost && deal?.isLost !== true && !isFilled(lostReason)) return "loss-reason-missing";
  if (!isLost && isFilled(lostReason)) return "loss-reason-not-lost";
  return deals.isSecond(deal?.contactId ?? null, stage.id, deal) ? "deal-twice" : null;
}

function breachOfLead(
  { stageId, pipelineId }: JsonObject,
  deals: Deals,
  deal: DealRecord | null,
  contactId: string | null,
): PlainCode | null {
  const stage = deals.stages.get(deals.firstStage(stageId, pipelineId) ?? "");
  if (stage === undefined)
    return isFilled(stageId) ? "stage-gone" : isFilled(pipelineId) ? "pipeline-gone" : "pipeline-missing";
  if (isFinal(stage)) return "stage-final";
  return deals.isSecond(contactId, stage.id, deal) ? "deal-twice" : null;
}
