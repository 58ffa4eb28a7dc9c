import type { Facts, Outcome } from "@trilho/engine";

/** A scenario as the panel keeps it, named and told apart by `id`. `startAt` is an ISO 8601 instant. */
export interface Draft {
  id: string;
  name: string;
  startAt: string;
  facts: Facts;
  outcomes: Record<string, Outcome>;
}

/** The scenarios side by side; there is always at least one, and one is shown. */
export interface Scenarios {
  drafts: readonly Draft[];
  currentId: string;
}

export const currentOf = ({ drafts, currentId }: Scenarios): Draft | undefined =>
  drafts.find(({ id }) => id === currentId) ?? drafts[0];

const freeId = (drafts: readonly Draft[]): string => {
  let number = drafts.length + 1;
  while (drafts.some(({ id }) => id === `s${number}`)) number += 1;
  return `s${number}`;
};

const freeName = (drafts: readonly Draft[], wanted: string): string => {
  let name = wanted;
  for (let number = 2; drafts.some((draft) => draft.name === name); number += 1) name = `${wanted} ${number}`;
  return name;
};

/** With one more scenario, which becomes the one shown. */
export function addScenario({ drafts }: Scenarios, draft: Omit<Draft, "id">): Scenarios {
  const added = { ...draft, id: freeId(drafts), name: freeName(drafts, draft.name) };
  return { drafts: [...drafts, added], currentId: added.id };
}

/** With the shown scenario changed. */
export function changeScenario(scenarios: Scenarios, patch: Partial<Omit<Draft, "id">>): Scenarios {
  const { id } = currentOf(scenarios) ?? {};
  return {
    ...scenarios,
    drafts: scenarios.drafts.map((draft) => (draft.id === id ? { ...draft, ...patch } : draft)),
  };
}

/** Without a scenario; its neighbour is shown. The last one stays. */
export function removeScenario(scenarios: Scenarios, id: string): Scenarios {
  const at = scenarios.drafts.findIndex((draft) => draft.id === id);
  if (at < 0 || scenarios.drafts.length === 1) return scenarios;
  const drafts = scenarios.drafts.filter((draft) => draft.id !== id);
  const neighbour = drafts[Math.min(at, drafts.length - 1)];
  const currentId = scenarios.currentId === id && neighbour ? neighbour.id : scenarios.currentId;
  return { drafts, currentId };
}
