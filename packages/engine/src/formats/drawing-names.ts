import type { GraphNode } from "../contract/definition.ts";
import { parseHandle } from "../contract/handles.ts";
import { isObject } from "../contract/json.ts";
import { ACTION_LABELS, NODE_LABELS } from "../contract/labels.ts";

export interface DrawingOptions {
  /** What a node is called; by default the name that a person gave it, else its kind. */
  node?: (node: GraphNode) => string;
  /** What an exit is called, empty for none; by default the name of its branch, button or share, else its id; nothing for `next`. */
  exit?: (node: GraphNode, handle: string) => string;
}

/** The objects of a list that may be anything. */
export const listOf = <Item>(given: readonly Item[] | undefined): Item[] =>
  Array.isArray(given) ? given.filter((item): boolean => isObject(item)) : [];

/** The name that a person gave a node, else its kind. */
export function nodeName({ type, actionType, config }: GraphNode): string {
  const ui = isObject(config) ? config["ui"] : undefined;
  const label = isObject(ui) ? ui["label"] : undefined;
  if (typeof label === "string" && label.trim() !== "") return label;
  const labels: Readonly<Record<string, string>> = type === "action" ? ACTION_LABELS : NODE_LABELS;
  const key = String(type === "action" ? actionType : type);
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key;
}

/** The name of a branch, button or share, else the handle's id; empty for `next`. */
export function exitName({ config, condition }: GraphNode, handle: string): string {
  const parsed = parseHandle(handle);
  if (parsed?.kind === "next") return "";
  const parts = [condition?.branches, config?.["exits"], config?.["buttons"]].flatMap((list) =>
    listOf(list as object[]),
  );
  const part = parts.find((each) => parsed?.partId !== null && Reflect.get(each, "id") === parsed?.partId) ?? {};
  const names = ["label", "title", "name"].map((key): unknown => Reflect.get(part, key));
  return (
    (names.find((name) => typeof name === "string" && name !== "") as string | undefined) ?? handle.replaceAll("_", " ")
  );
}
