import { DAY_MS } from "../../contract/durations.ts";
import { isFilled } from "../../contract/filled.ts";
import { shorten } from "../../messages/text.ts";
import type { WorkspaceResult } from "../../workspace/types.ts";
import { grouped } from "../model/grouped.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import type { Place } from "../touches/types.ts";
import { encounters } from "./encounters.ts";
import type { Encounter } from "./encounters.ts";
import { firstSought, placeOf, seekAlong, sentAt } from "./kind.ts";
import type { Candidate, Kind, Meeting, Spot, Told } from "./kind.ts";
import { Lineage } from "./lineage.ts";

/** One thing happens, and the contact is sent the same message by two automations within a day. */
export const sameMessage: Kind = { code: "same-message", candidates, holds };

function* candidates(index: WorkspaceIndex): Generator<Candidate | null> {
  const spots = index.known.flatMap((automation) => automation.actions.map((action): Spot => ({ automation, action })));
  const byContent = grouped(spots, ({ action }) => action.says);
  for (const same of byContent.values()) {
    for (const pair of index.pairs(same)) {
      if (pair === null) {
        yield null;
        continue;
      }
      const [one, other] = pair;
      for (const encounter of encounters(index, one.automation, other.automation)) yield candidate(pair, encounter);
    }
  }
}

function candidate([one, other]: readonly [Spot, Spot], { meeting, isTurned, third, ways }: Encounter): Candidate {
  const told = isTurned ? tell(other, one, meeting) : tell(one, other, meeting);
  return {
    told,
    third,
    seek: (inquiry) =>
      firstSought(
        ways(one, other).map((acts) => () => seekAlong(acts, [told], holds, inquiry)),
        inquiry,
      ),
  };
}

function tell(before: Spot, after: Spot, meeting: Meeting): Told {
  const { text, subject, templateName } = before.action.config;
  const said = [text, subject, templateName].find(isFilled) ?? "";
  return {
    code: "same-message",
    params: { meeting, text: shorten(said) },
    places: [placeOf(before), placeOf(after)],
  };
}

function holds({ places }: Told, result: WorkspaceResult): boolean {
  const lineage = new Lineage(result);
  const sent = (place: Place | undefined) =>
    lineage.runsOf(place?.automationId ?? "").flatMap((run) => {
      const at = sentAt(run, place?.nodeId ?? null);
      return at === null || run.contactId === null ? [] : [{ run, at }];
    });
  const [first, second] = places;
  const others = sent(second);
  return sent(first).some((one) =>
    others.some(
      (other) =>
        one.run !== other.run &&
        one.run.contactId === other.run.contactId &&
        Math.abs(one.at - other.at) < DAY_MS &&
        lineage.rootOf(one.run) === lineage.rootOf(other.run),
    ),
  );
}
