import { DAY_MS } from "../../contract/durations.ts";
import type { WorkspaceResult } from "../../workspace/types.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import { merged } from "../witness/occurrence.ts";
import type { Occurrence } from "../witness/occurrence.ts";
import { findWay } from "../witness/way.ts";
import { instantsOf, tryOut, witnessOf } from "../witness/trial.ts";
import type { Inquiry } from "../witness/trial.ts";
import { together } from "./encounters.ts";
import { firstSought, placeOf, sentAt, writesToContact } from "./kind.ts";
import type { Candidate, Kind, Seeking, Spot, Told } from "./kind.ts";
import { Lineage } from "./lineage.ts";

/** More messages in a day than this are too many. */
const MOST_A_DAY = 5;

/** One thing happens, and several automations together send the contact more than anybody wants within a day. */
export const manyMessages: Kind = { code: "many-messages", candidates, holds };

/** So many automations that one thing starts are looked at together. */
const MOST_SENDERS = 8;

/** All messages of an automation, in the order of its definition. */
type Sender = readonly [Spot, ...Spot[]];

function* candidates(index: WorkspaceIndex): Generator<Candidate | null> {
  const senders = index.known.flatMap((automation): Sender[] => {
    const [first, ...others] = automation.actions.filter(writesToContact).map((action) => ({ automation, action }));
    return first === undefined ? [] : [[first, ...others]];
  });
  const seen = new Set<string>();
  for (const seed of senders.filter(([{ automation }]) => index.about === null || automation.id === index.about)) {
    yield null;
    for (const occurrence of index.occurrencesOf(seed[0].automation)) {
      const group = groupOf(index, seed, occurrence, senders);
      const key = JSON.stringify(group.senders.map(([{ automation }]) => automation.id).toSorted());
      if (!isTooMany(group.senders) || seen.has(key)) continue;
      seen.add(key);
      const spots = group.senders.flat();
      yield { told: tell(spots, spots.length), from: group.occurrence, seek: (inquiry) => seekIn(group, inquiry) };
    }
  }
}

/** Automations that one thing starts together. */
interface Group {
  readonly senders: readonly Sender[];
  readonly occurrence: Occurrence;
}

function groupOf(index: WorkspaceIndex, seed: Sender, first: Occurrence, all: readonly Sender[]): Group {
  const senders = [seed];
  let occurrence = first;
  for (const sender of all) {
    if (senders.length >= MOST_SENDERS) break;
    const [{ automation }] = sender;
    if (sender === seed || !senders.every(([one]) => index.scopesMeet(one.automation, automation))) continue;
    const shared = index.occurrencesOf(automation).flatMap((each) => merged(occurrence, each) ?? [])[0];
    if (shared === undefined) continue;
    senders.push(sender);
    occurrence = shared;
  }
  return { senders, occurrence };
}

const isTooMany = (senders: readonly Sender[]): boolean => senders.length > 1 && senders.flat().length > MOST_A_DAY;

/** All of them; where no deal starts them all, as few as are too many, from each on. */
function seekIn({ senders, occurrence }: Group, inquiry: Inquiry): Seeking {
  const fewer = senders.flatMap((_, from): (readonly Sender[])[] => {
    const rest = [...senders.slice(from), ...senders.slice(0, from)];
    const few = rest.slice(0, rest.findIndex((__, place) => isTooMany(rest.slice(0, place + 1))) + 1);
    return few.length < senders.length ? [few] : [];
  });
  return firstSought(
    [senders, ...fewer].map((group) => () => seek(occurrence, group, inquiry)),
    inquiry,
  );
}

const tell = (spots: readonly Spot[], count: number): Told => ({
  code: "many-messages",
  params: { meeting: "one-event", count, most: MOST_A_DAY },
  places: spots.map(placeOf),
});

function* seek(occurrence: Occurrence, senders: readonly Sender[], inquiry: Inquiry): Seeking {
  const acts = together(
    occurrence,
    senders.map((spots) => spots.at(-1) ?? spots[0]),
  );
  const way = yield* findWay(acts, inquiry);
  if (typeof way === "string") return way;
  const instants = instantsOf(acts, inquiry);
  const trial = instants && (yield* tryOut(witnessOf(acts, way, instants), inquiry));
  if (trial === null) return "not-seen";
  const sent = senders.flat().filter((spot) => isSent(spot, trial.result));
  const most = mostInADay(sent.map(placeOf), trial.result);
  return most > MOST_A_DAY ? { told: tell(sent, most), witness: trial.witness } : "not-seen";
}

/** By a run that no other run started. */
const isSent = ({ automation, action }: Spot, result: WorkspaceResult): boolean =>
  result.runs.some((run) => run.automationId === automation.id && run.depth === 0 && sentAt(run, action.id) !== null);

/** Of one occasion one contact gets too many within a day, not all from one automation. */
function holds({ places }: Told, result: WorkspaceResult): boolean {
  return mostInADay(places, result) > MOST_A_DAY;
}

/** The most that a contact gets so. Messages of runs that other runs started are not counted. */
function mostInADay(places: Told["places"], result: WorkspaceResult): number {
  const lineage = new Lineage(result);
  const messages = places.flatMap(({ automationId, nodeId }) =>
    lineage.runsOf(automationId).flatMap((run) => {
      const at = run.depth === 0 ? sentAt(run, nodeId) : null;
      return at === null ? [] : [{ at, automationId, to: `${run.contactId} ${lineage.rootOf(run)}` }];
    }),
  );
  const days = messages.map((first) => {
    const within = messages.filter(({ at, to }) => to === first.to && at >= first.at && at < first.at + DAY_MS);
    return within.some(({ automationId }) => automationId !== first.automationId) ? within.length : 0;
  });
  return Math.max(0, ...days);
}
