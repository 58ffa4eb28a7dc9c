import { readEntry } from "../../trigger/entry.ts";
import type { WorkspaceResult } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import { areOpposite } from "../model/writes.ts";
import type { Start, WorkspaceIndex } from "../model/workspace-index.ts";
import type { Inquiry } from "../witness/trial.ts";
import { firstSought, inTurn, placeOf, seekAlong } from "./kind.ts";
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
        if (!spots.every((spot) => changesAgain(spot, spots)) || entersOnce(spots)) continue;
        const told: Told = { code: "loop", params: { automations: ids }, places: spots.map(placeOf) };
        yield { told, seek: (inquiry) => seek(index, spots, told, inquiry) };
      }
    }
  }
}

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
  for (const { by, automation } of firstStarts(index.startsOf(here))) {
    steps.left -= 1;
    if (steps.left < 0 || loops.length >= MOST_LOOPS) return;
    const longer = [...spots, { automation: here, action: by }];
    if (longer.length === length) {
      if (automation === first) loops.push(longer);
    } else if (!visited.has(automation))
      follow(index, automation, longer, new Set([...visited, automation]), following);
  }
}

/** Of the actions that may start one automation, the first. */
function firstStarts(starts: readonly Start[]): Start[] {
  const byAutomation = new Map<KnownAutomation, Start>();
  for (const start of starts) if (!byAutomation.has(start.automation)) byAutomation.set(start.automation, start);
  return [...byAutomation.values()];
}

/** Whether what an action writes can be another value when it comes to it again: somebody in the loop has to change it. */
function changesAgain({ action: { writes } }: Spot, loopOf: readonly Spot[]): boolean {
  const others = loopOf.flatMap(({ automation }) => automation.actions.flatMap((action) => action.writes));
  return writes.length === 0 || writes.some((write) => others.some((other) => areOpposite(write, other)));
}

/** Whether some automation lets a deal in once, and no other deal is made. */
const entersOnce = (spots: readonly Spot[]): boolean =>
  spots.some(({ automation: { settings } }) => readEntry(settings)?.again === "once") &&
  !spots.some(({ action }) => action.node.actionType === "create_lead");

function seek(index: WorkspaceIndex, spots: readonly Spot[], told: Told, inquiry: Inquiry): Seeking {
  const turns = spots.map((_, turn) => [...spots.slice(turn), ...spots.slice(0, turn)]);
  const ways = turns.flatMap((turned) => {
    const [first] = turned as [Spot, ...Spot[]];
    return index
      .occurrencesOf(first.automation)
      .slice(0, MOST_STARTS)
      .map((occurrence) => () => {
        // Once round and into it again.
        const acts = inTurn(occurrence, [...turned, first]);
        return seekAlong(acts, told, holds, inquiry, MANY_STEPS);
      });
  });
  return firstSought(ways.slice(0, MOST_WAYS), inquiry);
}

/** A run that the limit of a chain refused, and before it each automation by the action that is told of. */
function holds({ places }: Told, result: WorkspaceResult): boolean {
  const lineage = new Lineage(result);
  const raising = new Set(
    result.events.flatMap(({ raisedBy }) => (raisedBy ? [keyOf(raisedBy.runId, raisedBy.nodeId)] : [])),
  );
  return result.runs.some((run) => {
    if (run.refusal?.code !== "chain-too-deep") return false;
    const before = lineage.ancestry(run).slice(1);
    return places.every(({ automationId, nodeId }) =>
      before.some((by) => by.automationId === automationId && raising.has(keyOf(by.id, nodeId))),
    );
  });
}

const keyOf = (runId: string, nodeId: string | null): string => JSON.stringify([runId, nodeId]);
