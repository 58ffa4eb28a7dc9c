import type { Facts, Outcome } from "@trilho/engine";

/** A scenario as the panel keeps it, named and told apart by `id`. `startAt` is an ISO 8601 instant. */
export interface Draft {
  id: string;
  name: string;
  startAt: string;
  facts: Facts;
  outcomes: Record<string, Outcome>;
  /** Messages wait for business hours. */
  keepHours: boolean;
}

/** The scenarios side by side; there is always at least one, and one is shown. */
export interface Scenarios {
  drafts: readonly [Draft, ...Draft[]];
  currentId: string;
}

export const currentOf = ({ drafts, currentId }: Scenarios): Draft =>
  drafts.find(({ id }) => id === currentId) ?? drafts[0];

const freeId = (drafts: readonly Draft[]): string => {
  let number = drafts.length + 1;
  while (drafts.some(({ id }) => id === `s${number}`)) number += 1;
  return `s${number}`;
};

/** The wanted name, or the next of its kind: "Big deal", "Big deal 2", "Big deal 3". */
function freeName(drafts: readonly Draft[], wanted: string): string {
  const taken = new Set(drafts.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  const [, stem = wanted, digits = "1"] = /^(.*\S) (\d{1,6})$/.exec(wanted) ?? [];
  let number = Number(digits) + 1;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

/** With one more scenario, which becomes the one shown. */
export function addScenario({ drafts }: Scenarios, draft: Omit<Draft, "id">): Scenarios {
  const added = { ...draft, id: freeId(drafts), name: freeName(drafts, draft.name) };
  return { drafts: [...drafts, added], currentId: added.id };
}

/** With the shown scenario changed. */
export function changeScenario(scenarios: Scenarios, patch: Partial<Omit<Draft, "id">>): Scenarios {
  const { id } = currentOf(scenarios);
  const changed = (draft: Draft): Draft => (draft.id === id ? { ...draft, ...patch } : draft);
  const [first, ...others] = scenarios.drafts;
  return { ...scenarios, drafts: [changed(first), ...others.map(changed)] };
}

/** Without a scenario; its neighbour is shown. The last one stays. */
export function removeScenario(scenarios: Scenarios, id: string): Scenarios {
  const at = scenarios.drafts.findIndex((draft) => draft.id === id);
  const [first, ...others] = scenarios.drafts.filter((draft) => draft.id !== id);
  if (at < 0 || !first) return scenarios;
  const drafts: Scenarios["drafts"] = [first, ...others];
  const neighbour = drafts[Math.min(at, drafts.length - 1)] ?? first;
  return { drafts, currentId: scenarios.currentId === id ? neighbour.id : scenarios.currentId };
}
