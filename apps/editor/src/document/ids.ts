import type { GraphDefinition, PartHandle } from "@trilho/engine";

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** An id for a new node that says what it is: `wait_k3x9qa`. */
export function newNodeId(taken: ReadonlySet<string>, what: string, random: Random): string {
  return fresh(taken, () => `${what}_${word(random)}`);
}

export function newEdgeId(taken: ReadonlySet<string>, random: Random): string {
  return fresh(taken, () => `e_${word(random)}`);
}

const PREFIX: Record<PartHandle, string> = { branch: "b", rr: "x", btn: "k" };

/**
 * An id for a new branch, exit or button: `k_k3x9qa`. By chance, as runs may still wait at a part that is long deleted:
 * what took its id over would take its answers too.
 */
export function newPartId(kind: PartHandle, taken: ReadonlySet<string>, random: Random): string {
  return fresh(taken, () => `${PREFIX[kind]}_${word(random)}`);
}

export function nodeIds(definition: GraphDefinition): Set<string> {
  return new Set(definition.nodes.map(({ id }) => id));
}

export function edgeIds(definition: GraphDefinition): Set<string> {
  return new Set((definition.edges ?? []).flatMap(({ id }) => (id === undefined ? [] : [id])));
}

function word(random: Random): string {
  return Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, "0");
}

function fresh(taken: ReadonlySet<string>, make: () => string): string {
  for (let round = 0; round < 100; round += 1) {
    const id = make();
    if (!taken.has(id)) return id;
  }
  const stem = make();
  let number = 2;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
