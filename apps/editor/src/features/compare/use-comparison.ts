import type { Automation } from "@trilho/api-client";
import { useMemo } from "react";
import { isDrawable } from "../../document/document.ts";
import { draftOf, type Draft } from "../../document/draft/draft.ts";
import type { Lookup } from "../../document/lookup.ts";
import { changesIn, structureOf, type Changes } from "./change-list.ts";
import { differingGroups } from "./settings.ts";
import { unionOf } from "./union.ts";

/** What differs; `drawn` is null where a definition cannot be drawn. The version compared with stays the one it began with. */
export function useComparison(stored: Automation, after: Draft, names: Lookup, trigger: string) {
  return useMemo(() => {
    const before = draftOf(stored);
    const [was, is] = [before.definition, after.definition];
    if (!isDrawable(was) || !isDrawable(is)) {
      const none: Changes = { settings: [], steps: [], connections: [], moved: [] };
      if (differingGroups(before, after).length === 0) return { drawn: null, changes: none };
      const empty = { version: 2 as const, nodes: [] };
      const naming = { before: empty, after: empty, names, trigger };
      return { drawn: null, changes: changesIn(before, after, structureOf(empty, empty), naming) };
    }
    const diff = structureOf(was, is);
    const naming = { before: was, after: is, names, trigger };
    return {
      drawn: { before: was, after: is, union: unionOf(was, is, diff) },
      changes: changesIn(before, after, diff, naming),
    };
  }, [stored, after, names, trigger]);
}
