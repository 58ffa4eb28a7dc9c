import { at } from "../../graph/adjacency.ts";
import type { CompiledGraph } from "../../graph/compile.ts";

/** Whether a path leads from one node position to another; every node reaches itself. */
export type Reaches = (from: number, to: number) => boolean;

/** More strongly connected parts than this are not indexed: the bits would take more than 8 MB. */
const MOST_PARTS = 8192;

/**
 * Indexes who reaches whom, one bit for each pair of strongly connected parts. Parts are numbered with the ends first,
 * so each part's row is the union of rows already made. Null for graphs too big for it.
 */
export function reachIndex(graph: CompiledGraph): Reaches | null {
  const { of, count } = graph.components;
  if (count > MOST_PARTS) return null;
  const words = Math.ceil(count / 32);
  const rows = new Uint32Array(count * words);
  const leading = edgesByPart(graph);
  for (let part = 0; part < count; part += 1) {
    const row = part * words;
    rows[row + (part >> 5)] = 1 << (part & 31);
    for (const edge of leading[part] ?? []) {
      const next = at(of, at(graph.target, edge)) * words;
      for (let word = 0; word < words; word += 1) rows[row + word] = (rows[row + word] ?? 0) | (rows[next + word] ?? 0);
    }
  }
  return (from, to) => {
    const part = at(of, to);
    return (((rows[at(of, from) * words + (part >> 5)] ?? 0) >>> (part & 31)) & 1) === 1;
  };
}

/** Edges that lead out of each part. */
function edgesByPart({ edges, source, target, components: { of, count } }: CompiledGraph): number[][] {
  const leading: number[][] = Array.from({ length: count }, () => []);
  for (let edge = 0; edge < edges.length; edge += 1) {
    if (at(source, edge) < 0 || at(target, edge) < 0) continue;
    const part = at(of, at(source, edge));
    if (part !== at(of, at(target, edge))) leading[part]?.push(edge);
  }
  return leading;
}
