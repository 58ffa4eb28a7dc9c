import { awaitsReply, handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphNode } from "@trilho/engine";

/** A peer: turns a graph into its own format, and answers whether it accepts that. */
export interface Peer {
  readonly name: string;
  /** What of the job it does, and what not. */
  readonly note: string;
  /** What is done to a graph so that this peer has something to refuse. */
  readonly broken: string;
  load(): Promise<(definition: GraphDefinition) => Check | Promise<Check>>;
}

/** Checks the graph that it was made for; converting it is not measured. */
export type Check = () => boolean | Promise<boolean>;

/** A step as other formats know it: where it leads, by the name of the way. */
export interface Step {
  readonly node: GraphNode;
  /** Branches, exits, buttons and answers, of which one is taken. */
  readonly choices: readonly Way[];
  readonly next: string | undefined;
  readonly failed: string | undefined;
}

export interface Way {
  readonly name: string;
  readonly to: string;
}

export function stepsOf({ nodes, edges = [] }: GraphDefinition): Step[] {
  return nodes.map((node): Step => {
    const ways = edges
      .filter(({ source }) => source === node.id)
      .map((edge) => ({ name: handleOf(edge), to: edge.target }));
    const to = (name: string) => ways.find((way) => way.name === name)?.to;
    if (node.type === "condition" || node.type === "round_robin" || awaitsReply(node)) {
      return { node, choices: ways, next: undefined, failed: undefined };
    }
    return { node, choices: [], next: to("next"), failed: to("fallback") };
  });
}

/** How long a step waits, in seconds; 0 for one that does not. */
export function secondsOf({ type, actionType, config }: GraphNode): number {
  const seconds = type === "wait" || actionType === "wait" ? config?.["delaySeconds"] : 0;
  return typeof seconds === "number" ? seconds : 0;
}
