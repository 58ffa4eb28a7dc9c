import * as fc from "fast-check";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../../contract/definition.ts";
import type { RunVersion } from "../plan-migration.ts";
import { graphs } from "../../../interpreter/testing/arbitraries.ts";

type Edit = (version: RunVersion, at: number, donor: GraphDefinition) => RunVersion;

const nodesOf = ({ graphDefinition }: RunVersion): GraphNode[] => graphDefinition.nodes;
const edgesOf = ({ graphDefinition }: RunVersion): GraphEdge[] => graphDefinition.edges ?? [];
const withGraph = (version: RunVersion, change: Partial<GraphDefinition>): RunVersion => ({
  ...version,
  graphDefinition: { ...version.graphDefinition, ...change },
});
/** One of a list, never its first, which is the trigger. */
const oneOf = (list: readonly unknown[], at: number): number => 1 + (at % Math.max(list.length - 1, 1));

function withNode(version: RunVersion, at: number, change: (node: GraphNode) => GraphNode): RunVersion {
  const nodes = nodesOf(version);
  const meant = oneOf(nodes, at);
  return withGraph(version, { nodes: nodes.map((node, place) => (place === meant ? change(node) : node)) });
}

function withEdge(version: RunVersion, at: number, change: (edge: GraphEdge) => GraphEdge[]): RunVersion {
  const edges = edgesOf(version);
  const meant = at % Math.max(edges.length, 1);
  return withGraph(version, { edges: edges.flatMap((edge, place) => (place === meant ? change(edge) : [edge])) });
}

const texts = ["Hi", "Hello", "{{ deal.name }}", "{% for tag in deal.tags %}{{ tag }}{% endfor %}"];

/** What people do between two versions. Edges go on leading from earlier nodes to later ones, so no circle comes about. */
const EDITS: readonly Edit[] = [
  (version) => version,
  (version, at) => withNode(version, at, (node) => ({ ...node, config: { ...node.config, ui: { label: "Moved" } } })),
  (version, at) =>
    withNode(version, at, (node) => ({ ...node, config: { ...node.config, text: texts[at % 4] ?? "" } })),
  (version, at) =>
    withNode(version, at, (node) => ({ ...node, config: { ...node.config, delaySeconds: 5 + (at % 99) } })),
  (version, at) =>
    withNode(version, at, (node) => ({ ...node, config: { ...node.config, replyTimeoutSeconds: 5 + at } })),
  (version, at, donor) =>
    withNode(version, at, ({ id }) => ({ ...(donor.nodes[oneOf(donor.nodes, at)] ?? { type: "end" }), id })),
  (version) => withGraph(version, { edges: edgesOf(version).map((edge, place) => ({ ...edge, id: `other${place}` })) }),
  (version, at) => withEdge(version, at, () => []),
  (version, at) =>
    withEdge(version, at, (edge) => {
      const place = nodesOf(version).findIndex(({ id }) => id === edge.source);
      const later = nodesOf(version).slice(place + 1);
      return [{ ...edge, target: later[at % Math.max(later.length, 1)]?.id ?? edge.target }];
    }),
  (version, at) => withGraph(version, { nodes: nodesOf(version).filter((_, place, all) => place !== oneOf(all, at)) }),
  // Two nodes change places: what was done comes again, and what was ahead lies behind.
  (version, at) => {
    const nodes = [...nodesOf(version)];
    const [one, other] = [oneOf(nodes, at), oneOf(nodes, at + 1)];
    const [first, second] = [nodes[one], nodes[other]];
    if (first === undefined || second === undefined) return version;
    [nodes[one], nodes[other]] = [second, first];
    const named = (id: string): string => (id === first.id ? second.id : id === second.id ? first.id : id);
    const edges = edgesOf(version).map((edge) => ({ ...edge, source: named(edge.source), target: named(edge.target) }));
    return withGraph(version, { nodes, edges });
  },
  (version, at, donor) => withGraph(version, at % 3 === 0 ? donor : {}),
  (version) => ({ ...version, respectBusinessHours: version.respectBusinessHours !== true }),
  (version, at) => ({ ...version, outboundChannelId: at % 2 === 0 ? "c1" : null }),
];

const choices = fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 });

/** Two versions, what happens to a run of the first one until it is moved, and what may happen afterwards. */
export const migrations = fc.record({
  versions: fc
    .tuple(
      graphs,
      graphs,
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(EDITS.length - 1), fc.nat(1000)), { minLength: 1, maxLength: 5, size: "max" }),
    )
    .map(([graphDefinition, donor, respectBusinessHours, edits]): [before: RunVersion, after: RunVersion] => {
      const before: RunVersion = { graphDefinition, respectBusinessHours, outboundChannelId: null };
      return [before, edits.reduce((version, [which, at]) => EDITS[which]?.(version, at, donor) ?? version, before)];
    }),
  past: fc.array(fc.nat(1000), { maxLength: 9, size: "max" }),
  futures: fc.array(choices, { minLength: 2, maxLength: 2 }),
});
