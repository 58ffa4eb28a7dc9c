import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { addTrial, NO_TRIALS } from "./scenarios.ts";
import type { Draft, Trials } from "./scenarios.ts";

export type SimulationTab = "run" | "tests" | "cohort";

/** What simulating an automation leaves on this page: closing the panel loses none of it. */
export interface Session {
  trials: Trials;
  tab: SimulationTab;
}

export type SessionStore = StoreApi<Session>;

const sessions = new Map<string, SessionStore>();

/** The session of an automation, for as long as the page lives; without an id one of its own. */
export function sessionOf(automationId: string | undefined): SessionStore {
  const known = automationId === undefined ? undefined : sessions.get(automationId);
  if (known) return known;
  const session = createStore<Session>()(() => ({ trials: NO_TRIALS, tab: "run" }));
  if (automationId !== undefined) sessions.set(automationId, session);
  return session;
}

/**
 * Shows a scenario in the simulator of an automation, as a trial that is not saved: to go on from a real run, or from a
 * test. The simulator shows it when it is opened, or at once when it is open.
 */
export function openScenario(automationId: string, draft: Omit<Draft, "id" | "expect">): void {
  const session = sessionOf(automationId);
  const { trials } = session.getState();
  const own = trials.own.map((each) => ({ draft: each, kind: "trial" as const }));
  session.setState({ trials: addTrial(trials, own, draft), tab: "run" });
}
