import { MINUTE_MS } from "../../contract/durations.ts";
import { isFilled } from "../../contract/filled.ts";
import type { WorkspaceEvent, WorkspaceResult } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import type { Act } from "../witness/way.ts";
import { firstSought, inTurn, placeOf, seekAlong, sentAt, together, writesToContact } from "./kind.ts";
import type { Candidate, Kind, Meeting, Spot, Told } from "./kind.ts";
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
    const isLed =
      leads(index, stayer.automation, mover.automation) || leads(index, mover.automation, stayer.automation);
    if (index.shared(mover.automation, stayer.automation).length > 0)
      yield candidate(index, mover, stayer, "one-event");
    if (isLed) yield candidate(index, mover, stayer, "one-starts-other");
  }
}

const leads = (index: WorkspaceIndex, leading: KnownAutomation, led: KnownAutomation): boolean =>
  index.startsOf(leading).some(({ automation }) => automation === led);

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

function candidate(index: WorkspaceIndex, mover: Spot, stayer: Staying, meeting: Meeting): Candidate {
  const { automation, stageId, messages } = stayer;
  const tell = (message: Spot): Told => ({
    code: "moved-on",
    params: { meeting, stage: stageId, to: mover.action.config["targetStageId"] ?? null },
    places: [placeOf(mover), placeOf(message)],
  });
  const ledBy = (leading: KnownAutomation, led: KnownAutomation) =>
    leads(index, leading, led) ? index.occurrencesOf(leading) : [];
  const actsOf = (message: Spot): Act[][] =>
    meeting === "one-event"
      ? index.shared(mover.automation, automation).map((occurrence) => together(occurrence, [mover, message]))
      : [
          ...ledBy(automation, mover.automation).map((occurrence) => startedBy(occurrence, mover, message)),
          ...ledBy(mover.automation, automation).map((occurrence) => inTurn(occurrence, [mover, message])),
        ];
  return {
    told: tell(messages[0] as Spot),
    seek: (inquiry) =>
      firstSought(
        messages.flatMap((message) =>
          actsOf(message).map((acts) => () => seekAlong(acts, tell(message), holds, inquiry)),
        ),
        inquiry,
      ),
  };
}

/** What is overtaken starts the other, which moves the deal before the message. */
function startedBy(occurrence: Parameters<typeof inTurn>[0], mover: Spot, message: Spot): Act[] {
  const [{ legs }] = inTurn(occurrence, [mover, message]) as [Act];
  return [{ occurrence, starting: [message.automation], legs }];
}

/** Of one occasion, the deal was moved from the stage, and is not there again when the message is sent. */
function holds({ params: { stage }, places: [moving, writing] }: Told, result: WorkspaceResult): boolean {
  const lineage = new Lineage(result);
  const entered = result.events.filter(({ type }) => type === "stage_entered");
  const moves = entered.filter(({ raisedBy, payload: { fromStageId, stageId } }) => {
    const run = lineage.run(raisedBy?.runId ?? "");
    const isIts = run?.automationId === moving?.automationId && raisedBy?.nodeId === moving?.nodeId;
    return isIts && fromStageId === stage && stageId !== stage;
  });
  const isStillAway = (move: WorkspaceEvent, at: number): boolean => {
    const last = entered.findLast((each) => each.dealId === move.dealId && Date.parse(each.at) <= at);
    return last?.payload["stageId"] !== stage;
  };
  const writers = lineage.runsOf(writing?.automationId ?? "");
  return moves.some((move) => {
    const mover = lineage.run(move.raisedBy?.runId ?? "");
    return writers.some((run) => {
      const at = sentAt(run, writing?.nodeId ?? null);
      if (mover === null || at === null || run.dealId !== move.dealId) return false;
      const isLater = at - Date.parse(move.at) >= MINUTE_MS;
      return isLater && lineage.rootOf(run) === lineage.rootOf(mover) && isStillAway(move, at);
    });
  });
}
