import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { lackAmong } from "../contract/needs.ts";
import type { Brought } from "../contract/needs.ts";
import type { EffectError } from "../contract/run.ts";
import { failureMessage, failureReason } from "../failures/describe.ts";
import type { FailureReason } from "../failures/describe.ts";
import type { DealRecord } from "./deal-record.ts";
import { isFinal } from "./deals.ts";
import type { Deals } from "./deals.ts";

/** Whom an action is about. `leadContactId` is the contact of a lead that it makes. */
interface About {
  readonly deals: Deals;
  readonly deal: DealRecord | null;
  readonly leadContactId: string | null;
  has(each: Brought): boolean;
}

/** What keeps an action of a run from succeeding, whatever the world answers; null where nothing does. */
export function refusalOfAction(actionType: ActionType, config: JsonObject, about: About): EffectError | null {
  const lack = lackAmong(actionType, config, (each) => about.has(each));
  if (lack !== null) return permanently(failureReason(lack.code));
  if (about.deals.stages.size === 0) return null;
  if (actionType === "move_stage") return refusalOfMove(config, about);
  return actionType === "create_lead" ? refusalOfLead(config, about) : null;
}

function refusalOfMove({ targetStageId, lostReason }: JsonObject, { deals, deal }: About): EffectError | null {
  const stage = deals.stages.get(String(targetStageId));
  if (stage === undefined) return permanently(failureReason("stage-gone"));
  const isLost = stage.isLost === true;
  if (isLost && deal?.isLost !== true && !isSet(lostReason)) return permanently(failureReason("loss-reason-missing"));
  if (!isLost && isSet(lostReason)) return permanently(failureReason("loss-reason-not-lost"));
  return deals.isSecond(deal?.contactId ?? null, stage.id, deal) ? permanently(failureReason("deal-twice")) : null;
}

function refusalOfLead({ stageId, pipelineId }: JsonObject, about: About): EffectError | null {
  const { deals, deal, leadContactId } = about;
  const place = deals.stages.get(deals.firstStage(stageId, pipelineId) ?? "");
  if (place === undefined) {
    if (isSet(stageId)) return permanently(failureReason("stage-gone"));
    if (!isSet(pipelineId)) return permanently(failureReason("pipeline-missing"));
    const isThere = [...deals.stages.values()].some((stage) => stage.pipelineId === pipelineId);
    return permanently(failureReason(isThere ? "pipeline-without-stage" : "pipeline-gone"));
  }
  if (isFinal(place)) return permanently(failureReason("stage-final"));
  return deals.isSecond(leadContactId, place.id, deal) ? permanently(failureReason("deal-twice")) : null;
}

const isSet = (text: unknown): boolean => typeof text === "string" && text.trim() !== "";

const permanently = (reason: FailureReason): EffectError => ({
  message: failureMessage([reason]),
  failure: [reason],
  permanent: true,
});
