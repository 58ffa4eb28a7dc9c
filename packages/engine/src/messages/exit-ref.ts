import type { GraphNode } from "../contract/definition.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import { isObject } from "../contract/json.ts";
import type { NodeHandle } from "../graph/handles.ts";
import type { ExitRef } from "./params.ts";
import { shorten, shortenFilled, text } from "./text.ts";

/** What a person calls the exit of a node that a handle stands for. */
export function exitRefOf(node: GraphNode | undefined, handles: readonly NodeHandle[], handle: string): ExitRef {
  const offered = handles.find(({ id }) => id === handle);
  if (offered?.label !== undefined) return { name: shortenFilled(offered.label), named: true };
  if (offered !== undefined && offered.kind !== offered.id) {
    const number = handles.filter(({ kind }) => kind === offered.kind).indexOf(offered) + 1;
    return { name: offered.kind, named: false, number };
  }
  const isFailure = handle === "fallback" && node?.type === "action";
  return { name: isFailure ? "failure" : shorten(handle), named: false };
}

/** The exit that a reason names; by its handle alone where the reason was kept before reasons named exits. */
export function exitRefIn({ handle, way }: MessageParams): ExitRef {
  if (!isObject(way)) return { name: text(handle), named: false };
  const { name, named, number } = way;
  return { name: text(name), named: named === true, ...(typeof number === "number" && { number }) };
}
