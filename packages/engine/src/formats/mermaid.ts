import type { GraphDefinition } from "../contract/definition.ts";
import { handleOf } from "../graph/handles.ts";
import { plainly } from "../json/plainly.ts";
import { exitName, listOf, nodeName } from "./drawing-names.ts";
import type { DrawingOptions } from "./drawing-names.ts";

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
export function toMermaid(definition: GraphDefinition, options: DrawingOptions = {}): string {
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

const LONGEST = 120;

/** Mermaid has entities of its own; within quotes, these characters are all that means anything. */
function escaped(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  const cut = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : line;
  return cut.replaceAll(/[#&"<>`\\]/g, (character) => `#${character.codePointAt(0)};`);
}
