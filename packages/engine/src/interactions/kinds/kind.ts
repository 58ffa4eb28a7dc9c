import type { ActionType } from "../../contract/definition.ts";
import type { MessageParams } from "../../contract/diagnostic.ts";
import { CUSTOMER_ACTIONS } from "../../interpreter/plan.ts";
import { pointer } from "../../json/pointer.ts";
import type { WorkspaceOutcomes, WorkspaceResult, WorkspaceRun } from "../../workspace/types.ts";
import type { ActionNode, KnownAutomation } from "../model/read-automations.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import type { Place } from "../touches/types.ts";
import type { Occurrence } from "../witness/occurrence.ts";
import { instantsOf, tryOut, witnessOf } from "../witness/trial.ts";
import type { Inquiry, Trial } from "../witness/trial.ts";
import { delayed } from "../witness/delay.ts";
import type { Witness } from "../witness/types.ts";
import { findWay } from "../witness/way.ts";
import type { Act } from "../witness/way.ts";

/** What automations of a workspace may do to each other. */
export type MeetingCode = "loop" | "answer-taken" | "opposite-writes" | "same-message" | "many-messages" | "moved-on";

/** What is found in a workspace: what automations do to each other, and that one never does anything. */
export type FindingCode = MeetingCode | "never-starts";

/**
 * What comes before the meeting: one thing happens and starts them all, one starts the other, or two things happen.
 */
export type Meeting = "one-event" | "one-starts-other" | "two-events";

/** What a finding says, and where. */
export interface Told {
  readonly code: FindingCode;
  readonly params: MessageParams;
  readonly places: readonly Place[];
}

/**
 * What became of looking for a witness: one, the proof that there is none, no answer within bounds, or a way on which it
 * does not happen.
 */
export type Sought = { readonly told: Told; readonly witness: Witness } | "impossible" | "unknown" | "not-seen";

/** Looking for a witness, in steps between which others may have their turn. */
export type Seeking = Generator<void, Sought>;

/** Automations that may meet in a way. What is told of them holds where no witness is found. */
export interface Candidate {
  readonly told: Told;
  /** What it begins with, where one told thing may begin in several ways. */
  readonly from?: Occurrence;
  /** Another automation that brings it about. */
  readonly third?: KnownAutomation | null;
  readonly seek: (inquiry: Inquiry) => Seeking;
}

/** A kind of finding about several automations. */
export interface Kind {
  readonly code: MeetingCode;
  /** The likeliest first; null where others may have their turn. */
  readonly candidates: (index: WorkspaceIndex) => Iterable<Candidate | null>;
  /** Whether a simulated workspace shows what is told. */
  readonly holds: (told: Told, result: WorkspaceResult) => boolean;
}

/** An action of an automation. */
export interface Spot {
  readonly automation: KnownAutomation;
  readonly action: ActionNode;
}

export const placeOf = ({ automation: { id }, action }: Spot): Place => ({
  automationId: id,
  nodeId: action.id,
  path: pointer("graphDefinition", "nodes", action.index),
});

/** Whether an action sends something to the contact. */
export const writesToContact = ({ node: { actionType } }: ActionNode): boolean =>
  CUSTOMER_ACTIONS.has(actionType as ActionType);

const SENT: readonly string[] = ["succeeded", "awaiting-reply"];

/** When a run sent the message of a node, Unix ms; null where it did not. */
export function sentAt({ steps }: WorkspaceRun, nodeId: string | null): number | null {
  const step = steps.find(({ nodeId: at, why }) => at === nodeId && SENT.includes(why.code));
  return step === undefined ? null : Date.parse(step.at);
}

/** Looks for one way of acts, and whether the simulation shows there something told; or shows it if a contact answers later. */
export function* seekAlong(
  acts: readonly Act[],
  told: readonly [Told, ...Told[]],
  holds: Kind["holds"],
  inquiry: Inquiry,
  stepBudget?: number,
): Seeking {
  const way = yield* findWay(acts, inquiry);
  if (typeof way === "string") return way;
  const instants = instantsOf(acts, inquiry);
  if (instants === null) return "not-seen";
  let outcomes: WorkspaceOutcomes | null = {};
  for (let attempt = 0; attempt < 2 && outcomes !== null; attempt += 1) {
    const trial: Trial | null = yield* tryOut(witnessOf(acts, way, instants, outcomes), inquiry, stepBudget);
    if (trial === null) break;
    const seen = told.find((each) => holds(each, trial.result));
    if (seen !== undefined) return { told: seen, witness: trial.witness };
    outcomes = delayed(way, told[0].places, trial.result);
  }
  return "not-seen";
}

/** The best of what was sought in several ways: a witness, else what leaves most open. */
export function* firstSought(ways: Iterable<() => Seeking>, inquiry: Inquiry): Seeking {
  let best: Sought = "impossible";
  for (const seek of ways) {
    if (inquiry.left <= 0) return "unknown";
    const sought = yield* seek();
    if (typeof sought !== "string") return sought;
    if (sought === "unknown" || best === "impossible") best = sought;
  }
  return best;
}
