import { compareText } from "../../json/pointer.ts";

/** Keys of one list in its three versions, in order. */
export interface ListVersions {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * Merges the order of a list. A side that kept the order follows the one that changed it; what only one side has stays
 * behind what it stood behind there. `isClear` is false where both sides put different things in the same place or
 * ordered the list differently: then the order is one that does not depend on which side is which.
 */
export function mergeOrder(versions: ListVersions, kept: ReadonlySet<string>): { keys: string[]; isClear: boolean } {
  const mine = versions.mine.filter((key) => kept.has(key));
  const theirs = versions.theirs.filter((key) => kept.has(key));
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)];
  const base = versions.base.filter((key) => inMine.has(key) && inTheirs.has(key));
  const common = orderOfCommon(
    base,
    mine.filter((key) => inTheirs.has(key)),
    theirs.filter((key) => inMine.has(key)),
  );
  const onlyMine = behind(mine, inTheirs);
  const onlyTheirs = behind(theirs, inMine);
  let { isClear } = common;
  const keys = ["", ...common.keys].flatMap((key) => {
    const blocks = [onlyMine.get(key) ?? [], onlyTheirs.get(key) ?? []].filter((block) => block.length > 0);
    if (blocks.length > 1) isClear = false;
    return [...(key === "" ? [] : [key]), ...blocks.toSorted(compareBlocks).flat()];
  });
  return { keys, isClear };
}

/** Of each key that both sides have ("" for the start), what one side alone has behind it. */
function behind(keys: readonly string[], shared: ReadonlySet<string>): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  let last = "";
  for (const key of keys) {
    if (shared.has(key)) last = key;
    else blocks.set(last, [...(blocks.get(last) ?? []), key]);
  }
  return blocks;
}

function orderOfCommon(base: readonly string[], mine: readonly string[], theirs: readonly string[]) {
  if (isEqual(mine, theirs)) return { keys: mine, isClear: true };
  const inBase = new Set(base);
  const keptByMine = isEqual(
    mine.filter((key) => inBase.has(key)),
    base,
  );
  const keptByTheirs = isEqual(
    theirs.filter((key) => inBase.has(key)),
    base,
  );
  if (keptByMine !== keptByTheirs) return { keys: keptByMine ? theirs : mine, isClear: true };
  return { keys: compareBlocks(mine, theirs) < 0 ? mine : theirs, isClear: false };
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

function compareBlocks(a: readonly string[], b: readonly string[]): number {
  return compareText(JSON.stringify(a), JSON.stringify(b));
}
