import { isSame, type Draft } from "./draft.ts";

/** How one draft differs from another, in counts a person can weigh. */
export interface Changes {
  added: number;
  removed: number;
  changed: number;
  /** Edges differ. */
  connections: boolean;
  settings: boolean;
}

const listOf = (definition: unknown, key: "nodes" | "edges"): unknown[] => {
  const list = typeof definition === "object" && definition !== null ? Reflect.get(definition, key) : undefined;
  return Array.isArray(list) ? list : [];
};

const byId = (definition: unknown): Map<string, unknown> =>
  new Map(
    listOf(definition, "nodes").flatMap((node) =>
      typeof node === "object" && node !== null && "id" in node ? [[String(node.id), node] as const] : [],
    ),
  );

export function changesBetween(before: Draft, after: Draft): Changes {
  const [from, to] = [byId(before.definition), byId(after.definition)];
  const stayed = [...from.keys()].filter((id) => to.has(id));
  return {
    added: to.size - stayed.length,
    removed: from.size - stayed.length,
    changed: stayed.filter((id) => !isSame(from.get(id), to.get(id))).length,
    connections: !isSame(listOf(before.definition, "edges"), listOf(after.definition, "edges")),
    settings: !isSame(before.settings, after.settings),
  };
}
