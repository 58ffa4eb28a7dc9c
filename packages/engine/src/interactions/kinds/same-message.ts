import { DAY_MS } from "../../contract/durations.ts";
import { isFilled } from "../../contract/filled.ts";
import { shorten } from "../../messages/text.ts";
import type { WorkspaceResult } from "../../workspace/types.ts";
import { grouped } from "../model/grouped.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import type { Place } from "../touches/types.ts";
import type { Inquiry } from "../witness/trial.ts";
import { firstSought, inTurn, placeOf, seekAlong, sentAt, together } from "./kind.ts";
import type { Candidate, Kind, Meeting, Seeking, Spot, Told } from "./kind.ts";
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
      if (index.shared(one.automation, other.automation).length > 0) yield candidate(index, pair, "one-event");
      for (const turned of [pair, [other, one] as const]) {
        const [before, after] = turned;
        const isLed = index.startsOf(before.automation).some(({ automation }) => automation === after.automation);
        if (isLed) yield candidate(index, turned, "one-starts-other");
      }
    }
  }
}

function candidate(index: WorkspaceIndex, pair: readonly [Spot, Spot], meeting: Meeting): Candidate {
  const told = tell(pair, meeting);
  return { told, seek: (inquiry) => seek(index, pair, told, inquiry) };
}

function tell([before, after]: readonly [Spot, Spot], meeting: Meeting): Told {
  const { text, subject, templateName } = before.action.config;
  const said = [text, subject, templateName].find(isFilled) ?? "";
  return {
    code: "same-message",
    params: { meeting, text: shorten(said) },
    places: [placeOf(before), placeOf(after)],
  };
}

function seek(index: WorkspaceIndex, pair: readonly [Spot, Spot], told: Told, inquiry: Inquiry): Seeking {
  const [before, after] = pair;
  const acts =
    told.params["meeting"] === "one-event"
      ? index.shared(before.automation, after.automation).map((occurrence) => together(occurrence, pair))
      : index.occurrencesOf(before.automation).map((occurrence) => inTurn(occurrence, pair));
  return firstSought(
    acts.map((each) => () => seekAlong(each, told, holds, inquiry)),
    inquiry,
  );
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
