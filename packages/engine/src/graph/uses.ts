import type { GraphEdge } from "../contract/definition.ts";
import { at } from "./adjacency.ts";
import { handleOf } from "./handles.ts";
import type { NodeHandle } from "./handles.ts";
import type { TakeInts } from "./ints.ts";

/** Which handles are used. Handle `h` of node `n`, by its place in `handles[n]`, is slot `start[n] + h`. */
export interface HandleUses {
  readonly start: Int32Array;
  /** Of each edge, the slot it leaves by; -1 without a source, or where the source offers no such handle. */
  readonly slot: Int32Array;
  /** Of each slot, the first edge that leaves by it, though it may lead nowhere; -1 for none. */
  readonly first: Int32Array;
}

/** Finds the handle that each edge leaves by. */
export function handleUses(
  edges: readonly GraphEdge[],
  source: Int32Array,
  handles: readonly (readonly NodeHandle[])[],
  take: TakeInts,
): HandleUses {
  const start = take(handles.length + 1);
  for (let node = 0; node < handles.length; node += 1) start[node + 1] = at(start, node) + (handles[node]?.length ?? 0);
  const slot = take(edges.length, -1);
  const first = take(at(start, handles.length), -1);
  const placeOf = placeFinder(handles);
  for (let index = 0; index < edges.length; index += 1) {
    const node = at(source, index);
    const edge = edges[index];
    const place = node < 0 || !edge ? -1 : placeOf(node, handleOf(edge));
    if (place < 0) continue;
    const used = at(start, node) + place;
    slot[index] = used;
    if (first[used] === -1) first[used] = index;
  }
  return { start, slot, first };
}

/** Lists longer than this are looked up, not searched. */
const SHORT = 8;

function placeFinder(handles: readonly (readonly NodeHandle[])[]): (node: number, handle: string) => number {
  const places = new Map<number, ReadonlyMap<string, number>>();
  return (node, handle) => {
    const list = handles[node] ?? [];
    if (list.length <= SHORT) return placeIn(list, handle);
    const known = places.get(node) ?? new Map(list.map(({ id }, place) => [id, place]));
    places.set(node, known);
    return known.get(handle) ?? -1;
  };
}

/** The place of a handle in a list; -1 where it is not. */
export function placeIn(handles: readonly NodeHandle[], handle: string): number {
  for (let place = 0; place < handles.length; place += 1) if (handles[place]?.id === handle) return place;
  return -1;
}
