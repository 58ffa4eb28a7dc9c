import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { addTrial, NO_TRIALS } from "./scenarios.ts";
import type { RealRun, RealStep } from "./real-run.ts";
import type { Draft, Trials } from "./scenarios.ts";

export type SimulationTab = "run" | "tests" | "cohort";

/** What simulating an automation leaves on this page: closing the panel loses none of it. */
export interface Session {
  trials: Trials;
  tab: SimulationTab;
  /** Whether a run is shown alone, or with what all other automations do. */
  among: "one" | "all";
  /** The real run that was gone on from last. */
  real: RealRun | null;
}

export type SessionStore = StoreApi<Session>;

/** Whose session it is: an automation's by its id, or an editor's that has none. */
export type SessionOwner = string | object;

const byId = new Map<string, SessionStore>();
const byEditor = new WeakMap<object, SessionStore>();

/** The session of an automation, for as long as the page lives; of an editor, for as long as that is there. */
export function sessionOf(owner: SessionOwner): SessionStore {
  const known = typeof owner === "string" ? byId.get(owner) : byEditor.get(owner);
  if (known) return known;
  const session = createStore<Session>()(() => ({ trials: NO_TRIALS, tab: "run", among: "one", real: null }));
  if (typeof owner === "string") byId.set(owner, session);
  else byEditor.set(owner, session);
  return session;
}

/**
 * Shows a scenario in the simulator of an automation or editor, as a trial that is not saved: to go on from a real run, which took
 * `steps`, or from a test. The simulator shows it when it is opened, or at once when it is open.
 */
export function openScenario(
  owner: SessionOwner,
  draft: Omit<Draft, "id" | "expect">,
  steps: readonly RealStep[] = [],
): void {
  const session = sessionOf(owner);
  const { trials } = session.getState();
  const own = trials.own.map((each) => ({ draft: each, kind: "trial" as const }));
  const added = addTrial(trials, own, draft);
  const real = steps.length > 0 && added.currentId !== null ? { draftId: added.currentId, steps } : null;
  session.setState({ trials: added, tab: "run", among: "one", real });
}
