import { parseHandle } from "../contract/handles.ts";
import { isObject } from "../contract/json.ts";
import type { GraphDefinition, GraphNode } from "../contract/definition.ts";
import { ACTION_LABELS, NODE_LABELS } from "../contract/labels.ts";
import { handleOf } from "../graph/handles.ts";
import { plainly } from "../json/plainly.ts";

export interface MermaidOptions {
  /** What a node is called; by default the name that a person gave it, else its kind. */
  node?: (node: GraphNode) => string;
  /** What an exit is called, empty for none; by default the name of its branch, button or share, else its id; nothing for `next`. */
  exit?: (node: GraphNode, handle: string) => string;
}

const SHAPES: Readonly<Record<string, readonly [string, string]>> = {
  trigger: ["([", "])"],
  condition: ["{", "}"],
  wait: ["{{", "}}"],
  round_robin: ["[/", "\\]"],
  end: ["((", "))"],
};
const PLAIN = ["[", "]"] as const;

/**
 * A definition as a Mermaid flowchart, for documents and tickets. Nodes are named by position, so that no id breaks it;
 * edges that lead nowhere are left out. What a definition says is escaped. Never throws.
 * Syntax: https://mermaid.js.org/syntax/flowchart.html
 *
 * @example
 * ```ts
 * import { toMermaid } from "@trilho/engine/formats";
 *
 * toMermaid({
 *   version: 2,
 *   nodes: [{ id: "start", type: "trigger" }, { id: "done", type: "end" }],
 *   edges: [{ source: "start", target: "done" }],
 * }); // 'flowchart TD\n  n0(["Trigger"])\n  n1(("End"))\n  n0 --> n1\n'
 * ```
 */
export function toMermaid(definition: GraphDefinition, options: MermaidOptions = {}): string {
  const { node: nameOf = nodeName, exit: exitOf = exitName } = options;
  return plainly([definition], (given) => {
    const nodes = listOf(given?.nodes);
    const keys = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const drawn = nodes.map((node, at) => {
      const [open, close] = SHAPES[node.type] ?? PLAIN;
      return `  n${at}${open}"${escaped(nameOf(node))}"${close}`;
    });
    const ways = listOf(given?.edges).flatMap((edge) => {
      const [from, to, node] = [keys.get(edge.source), keys.get(edge.target), byId.get(edge.source)];
      if (from === undefined || to === undefined || node === undefined) return [];
      const label = escaped(exitOf(node, handleOf(edge)));
      return [label === "" ? `  ${from} --> ${to}` : `  ${from} -->|"${label}"| ${to}`];
    });
    return ["flowchart TD", ...drawn, ...ways, ""].join("\n");
  });
}

const listOf = <Item>(given: readonly Item[] | undefined): Item[] =>
  Array.isArray(given) ? given.filter((item): boolean => isObject(item)) : [];

function nodeName({ type, actionType, config }: GraphNode): string {
  const ui = isObject(config) ? config["ui"] : undefined;
  const label = isObject(ui) ? ui["label"] : undefined;
  if (typeof label === "string" && label.trim() !== "") return label;
  const labels: Readonly<Record<string, string>> = type === "action" ? ACTION_LABELS : NODE_LABELS;
  const key = String(type === "action" ? actionType : type);
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key;
}

function exitName({ config, condition }: GraphNode, handle: string): string {
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

const LONGEST = 120;

/** Mermaid has entities of its own; within quotes, these characters are all that means anything. */
function escaped(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  const cut = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : line;
  return cut.replaceAll(/[#&"<>`\\]/g, (character) => `#${character.codePointAt(0)};`);
}
