import type { KnownAutomation } from "../model/read-automations.ts";
import { unlike } from "../model/writes.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import type { Occurrence } from "../witness/occurrence.ts";
import type { Act, Leg } from "../witness/way.ts";
import type { Meeting, Spot } from "./kind.ts";

/** How two automations may come of one thing that happens. */
export interface Encounter {
  readonly meeting: Meeting;
  /** Whether it is the second that leads to the first. */
  readonly isTurned: boolean;
  /** Another automation that brings it about. */
  readonly third: KnownAutomation | null;
  /** On which the first comes to an action, and the second to one of its own; the likeliest first. */
  readonly ways: (one: Stop, other: Stop) => Act[][];
}

/** One thing happens, which starts several automations, and each comes to its action. */
export const together = (occurrence: Occurrence, spots: readonly Stop[]): Act[] => [
  { occurrence, starting: [...new Set(spots.map(({ automation }) => automation))], legs: spots.map(legOf) },
];

/** One thing happens, which starts the first automation, and that the others. */
export const inTurn = (occurrence: Occurrence, spots: readonly Stop[]): Act[] => [
  { occurrence, starting: spots.slice(0, 1).map(({ automation }) => automation), legs: spots.map(legOf) },
];

const legOf = ({ automation, action, given }: Stop): Leg => ({ automation, to: action.id, ...(given && { given }) });

/** An action, where it matters with what the deal has to be like before it. */
export type Stop = Spot & Pick<Leg, "given">;

/** An action that is to change something. */
export function changing(spot: Spot): Stop {
  const { writes } = spot.action;
  return writes.length === 0 ? spot : { ...spot, given: unlike(writes) };
}

/** In which ways two automations may meet: those where nobody else takes part come first. */
export function* encounters(index: WorkspaceIndex, one: KnownAutomation, other: KnownAutomation): Generator<Encounter> {
  const shared = index.shared(one, other);
  if (shared.length > 0) {
    // What has to change something does so before the other.
    const inOrder = (first: Stop, second: Stop) => (second.given ? [second, first] : [first, second]);
    const ways = (first: Stop, second: Stop) =>
      shared.map((occurrence) => together(occurrence, inOrder(first, second)));
    yield { meeting: "one-event", isTurned: false, third: null, ways };
  }
  const turns = [
    [one, other, false],
    [other, one, true],
  ] as const;
  for (const [before, after, isTurned] of turns)
    if (index.leads(before, after))
      yield turned({ meeting: "one-starts-other", isTurned, third: null, ways: ledWays(index) });
  for (const [before, after, isTurned] of turns) {
    for (const third of index.between(before, after))
      yield turned({ meeting: "one-starts-other", isTurned, third, ways: ledByWays(index, third) });
    for (const third of index.beside(before, after))
      yield turned({ meeting: "one-event", isTurned, third, ways: besideWays(index, third) });
  }
  for (const third of index.above(one, other))
    yield { meeting: "one-event", isTurned: false, third, ways: aboveWays(index, third) };
}

/** The same, told of the first as the first. */
const turned = (encounter: Encounter): Encounter =>
  encounter.isTurned ? { ...encounter, ways: (one, other) => encounter.ways(other, one) } : encounter;

/** Of the actions with which one automation may start another one, so many are tried. */
const MOST_STARTING = 2;

const starting = (index: WorkspaceIndex, automation: KnownAutomation, led: KnownAutomation): Stop[] =>
  (index.startsOf(automation).get(led) ?? []).slice(0, MOST_STARTING).map((action) => changing({ automation, action }));

/** The first goes as far as it starts the second; or on to its own action, which may have to come before. */
const ledWays =
  (index: WorkspaceIndex): Encounter["ways"] =>
  (one, other) =>
    stops(index, one, other.automation).flatMap((stop) =>
      index.occurrencesOf(one.automation).map((occurrence) => inTurn(occurrence, [stop, other])),
    );

const ledByWays =
  (index: WorkspaceIndex, third: KnownAutomation): Encounter["ways"] =>
  (one, other) =>
    stops(index, one, third).flatMap((stop) =>
      starting(index, third, other.automation).flatMap((next) =>
        index.occurrencesOf(one.automation).map((occurrence) => inTurn(occurrence, [stop, next, other])),
      ),
    );

/** One thing starts the first and a third, which starts the second. */
const besideWays =
  (index: WorkspaceIndex, third: KnownAutomation): Encounter["ways"] =>
  (one, other) =>
    starting(index, third, other.automation).flatMap((stop) =>
      index
        .shared(one.automation, third)
        .map((occurrence): Act[] => [
          { occurrence, starting: [one.automation, third], legs: [stop, other, one].map(legOf) },
        ]),
    );

/** A third starts both. */
const aboveWays =
  (index: WorkspaceIndex, third: KnownAutomation): Encounter["ways"] =>
  (one, other) =>
    [other, one].flatMap(({ automation }) =>
      starting(index, third, automation).flatMap((stop) =>
        index.occurrencesOf(third).map((occurrence) => inTurn(occurrence, [stop, one, other])),
      ),
    );

/** Where an automation is left for one that it starts. */
function stops(index: WorkspaceIndex, spot: Stop, led: KnownAutomation): Stop[] {
  const starts = starting(index, spot.automation, led);
  return starts.some(({ action }) => action === spot.action) ? starts : [...starts, spot];
}
