import type { GraphDefinition } from "@trilho/engine";
import { mergeGraphs, type MergeConflict } from "@trilho/engine/analyse";
import type { Draft } from "../../document/draft/draft.ts";
import { edgesOf, isDrawable } from "../../document/document.ts";
import { isSame } from "../../document/is-same.ts";
import { agreed, inOrderOf, isDecidable } from "./agree.ts";
import type { Choices, Clash } from "./clash.ts";
import { mergeSettings } from "./settings.ts";

export interface DraftMerge {
  merged: Draft;
  clashes: readonly Clash[];
  /** Clashes that a person must decide and has not decided. Until then mine stands there. */
  open: number;
}

/** Choices may make further clashes: a step that stays needs its connections. There are no more rounds than this. */
const MOST_ROUNDS = 20;

/**
 * Merges two drafts that come from one: settings one by one, the graph by node and field. What only one side changed is
 * taken over; where they clash, `choices` decide by the clash's key.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft, choices: Choices): DraftMerge {
  const settings = mergeSettings(base, mine, theirs, choices);
  const graph = mergeDefinitions(base.definition, mine.definition, theirs.definition, choices);
  const clashes = [...settings.clashes, ...graph.clashes];
  return {
    merged: { settings: settings.settings, kept: settings.kept, definition: graph.definition },
    clashes,
    open: clashes.filter(({ decidable, key }) => decidable && !choices.has(key)).length,
  };
}

const WHOLE = "definition";

function mergeDefinitions(base: unknown, mine: unknown, theirs: unknown, choices: Choices) {
  if (isDrawable(base) && isDrawable(mine) && isDrawable(theirs)) return mergeDrawn(base, mine, theirs, choices);
  if (isSame(mine, theirs) || isSame(theirs, base)) return { definition: mine, clashes: [] };
  if (isSame(mine, base)) return { definition: theirs, clashes: [] };
  const clash: Clash = { key: WHOLE, kind: "definition", decidable: true };
  return { definition: choices.get(WHOLE) === "theirs" ? theirs : mine, clashes: [clash] };
}

function mergeDrawn(base: GraphDefinition, mine: GraphDefinition, theirs: GraphDefinition, choices: Choices) {
  const found = new Map<string, MergeConflict>();
  let sides = { mine, theirs };
  let merge = mergeGraphs(base, mine, theirs);
  const settled = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fresh = merge.conflicts.filter((conflict) => !settled.has(keyOf(conflict)));
    for (const conflict of fresh) {
      const key = keyOf(conflict);
      // Where both only moved a step, mine is as good as theirs.
      const winner = isPlace(conflict) ? "mine" : choices.get(key);
      if (!isPlace(conflict)) found.set(key, found.get(key) ?? conflict);
      if (winner === undefined) continue;
      settled.add(key);
      sides = agreed(sides, conflict, winner);
    }
    const next = mergeGraphs(base, sides.mine, sides.theirs);
    const isDone = next.conflicts.every((conflict) => settled.has(keyOf(conflict)) || !choices.has(keyOf(conflict)));
    merge = next;
    if (isDone) break;
  }
  const still = new Set(merge.conflicts.map(keyOf));
  const clashes = [...found]
    // What an earlier choice made pointless is no question any more.
    .filter(([key]) => settled.has(key) || still.has(key))
    .map(([key, conflict]): Clash => ({ key, kind: "graph", conflict, decidable: isDecidable(conflict) }));
  for (const conflict of merge.conflicts) {
    const key = keyOf(conflict);
    if (!found.has(key) && !isPlace(conflict))
      clashes.push({ key, kind: "graph", conflict, decidable: isDecidable(conflict) });
  }
  return { definition: sharing(mine, ordered(merge.merged, clashes, choices)), clashes: lasting(clashes, choices) };
}

/** New errors may disappear with open decisions, so they are reported once none is left. */
function lasting(clashes: readonly Clash[], choices: Choices): Clash[] {
  const isOpen = clashes.some(({ key, decidable }) => decidable && !choices.has(key));
  return clashes.filter((clash) => !isOpen || clash.kind !== "graph" || clash.conflict.kind !== "new-error");
}

const share = <Item>(own: readonly Item[], items: readonly Item[]): Item[] =>
  items.map((item) => own.find((each) => isSame(each, item)) ?? item);

/** The same objects for what is as it was in mine: undoing the merge then lists what it changed. */
function sharing(mine: GraphDefinition, merged: GraphDefinition): GraphDefinition {
  const nodes = share(mine.nodes, merged.nodes);
  return merged.edges === undefined
    ? { ...merged, nodes }
    : { ...merged, nodes, edges: share(edgesOf(mine), merged.edges) };
}

function ordered(definition: GraphDefinition, clashes: readonly Clash[], choices: Choices): GraphDefinition {
  return clashes.reduce((done, clash) => {
    const side = choices.get(clash.key);
    const isOrder = clash.kind === "graph" && clash.conflict.kind === "ordered-by-both";
    return isOrder && side !== undefined ? inOrderOf(done, clash.conflict, side) : done;
  }, definition);
}

const keyOf = ({ kind, nodeId, edgeId, path, mine, theirs, problem }: MergeConflict): string => {
  // Conflicts of edges without ids have nothing else to identify them.
  const isNamed = edgeId !== undefined || (nodeId !== undefined && !OF_EDGES.has(kind));
  const ends = isNamed ? [] : [mine ?? null, theirs ?? null];
  return JSON.stringify([kind, nodeId ?? "", edgeId ?? "", path, problem?.code ?? "", ...ends]);
};

const OF_EDGES: ReadonlySet<string> = new Set(["handle-taken-twice", "edge-without-handle"]);

const isPlace = ({ nodeId, path }: MergeConflict): boolean =>
  nodeId !== undefined && path.startsWith("/config/ui/position");
