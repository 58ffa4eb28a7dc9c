import { freeScenarioName } from "../document/saved-scenarios.ts";
import type { SavedScenario } from "../document/saved-scenarios.ts";

/** A scenario as the panel shows it; `startAt` is an ISO 8601 instant. */
export type Draft = SavedScenario;

/** What a person tries and has not saved. It stays on this page and is no part of the document. */
export interface Trials {
  /** Scenarios that were never saved. */
  own: readonly Draft[];
  /** Saved scenarios with other deals or answers than the saved ones, by their ids. */
  changed: ReadonlyMap<string, Draft>;
  /** The one shown; null for the first. */
  currentId: string | null;
}

export const NO_TRIALS: Trials = { own: [], changed: new Map(), currentId: null };

/** `saved` is in the document, `changed` differs from there, `trial` is not there. */
export interface ShownDraft {
  draft: Draft;
  kind: "saved" | "changed" | "trial";
}

/** Saved scenarios, with what a person tries in them, and then the trials. */
export function shownDrafts(saved: readonly SavedScenario[], { own, changed }: Trials): ShownDraft[] {
  const ids = new Set(saved.map(({ id }) => id));
  return [
    ...saved.map((scenario): ShownDraft => {
      const tried = changed.get(scenario.id);
      if (!tried || sameInputs(tried, scenario)) return { draft: scenario, kind: "saved" };
      const { expect } = scenario;
      return { draft: { ...tried, name: scenario.name, ...(expect && { expect }) }, kind: "changed" };
    }),
    ...own.flatMap((draft): ShownDraft[] => (ids.has(draft.id) ? [] : [{ draft, kind: "trial" }])),
  ];
}

export const currentOf = (shown: readonly [ShownDraft, ...ShownDraft[]], { currentId }: Trials): ShownDraft =>
  shown.find(({ draft }) => draft.id === currentId) ?? shown[0];

const inputs = ({ startAt, facts, outcomes, keepHours, roundRobin }: Draft): string =>
  JSON.stringify([startAt, facts, outcomes, keepHours, roundRobin ?? null]);

/** Whether two scenarios describe the same deal and the same answers. */
export const sameInputs = (a: Draft, b: Draft): boolean => a === b || inputs(a) === inputs(b);

function freeId(shown: readonly ShownDraft[]): string {
  const taken = new Set(shown.map(({ draft }) => draft.id));
  let number = shown.length + 1;
  while (taken.has(`s${number}`)) number += 1;
  return `s${number}`;
}

/** With one more trial, which becomes the one shown. */
export function addTrial(trials: Trials, shown: readonly ShownDraft[], draft: Omit<Draft, "id" | "expect">): Trials {
  const names = new Set(shown.map(({ draft: { name } }) => name));
  const added: Draft = { ...draft, id: freeId(shown), name: freeScenarioName(names, draft.name) };
  return { ...trials, own: [...trials.own, added], currentId: added.id };
}

/** With a shown scenario changed on this page; what is saved stays. */
export function changeDraft(
  trials: Trials,
  { draft, kind }: ShownDraft,
  patch: Partial<Omit<Draft, "id" | "expect">>,
): Trials {
  const next = { ...draft, ...patch };
  if (kind !== "trial") return { ...trials, changed: new Map(trials.changed).set(draft.id, next) };
  const isThere = trials.own.some(({ id }) => id === draft.id);
  const own = isThere ? trials.own.map((each) => (each.id === draft.id ? next : each)) : [...trials.own, next];
  return { ...trials, own, currentId: draft.id };
}

/** Without what was tried in a scenario: a saved one is as saved again, a trial is gone and its neighbour shown. */
export function dropDraft(trials: Trials, shown: readonly ShownDraft[], id: string): Trials {
  const changed = new Map(trials.changed);
  changed.delete(id);
  const own = trials.own.filter((each) => each.id !== id);
  const at = shown.findIndex(({ draft }) => draft.id === id);
  const isGone = shown[at]?.kind === "trial";
  const left = shown.filter(({ draft }) => draft.id !== id);
  const neighbour = left[Math.min(at, left.length - 1)]?.draft.id ?? null;
  return { own, changed, currentId: isGone && trials.currentId === id ? neighbour : trials.currentId };
}
