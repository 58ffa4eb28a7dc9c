import { HOUR_MS } from "../../contract/durations.ts";
import { isObject } from "../../contract/json.ts";
import type { JsonValue } from "../../contract/json.ts";
import { canonical } from "../../json/canonical.ts";
import type { WorkspaceEvent, WorkspaceResult } from "../../workspace/types.ts";
import { writtenThing } from "../model/writes.ts";
import type { WorkspaceIndex, Writing } from "../model/workspace-index.ts";
import type { Inquiry } from "../witness/trial.ts";
import { changing, encounters } from "./encounters.ts";
import type { Encounter } from "./encounters.ts";
import { firstSought, placeOf, seekAlong } from "./kind.ts";
import type { Candidate, Kind, Meeting, Seeking, Told } from "./kind.ts";
import { Lineage } from "./lineage.ts";

/** What comes later than this was most likely meant to. */
const SOON_MS = HOUR_MS;

/** One automation undoes at once what another one does: a tag, a stage, a field, who is responsible. */
export const oppositeWrites: Kind = { code: "opposite-writes", candidates, holds };

function* candidates(index: WorkspaceIndex): Generator<Candidate | null> {
  for (const pair of index.oppositeWrites()) {
    if (pair === null) {
      yield null;
      continue;
    }
    const [one, other] = pair;
    for (const encounter of encounters(index, one.automation, other.automation)) {
      const { meeting, isTurned, third } = encounter;
      const told = isTurned ? tell(other, one, meeting) : tell(one, other, meeting);
      yield { told, third, seek: (inquiry) => seek(one, other, encounter, inquiry) };
    }
  }
}

function tell(before: Writing, after: Writing, meeting: Meeting): Told {
  const { kind, id, value } = before.write;
  return {
    code: "opposite-writes",
    params: { meeting, thing: kind, id, value, other: after.write.value },
    places: [placeOf(before), placeOf(after)],
  };
}

function seek(one: Writing, other: Writing, { meeting, ways }: Encounter, inquiry: Inquiry): Seeking {
  // Whichever comes first has to change something.
  const all = [...ways(changing(one), other), ...ways(one, changing(other))];
  const told = [tell(one, other, meeting), tell(other, one, meeting)] as const;
  return firstSought(
    all.map((acts) => () => seekAlong(acts, told, holds, inquiry)),
    inquiry,
  );
}

/** A change of one thing of a deal by a run. */
interface Change {
  readonly event: WorkspaceEvent;
  readonly from: JsonValue;
  readonly to: JsonValue;
}

/**
 * Both go back to one thing that happened, the second comes soon after the first, and what it leaves differs; where the
 * first led to the second, it is again what it was before: going on to something else is no undoing.
 */
function holds({ params, places: [first, second] }: Told, result: WorkspaceResult): boolean {
  const lineage = new Lineage(result);
  const thing = writtenThing({
    kind: params["thing"] as Writing["write"]["kind"],
    id: String(params["id"]),
    value: null,
  });
  const changes = result.events.flatMap((event) => changesIn(event, thing));
  const by = (place: typeof first) =>
    changes.flatMap((change, index) => {
      const { raisedBy, at } = change.event;
      const run = lineage.run(raisedBy?.runId ?? "");
      const isIts = run?.automationId === place?.automationId && raisedBy?.nodeId === place?.nodeId;
      return run !== null && isIts ? [{ ...change, run, index, at: Date.parse(at) }] : [];
    });
  const following = by(second);
  return by(first).some((done) =>
    following.some((undone) => {
      const [one, other] = [done.run, undone.run];
      if (undone.index <= done.index || undone.at - done.at > SOON_MS) return false;
      if (done.event.dealId !== undone.event.dealId || lineage.rootOf(one) !== lineage.rootOf(other)) return false;
      const isLed = lineage.ancestry(other).includes(one);
      return canonical(isLed ? done.from : done.to) === canonical(undone.to) ? isLed : !isLed;
    }),
  );
}

function changesIn(event: WorkspaceEvent, thing: string): Change[] {
  const { type, payload } = event;
  const change = (
    kind: Writing["write"]["kind"],
    id: JsonValue | undefined,
    from: JsonValue,
    to: JsonValue,
  ): Change[] => (writtenThing({ kind, id: String(id), value: null }) === thing ? [{ event, from, to }] : []);
  switch (type) {
    case "tag_added":
      return change("tag", payload["tagId"], false, true);
    case "tag_removed":
      return change("tag", payload["tagId"], true, false);
    case "stage_entered":
      return change("stage", "", payload["fromStageId"] ?? null, payload["stageId"] ?? null);
    case "custom_field_changed":
      return change("field", payload["fieldSlug"], payload["from"] ?? null, payload["to"] ?? null);
    case "deal_updated": {
      const { changes } = payload;
      const owner = isObject(changes) ? changes["responsibleUserId"] : null;
      return isObject(owner) ? change("responsible", "", owner["from"] ?? null, owner["to"] ?? null) : [];
    }
    default:
      return [];
  }
}
