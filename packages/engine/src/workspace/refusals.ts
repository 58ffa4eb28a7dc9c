import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { lackAmong } from "../contract/needs.ts";
import type { Brought } from "../contract/needs.ts";
import type { EffectError } from "../contract/run.ts";
import { failureMessage, failureReason } from "../failures/describe.ts";
import type { FailureReason } from "../failures/describe.ts";
import type { WorkspaceStage } from "./types.ts";

/** What keeps an action of a run from succeeding, whatever the world answers; null where nothing does. */
export function refusalOfAction(
  actionType: ActionType,
  config: JsonObject,
  has: (each: Brought) => boolean,
  stages: ReadonlyMap<string, WorkspaceStage>,
): EffectError | null {
  const lack = lackAmong(actionType, config, has);
  if (lack !== null) return permanently(failureReason(lack.code));
  if (actionType !== "move_stage" || stages.size === 0) return null;
  const stage = stages.get(String(config["targetStageId"]));
  if (stage === undefined) return permanently(failureReason("stage-gone"));
  const { lostReason } = config;
  const hasReason = typeof lostReason === "string" && lostReason.trim() !== "";
  return stage.isLost === true && !hasReason ? permanently(failureReason("loss-reason-missing")) : null;
}

const permanently = (reason: FailureReason): EffectError => ({
  message: failureMessage([reason]),
  failure: [reason],
  permanent: true,
});
