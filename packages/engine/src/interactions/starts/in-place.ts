import { isFilled } from "../../contract/filled.ts";
import { pointer } from "../../json/pointer.ts";
import type { WorkspaceStage } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import { statusOf } from "../witness/stages.ts";
import { gone } from "./never.ts";
import type { Looked, Never } from "./never.ts";

/** Where an automation listens: a place that is gone, or in which its trigger never happens. */
export function inPlace({ known, things }: Looked): Never | null {
  const { scope, stageId, pipelineId } = known.automation;
  const [place, path] = scope === "stage" ? [stageId, "/stageId"] : [pipelineId, "/pipelineId"];
  // A time that is about no deal has no place.
  if (scope !== "global" && place !== null && isAboutDeal(known) && things.isGone(scope, place))
    return gone(scope, place, path);
  const { stages } = things;
  const isHere = (stage: Pick<WorkspaceStage, "id" | "pipelineId">): boolean =>
    scope === "global" || (scope === "stage" ? stage.id === stageId : stage.pipelineId === pipelineId);
  const status = statusAsked(known);
  if (
    status !== null &&
    stages.isTold &&
    stages.where((each) => isHere(each) && statusOf(each) === status).length === 0
  )
    return { params: { why: "no-such-deal", status }, path: scope === "global" ? "/triggerType" : path };
  return inMove(known, (id) => {
    const stage = scope === "stage" ? { id, pipelineId: "" } : stages.get(id);
    return stage === null || isHere(stage);
  });
}

const isAboutDeal = ({ automation, settings }: KnownAutomation): boolean =>
  automation.triggerType !== "schedule" || settings["forEachDeal"] === true;

/** How a deal is that an event is about. */
function statusAsked(known: KnownAutomation): "open" | "won" | "lost" | null {
  switch (known.automation.triggerType) {
    case "deal_won":
      return "won";
    case "deal_lost":
      return "lost";
    case "deal_idle":
      return "open";
    case "schedule":
      return isAboutDeal(known) ? "open" : null;
    default:
      return null;
  }
}

/** Of a trigger on moves, the other stage. */
const OTHER_STAGE: Readonly<Record<string, string>> = { stage_entered: "fromStageId", stage_left: "toStageId" };

/** A move in which the scope has no part, or to where the deal was. */
function inMove({ automation, settings }: KnownAutomation, mayBeHere: (stageId: string) => boolean): Never | null {
  const { triggerType, scope } = automation;
  const key = Object.hasOwn(OTHER_STAGE, triggerType) ? OTHER_STAGE[triggerType] : undefined;
  if (key === undefined) return null;
  const { stageId, [key]: other } = settings;
  if (isFilled(stageId) && !mayBeHere(stageId))
    return { params: { why: "out-of-scope", thing: "stage", id: stageId }, path: "/triggerConfig/stageId" };
  const here = isFilled(stageId) ? stageId : scope === "stage" ? automation.stageId : null;
  return isFilled(other) && other === here
    ? { params: { why: "same-stage", thing: "stage", id: other }, path: pointer("triggerConfig", key) }
    : null;
}
