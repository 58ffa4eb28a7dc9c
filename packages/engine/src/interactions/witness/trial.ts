import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import { iso } from "../../simulate/instants.ts";
import { isInWindow } from "../../trigger/window.ts";
import { startWorkspace } from "../../workspace/simulate-workspace.ts";
import type { WorkspaceOutcomes, WorkspaceResult } from "../../workspace/types.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import { CONTACT } from "./beginning.ts";
import type { Stages } from "./stages.ts";
import { scenarioOfWitness } from "./types.ts";
import type { AnalysedWorkspace, Witness } from "./types.ts";
import type { Act, Way } from "./way.ts";

/** What is looked at, and how much of it may still be: every way that is looked for and every simulation counts as one. */
export interface Inquiry {
  readonly workspace: AnalysedWorkspace;
  readonly stages: Stages;
  readonly timeZone: string;
  left: number;
}

/** A witness that was tried. */
export interface Trial {
  readonly witness: Witness;
  readonly result: WorkspaceResult;
}

/** Monday noon in UTC: the first instant at which something happens. */
const START = Date.parse("2026-01-05T12:00:00Z");
/** What goes on for longer is not followed. */
const LONGEST_MS = 2 * 366 * 24 * HOUR_MS;
const HOURS_TRIED = 24 * 8;
/** A few automations about one deal need no more moves of runs. */
const STEP_BUDGET = 2000;
/** After so many of them others may have their turn. */
const MOVES_AT_ONCE = 50;
/** So many steps of runs cost as much as making a small workspace ready. */
const STEPS_FOR_ONE = 200;

/** When acts happen: each at an instant that the windows of what it starts allow. `notBefore` is of the last, Unix ms. */
export function instantsOf(acts: readonly Act[], { timeZone }: Inquiry, notBefore = START): number[] | null {
  const instants: number[] = [];
  for (const [index, { starting }] of acts.entries()) {
    const from = index === acts.length - 1 ? Math.max(notBefore, START) : START;
    const at = firstWithin(starting, from, timeZone);
    if (at === null) return null;
    instants.push(at);
  }
  return instants;
}

function firstWithin(starting: readonly KnownAutomation[], from: number, timeZone: string): number | null {
  const windows = starting.map(({ automation }) => automation.triggerWindow).filter((window) => window !== null);
  if (windows.length === 0) return from;
  for (let hour = 0; hour <= HOURS_TRIED; hour += 1) {
    const at = from + hour * HOUR_MS;
    if (windows.every((window) => isInWindow(window, at, timeZone))) return at;
  }
  return null;
}

/** A witness of a way whose acts happen at some instants; what `outcomes` say comes before what the way does. */
export function witnessOf(
  acts: readonly Act[],
  way: Way,
  instants: readonly number[],
  outcomes: WorkspaceOutcomes = {},
): Witness {
  const taking = acts.flatMap(({ starting, legs }) => [...starting, ...legs.map(({ automation }) => automation)]);
  const rest = Math.max(0, ...way.beginnings.map(({ restMs }) => restMs));
  const [first = START] = instants;
  const ids = [...new Set(taking.map(({ id }) => id))];
  const events = way.beginnings.flatMap((beginning, index) => {
    const happening = beginning.happening(way.facts, iso(instants[index] ?? first));
    return happening === null ? [] : [happening];
  });
  return {
    automationIds: ids,
    deals: way.deal === null ? [] : [way.deal],
    contacts: [{ id: CONTACT, facts: way.contact }],
    events,
    outcomes: Object.fromEntries(ids.map((id) => [id, { ...way.outcomes[id], ...outcomes[id] }])),
    ...(Object.keys(way.roundRobin).length > 0 && { roundRobin: way.roundRobin }),
    from: iso(first - rest),
    until: iso(first + LONGEST_MS),
  };
}

/** Simulates a witness, as far as bounds allow: what has happened by then has happened. Null where it cannot be. */
export function* tryOut(witness: Witness, inquiry: Inquiry, stepBudget = STEP_BUDGET): Generator<void, Trial | null> {
  // To look for the way was a step of its own.
  yield;
  const simulation = startWorkspace(scenarioOfWitness(witness, inquiry.workspace), { stepBudget });
  while (!simulation.go(MOVES_AT_ONCE)) yield;
  const result = simulation.result();
  inquiry.left -= 1 + result.runs.reduce((total, { steps }) => total + steps.length, 0) / STEPS_FOR_ONE;
  return result.error === null || result.error.code === "step-budget" ? { witness, result } : null;
}

export const SOON_MS = MINUTE_MS;
