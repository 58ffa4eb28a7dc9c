import { readEntry } from "../../trigger/entry.ts";
import type { WorkspaceResult } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import { areOpposite } from "../model/writes.ts";
import type { Write } from "../model/writes.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import type { Inquiry } from "../witness/trial.ts";
import type { Act } from "../witness/way.ts";
import { changing, inTurn } from "./encounters.ts";
import { firstSought, placeOf, seekAlong } from "./kind.ts";
import type { Candidate, Kind, Seeking, Spot, Told } from "./kind.ts";
import { Lineage } from "./lineage.ts";

/** A loop of more automations than this is not looked for. */
const LONGEST = 4;
/** Of one automation, so many ways back to it are looked at. */
const MOST_LOOPS = 8;
/** So many steps are followed on the way back to one automation. */
const MOST_STEPS = 500;

/** So many things that may start one of it, and so many in all. */
const MOST_STARTS = 2;
const MOST_WAYS = 3;
/** And so many that may help it. */
const MOST_HELPERS = 2;
/** Where each starts several others, ten in a chain are many runs. */
const MANY_STEPS = 6000;

/** Automations that start each other without an end: only the limit of a chain stops them. */
export const loop: Kind = { code: "loop", candidates, holds };

function* candidates(index: WorkspaceIndex): Generator<Candidate | null> {
  const seen = new Set<string>();
  for (let length = 1; length <= LONGEST; length += 1) {
    for (const automation of index.known.filter(({ id }) => index.about === null || id === index.about)) {
      yield null;
      for (const spots of loopsFrom(index, automation, length)) {
        const ids = spots.map(({ automation: { id } }) => id);
        const key = JSON.stringify(ids.toSorted());
        if (seen.has(key)) continue;
        seen.add(key);
        if (entersOnce(spots)) continue;
        const isItself = spots.every((spot) => changesAgain(spot, spots));
        if (isItself) yield candidate(index, spots, [], []);
        for (const helper of helpersOf(index, spots)) yield candidate(index, spots, [helper], isItself ? [] : [helper]);
      }
    }
  }
}

/** A helper is told of where the loop needs it all the time. */
const candidate = (
  index: WorkspaceIndex,
  spots: readonly Spot[],
  helping: readonly Spot[],
  told: readonly Spot[],
): Candidate => ({
  told: tell(spots, told),
  third: helping[0]?.automation ?? null,
  seek: (inquiry) =>
    firstSought(
      [spots, lastStarts(index, spots)].flatMap((loopOf) => waysInto(index, loopOf, helping, told, inquiry)),
      inquiry,
    ),
});

/** Ways of so many starts that lead back to an automation, without coming by another one twice. */
function loopsFrom(index: WorkspaceIndex, first: KnownAutomation, length: number): Spot[][] {
  const loops: Spot[][] = [];
  const steps = { left: MOST_STEPS };
  follow(index, first, [], new Set([first]), { length, steps, loops });
  return loops;
}

interface Following {
  readonly length: number;
  readonly steps: { left: number };
  readonly loops: Spot[][];
}

function follow(
  index: WorkspaceIndex,
  here: KnownAutomation,
  spots: readonly Spot[],
  visited: ReadonlySet<KnownAutomation>,
  following: Following,
): void {
  const { length, steps, loops } = following;
  const first = spots[0]?.automation ?? here;
  for (const [automation, [by]] of index.startsOf(here)) {
    steps.left -= 1;
    if (by === undefined || steps.left < 0 || loops.length >= MOST_LOOPS) return;
    const longer = [...spots, { automation: here, action: by }];
    if (longer.length === length) {
      if (automation === first) loops.push(longer);
    } else if (!visited.has(automation))
      follow(index, automation, longer, new Set([...visited, automation]), following);
  }
}

