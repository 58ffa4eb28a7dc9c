import type { MigrateRunsRequest, RunMigrationPreview } from "@trilho/api-client";

export type WaitingGroup = RunMigrationPreview["groups"][number];
type Chosen = MigrateRunsRequest["choices"][number];
export type Choice = Chosen["choice"];

/** What is done with each group, by `keyOf`; those that are not named stay. */
export type Choices = ReadonlyMap<string, Choice>;

export const NO_CHOICES: Choices = new Map();

export const keyOf = ({ version, nodeId, phase, future }: WaitingGroup): string =>
  JSON.stringify([version, nodeId, phase, future]);

export const choiceOf = (choices: Choices, group: WaitingGroup): Choice => choices.get(keyOf(group)) ?? "stay";

/** What can be done with a group: where there is no place, nobody is moved. */
export const choicesFor = ({ future }: WaitingGroup): readonly Choice[] =>
  future === "no_place" ? ["stay", "end"] : ["stay", "move", "end"];

/** How many runs have this choice. */
export const runsWith = (choice: Choice, groups: readonly WaitingGroup[], choices: Choices): number =>
  groups.reduce((sum, group) => (choiceOf(choices, group) === choice ? sum + group.runs : sum), 0);

/** All that can go on in the other version. */
export const moveAll = (groups: readonly WaitingGroup[]): Choices =>
  new Map(groups.filter(({ future }) => future !== "no_place").map((group) => [keyOf(group), "move"]));

/** As the API asks for it: what stays is not named. */
export function requestedChoices(groups: readonly WaitingGroup[], choices: Choices): Chosen[] {
  const named = new Map<string, Chosen>();
  for (const group of groups) {
    const { version, nodeId, phase, future } = group;
    const choice = choiceOf(choices, group);
    if (choice !== "stay") named.set(keyOf(group), { version, nodeId, phase, future, choice });
  }
  return [...named.values()];
}
