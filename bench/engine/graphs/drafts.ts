import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { SALES } from "./sales.ts";
import { action, node, wait } from "./spell.ts";

/** `count` things by their number. */
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** A line of 50 nodes from a trigger to an end; `make` gives those in between. */
function line(make: (index: number) => GraphNode, more: readonly GraphEdge[] = []): GraphDefinition {
  const nodes = [node("start", "trigger", "Start"), ...times(48, make), node("done", "end", "Done")];
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id ?? "", target: id }));
  return { version: 2, nodes, edges: [...edges, ...more] };
}

const mail = (index: number) => action(`n${index}`, "send_email", "Mail", { body: `Mail ${index}` });
const hasNoTime = (index: number) => ({ ...wait(`n${index}`, "Wait", 60), config: {} });

/** The sales automation as it may look half way: connections and times are missing, some lead to nowhere, ids repeat. */
function halfMade(): GraphDefinition {
  const { nodes, edges = [] } = structuredClone(SALES);
  const kept = edges.filter((_, index) => index % 8 !== 4);
  const [first] = kept;
  for (const edge of kept.slice(1, 6)) edge.id = first?.id ?? "";
  const waits = nodes.filter(({ type }) => type === "wait").slice(0, 4);
  for (const each of waits) each.config = {};
  const ghosts = times(12, (index) => ({ source: "close", target: `ghost-${index}`, sourceHandle: "fallback" }));
  const back = { source: "upsell", target: "size", sourceHandle: "fallback" };
  const outOfEnd = times(4, () => ({ source: "end-lost", target: "end-won" }));
  return { version: 2, nodes, edges: [...kept, ...ghosts, back, ...outOfEnd] };
}

/** Graphs of 50 nodes with 30 problems, each of which has a fix. */
export const DRAFTS: Readonly<Record<string, GraphDefinition>> = {
  "all kinds": halfMade(),
  "connections to nowhere": line(
    mail,
    times(30, (index) => ({ source: `n${index}`, target: "ghost", sourceHandle: "fallback" })),
  ),
  "waits without a time": line((index) => (index < 30 ? hasNoTime(index) : mail(index))),
  loops: line(
    mail,
    times(30, (index) => ({ source: `n${index}`, target: `n${index}`, sourceHandle: "fallback" })),
  ),
  "steps that nothing leads to": {
    ...line(mail),
    edges: [...(line(mail).edges ?? []).filter((_, index) => index < 18), { source: "n17", target: "done" }],
  },
};