/** Others that change back what a loop writes, started by it on its way, or by what starts it. */
function helpersOf(index: WorkspaceIndex, spots: readonly Spot[]): Spot[] {
  const inLoop = new Set(spots.map(({ automation }) => automation));
  const undoing = spots.flatMap(({ action }) => action.writes.flatMap((write) => index.opposedTo(write)));
  const helping = undoing.filter(
    ({ automation: one }) =>
      !inLoop.has(one) &&
      spots.some(({ automation }) => index.leads(automation, one) || index.shared(automation, one).length > 0),
  );
  // Of the actions of one, the first: the others find it done.
  return [...new Map(helping.toReversed().map((spot) => [spot.automation, spot])).values()].slice(-MOST_HELPERS);
}

const isUndoneBy =
  (writes: readonly Write[]) =>
  (write: Write): boolean =>
    writes.some((other) => areOpposite(write, other));

/** Whether what an action writes can be another value when it comes to it again: somebody in the loop has to change it. */
function changesAgain({ action: { writes } }: Spot, loopOf: readonly Spot[]): boolean {
  const others = loopOf.flatMap(({ automation }) => automation.actions.flatMap((action) => action.writes));
  return writes.length === 0 || writes.some(isUndoneBy(others));
}

/** Whether some automation lets a deal in once, and no other deal is made. */
const entersOnce = (spots: readonly Spot[]): boolean =>
  spots.some(({ automation: { settings } }) => readEntry(settings)?.again === "once") &&
  !spots.some(({ action }) => action.node.actionType === "create_lead");

const tell = (spots: readonly Spot[], helping: readonly Spot[]): Told => ({
  code: "loop",
  params: { automations: spots.map(({ automation: { id } }) => id) },
  places: [...spots, ...helping].map(placeOf),
});

/** The same loop, by the last action of each that may start the next: the first may change nothing. */
const lastStarts = (index: WorkspaceIndex, spots: readonly Spot[]): Spot[] =>
  spots.map(({ automation, action }, place) => {
    const next = spots[(place + 1) % spots.length]?.automation ?? automation;
    return { automation, action: index.startsOf(automation).get(next)?.at(-1) ?? action };
  });

function waysInto(
  index: WorkspaceIndex,
  spots: readonly Spot[],
  helping: readonly Spot[],
  named: readonly Spot[],
  inquiry: Inquiry,
): (() => Seeking)[] {
  const told = tell(spots, named);
  const turns = spots.map((_, turn) => [...spots.slice(turn), ...spots.slice(0, turn)]);
  const ways = turns.flatMap((turned) => {
    const [first] = turned as [Spot, ...Spot[]];
    const shared = helping.flatMap(({ automation }) => index.shared(first.automation, automation));
    return (shared.length > 0 ? shared : index.occurrencesOf(first.automation))
      .slice(0, MOST_STARTS)
      .map((occurrence) => () => {
        // Once round and into it again.
        const [act] = inTurn(occurrence, [...helping, ...turned.map(changing), first]) as [Act];
        const acts = [{ ...act, starting: [first.automation] }];
        return seekAlong(acts, [told], holds, inquiry, MANY_STEPS);
      });
  });
  return ways.slice(0, MOST_WAYS);
}

/**
 * A run that the limit of a chain refused, and before it each automation of the loop by the action that is told of; one that
 * helps it was started on the way.
 */
function holds({ params, places }: Told, result: WorkspaceResult): boolean {
  const inLoop = [params["automations"] ?? []].flat();
  const lineage = new Lineage(result);
  const raising = new Set(
    result.events.flatMap(({ raisedBy }) => (raisedBy ? [keyOf(raisedBy.runId, raisedBy.nodeId)] : [])),
  );
  return result.runs.some((run) => {
    if (run.refusal?.code !== "chain-too-deep") return false;
    const before = lineage.ancestry(run).slice(1);
    return places.every(({ automationId, nodeId }) => {
      const started = inLoop.includes(automationId) ? before : lineage.runsOf(automationId);
      return started.some((by) => by.automationId === automationId && raising.has(keyOf(by.id, nodeId)));
    });
  });
}

const keyOf = (runId: string, nodeId: string | null): string => JSON.stringify([runId, nodeId]);
