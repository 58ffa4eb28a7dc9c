import type { MigrateRunsRequest, RunMigrationPreview } from "@trilho/api-client";

export type WaitingGroup = RunMigrationPreview["groups"][number];
type Requested = MigrateRunsRequest["choices"][number];
export type Choice = Requested["choice"];

export interface Chosen {
  choice: Choice;
  /** With how many of the group at most, those that began first; null: with all. */
  limit: number | null;
}

/** What is done with each group, by `keyOf`; those that are not named stay. */
export type Choices = ReadonlyMap<string, Chosen>;

const STAY: Chosen = { choice: "stay", limit: null };

export const NO_CHOICES: Choices = new Map();

export const keyOf = ({ version, nodeId, phase, future }: WaitingGroup): string =>
  JSON.stringify([version, nodeId, phase, future]);

export const chosenFor = (choices: Choices, group: WaitingGroup): Chosen => choices.get(keyOf(group)) ?? STAY;

/** What can be done with a group: where there is no place, nobody is moved. */
export const choicesFor = ({ future }: WaitingGroup): readonly Choice[] =>
  future === "no_place" ? ["stay", "end"] : ["stay", "move", "end"];

/** How many runs have this choice. */
export const runsWith = (choice: Choice, groups: readonly WaitingGroup[], choices: Choices): number =>
  groups.reduce((sum, group) => {
    const chosen = chosenFor(choices, group);
    const taken = chosen.choice === "stay" ? 0 : Math.min(group.runs, chosen.limit ?? group.runs);
    if (choice === "stay") return sum + group.runs - taken;
    return chosen.choice === choice ? sum + taken : sum;
  }, 0);

/** All that can go on in the other version. */
export const moveAll = (groups: readonly WaitingGroup[]): Choices =>
  new Map(
    groups
      .filter(({ future }) => future !== "no_place")
      .map((group) => [keyOf(group), { choice: "move", limit: null }]),
  );

/** As the API asks for it: what stays is not named. */
export function requestedChoices(groups: readonly WaitingGroup[], choices: Choices): Requested[] {
  const named = new Map<string, Requested>();
  for (const group of groups) {
    const { version, nodeId, phase, future } = group;
    const { choice, limit } = chosenFor(choices, group);
    if (choice === "stay") continue;
    named.set(keyOf(group), { version, nodeId, phase, future, choice, ...(limit !== null && { limit }) });
  }
  return [...named.values()];
}
