import type { GraphDefinition, JsonObject } from "@trilho/engine";
import { type N8nNode, peerModules } from "./modules.ts";
import { stepsOf } from "./peer.ts";
import type { Peer } from "./peer.ts";

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  webhook: ["url"],
  move_stage: ["targetStageId"],
  assign_responsible: ["userId"],
  set_custom_field: ["fieldSlug"],
};

function describe(type: string) {
  const properties = (REQUIRED[type] ?? []).map((name) => {
    return { displayName: name, name, type: "string", default: "", required: true };
  });
  const outputs = type === "end" ? [] : ["main"];
  const inputs = type === "trigger" ? [] : ["main"];
  return {
    displayName: type,
    name: type,
    group: ["transform"],
    version: 1,
    description: type,
    defaults: {},
    inputs,
    outputs,
    properties,
  };
}

export const n8n: Peer = {
  name: "n8n-workflow 1.120.0",
  note: "builds the Workflow and asks for issues of every node's parameters; no reachability, cycles are legal there",
  broken: "no address to call at all",
  load: async () => {
    // Its ES modules import each other without extensions, which Node.js does not resolve.
    const { NodeHelpers, Workflow } = (await peerModules()).loadCommonJs("n8n-workflow");
    const types = new Map<string, { description: ReturnType<typeof describe> }>();
    const typeOf = (name: string) => {
      const known = types.get(name) ?? { description: describe(name) };
      types.set(name, known);
      return known;
    };
    const nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };
    return (definition) => {
      const { nodes, connections } = toWorkflow(definition);
      return () => {
        const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
        return Object.values(workflow.nodes).every((node) => {
          const { description } = typeOf(node.type);
          return NodeHelpers.getNodeParametersIssues(description.properties, node, description) === null;
        });
      };
    };
  },
};

function toWorkflow(definition: GraphDefinition) {
  const steps = stepsOf(definition);
  const nodes = steps.map(({ node }, index): N8nNode => {
    const { ui: _, ...parameters }: JsonObject = node.config ?? {};
    const type = node.actionType ?? node.type;
    return {
      id: node.id,
      name: node.id,
      type,
      typeVersion: 1,
      position: [index * 100, 0],
      parameters,
    };
  });
  const connections = Object.fromEntries(
    steps.map(({ node, choices, next, failed }) => {
      const targets = [...choices.map(({ to }) => to), next, failed].filter((to) => to !== undefined);
      return [node.id, { main: targets.map((to) => [{ node: to, type: "main" as const, index: 0 }]) }];
    }),
  );
  return { nodes, connections };
}
