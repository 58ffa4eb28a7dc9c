import { HOUR_MS } from "../../contract/durations.ts";
import { isObject } from "../../contract/json.ts";
import type { JsonValue } from "../../contract/json.ts";
import type { Rule } from "../../contract/query.ts";
import { canonical } from "../../json/canonical.ts";
import type { WorkspaceEvent, WorkspaceResult } from "../../workspace/types.ts";
import { unlike, writtenThing } from "../model/writes.ts";
import type { WorkspaceIndex, Writing } from "../model/workspace-index.ts";
import { findWay } from "../witness/way.ts";
import type { Act } from "../witness/way.ts";
import { instantsOf, tryOut, witnessOf } from "../witness/trial.ts";
import type { Inquiry } from "../witness/trial.ts";
import { firstSought, inTurn, placeOf, together } from "./kind.ts";
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
    const isShared = index.shared(one.automation, other.automation).length > 0;
    const [first, second] = [starts(index, one, other), starts(index, other, one)];
    if (!isShared && !first && !second) continue;
    const [before, after] = second && !first ? [other, one] : [one, other];
    const meeting: Meeting = isShared ? "one-event" : "one-starts-other";
    const told = tell(before, after, meeting);
    yield { told, seek: (inquiry) => seek(index, before, after, inquiry) };
  }
}

const starts = (index: WorkspaceIndex, one: Writing, other: Writing): boolean =>
  index.startsOf(one.automation).some(({ automation }) => automation === other.automation);

function tell(before: Writing, after: Writing, meeting: Meeting): Told {
  const { kind, id, value } = before.write;
  return {
    code: "opposite-writes",
    params: { meeting, thing: kind, id, value, other: after.write.value },
    places: [placeOf(before), placeOf(after)],
  };
}

function seek(index: WorkspaceIndex, one: Writing, other: Writing, inquiry: Inquiry): Seeking {
  const orders = [
    [one, other],
    [other, one],
  ] as const;
  // Whichever comes first has to change something.
  const ways = orders.flatMap(([before, after]) => [
    ...index
      .shared(one.automation, other.automation)
      .map((occurrence) => () => tryActs(together(occurrence, [one, other]), unlike(before.write), "one-event")),
    ...(starts(index, before, after) ? index.occurrencesOf(before.automation) : []).map(
      (occurrence) => () => tryActs(inTurn(occurrence, [before, after]), unlike(before.write), "one-starts-other"),
    ),
  ]);
  return firstSought(ways, inquiry);

  function* tryActs(plain: readonly Act[], given: Rule, meeting: Meeting): Seeking {
    const acts = plain.map((act) => ({ ...act, given: [given] }));
    const way = yield* findWay(acts, inquiry);
    if (typeof way === "string") return way;
    const instants = instantsOf(acts, inquiry);
    const trial = instants && (yield* tryOut(witnessOf(acts, way, instants), inquiry));
    if (trial === null) return "not-seen";
    const told = orders
      .map(([before, after]) => tell(before, after, meeting))
      .find((each) => holds(each, trial.result));
    return told === undefined ? "not-seen" : { told, witness: trial.witness };
  }
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
