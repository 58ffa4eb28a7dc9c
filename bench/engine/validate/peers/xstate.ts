import type { GraphDefinition } from "@trilho/engine";
import { peerModules } from "./modules.ts";
import { stepsOf } from "./peer.ts";
import type { Peer } from "./peer.ts";

/** The graph as the configuration of a state machine: ways are events, or after a delay. */
function toMachine(definition: GraphDefinition) {
  const states = stepsOf(definition).map(({ node, choices, next, failed }) => {
    const ways = [
      ...choices,
      ...(next === undefined ? [] : [{ name: "next", to: next }]),
      ...(failed === undefined ? [] : [{ name: "fallback", to: failed }]),
    ];
    const on = Object.fromEntries(ways.map(({ name, to }) => [name, { target: to }]));
    return [node.id, node.type === "end" ? { type: "final" as const } : { on }] as const;
  });
  return { id: "automation", initial: definition.nodes[0]?.id ?? "", states: Object.fromEntries(states) };
}

export const xstate: Peer = {
  name: "xstate 5.33.3 createMachine",
  note: "targets alone, and makes the machine; no reachability, cycles are legal there",
  broken: "an edge to nowhere",
  load: async () => {
    const { createMachine } = await (await peerModules()).load("xstate");
    return (definition) => {
      const config = toMachine(definition);
      return () => {
        try {
          createMachine(config);
          return true;
        } catch (error) {
          if (error instanceof Error) return false;
          throw error;
        }
      };
    };
  },
};
