import { MINUTE_MS } from "../../contract/durations.ts";
import { isFilled } from "../../contract/filled.ts";
import type { WorkspaceEvent, WorkspaceResult } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import { encounters } from "./encounters.ts";
import type { Encounter } from "./encounters.ts";
import { firstSought, placeOf, seekAlong, sentAt, writesToContact } from "./kind.ts";
import type { Candidate, Kind, Spot, Told } from "./kind.ts";
import { Lineage } from "./lineage.ts";

/** Of an automation, so many of its messages are looked at, the last first: what comes late is overtaken. */
const MOST_MESSAGES = 3;

/** One moves the deal out of the stage that the other is about, and that one writes to the contact all the same. */
export const movedOn: Kind = { code: "moved-on", candidates, holds };

/** An automation that is about deals in a stage, and writes to their contacts. */
interface Staying {
  readonly automation: KnownAutomation;
  readonly stageId: string;
  readonly messages: readonly Spot[];
}

function* candidates(index: WorkspaceIndex): Generator<Candidate | null> {
  const staying = index.known.flatMap(stayingOf);
  const moving = index.known.flatMap((automation) =>
    automation.actions.flatMap((action): Spot[] =>
      action.writes.some(({ kind }) => kind === "stage") ? [{ automation, action }] : [],
    ),
  );
  for (const pair of index.crossed(moving, staying)) {
    if (pair === null) {
      yield null;
      continue;
    }
    const [mover, stayer] = pair;
    const to = mover.action.config["targetStageId"];
    if (!isFilled(to) || to === stayer.stageId) continue;
    for (const encounter of encounters(index, mover.automation, stayer.automation))
      yield candidate(mover, stayer, encounter);
  }
}

/** The stage of its scope, or of the entering that it listens to. */
function stayingOf(automation: KnownAutomation): Staying[] {
  const { scope, stageId: place, triggerType } = automation.automation;
  const entered = triggerType === "stage_entered" ? automation.settings["stageId"] : null;
  const stageId = scope === "stage" && triggerType !== "stage_left" ? place : entered;
  const messages = automation.actions.flatMap((action) => (writesToContact(action) ? [{ automation, action }] : []));
  return isFilled(stageId) && messages.length > 0
    ? [{ automation, stageId, messages: messages.toReversed().slice(0, MOST_MESSAGES) }]
    : [];
}

function candidate(mover: Spot, { stageId, messages }: Staying, { meeting, third, ways }: Encounter): Candidate {
  const tell = (message: Spot): Told => ({
    code: "moved-on",
    params: { meeting, stage: stageId, to: mover.action.config["targetStageId"] ?? null },
    places: [placeOf(mover), placeOf(message)],
  });
  return {
    told: tell(messages[0] as Spot),
    third,
    seek: (inquiry) =>
      firstSought(
        messages.flatMap((message) =>
          ways(mover, message).map((acts) => () => seekAlong(acts, [tell(message)], holds, inquiry)),
        ),
        inquiry,
      ),
  };
}

/** Of one occasion, the deal was moved from the stage, and was not there again until the message is sent. */
function holds({ params: { stage }, places: [moving, writing] }: Told, result: WorkspaceResult): boolean {
  const lineage = new Lineage(result);
  const entered = result.events.filter(({ type }) => type === "stage_entered");
  const moves = entered.filter(({ raisedBy, payload: { fromStageId, stageId } }) => {
    const run = lineage.run(raisedBy?.runId ?? "");
    const isIts = run?.automationId === moving?.automationId && raisedBy?.nodeId === moving?.nodeId;
    return isIts && fromStageId === stage && stageId !== stage;
  });
  const staysAway = (move: WorkspaceEvent, until: number): boolean =>
    !entered
      .slice(entered.indexOf(move))
      .some(
        ({ dealId, at, payload }) => dealId === move.dealId && payload["stageId"] === stage && Date.parse(at) <= until,
      );
  const writers = lineage.runsOf(writing?.automationId ?? "");
  return moves.some((move) => {
    const mover = lineage.run(move.raisedBy?.runId ?? "");
    return writers.some((run) => {
      const at = sentAt(run, writing?.nodeId ?? null);
      if (mover === null || at === null || run.dealId !== move.dealId) return false;
      const isLater = at - Date.parse(move.at) >= MINUTE_MS;
      return isLater && lineage.rootOf(run) === lineage.rootOf(mover) && staysAway(move, at);
    });
  });
}
