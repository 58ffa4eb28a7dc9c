import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTION_TYPES } from "../../contract/definition.ts";
import type { ActionType, GraphDefinition } from "../../contract/definition.ts";
import { simulateRun } from "../../simulate/simulate-run.ts";
import { changed, sound, withSharedIds } from "../testing/arbitraries.ts";
import { validateGraph } from "./validate.ts";
import type { ValidateOptions } from "./validate.ts";

/** With an action type on every step that is no action. */
const mistyped = ({ nodes, ...rest }: GraphDefinition, actionType: ActionType): GraphDefinition => ({
  ...rest,
  nodes: nodes.map((node) => (node.type === "action" ? node : { ...node, actionType })),
});

const actionTypes = fc.constantFrom(...ACTION_TYPES);

/** Room for two graphs in one. */
const options: ValidateOptions = { limits: { nodes: 1000, waits: 1000 } };

const problemsOf = (definition: GraphDefinition) => validateGraph(definition, options).problems;
const codesOf = (definition: GraphDefinition) =>
  problemsOf(definition)
    .map(({ code }) => code)
    .toSorted();

const renamed = ({ nodes, edges = [] }: GraphDefinition, name: (id: string) => string): GraphDefinition => ({
  version: 2,
  nodes: nodes.map((node) => ({ ...node, id: name(node.id) })),
  edges: edges.map((edge) => ({ ...edge, source: name(edge.source), target: name(edge.target) })),
});

/** What follows the trigger of a sound graph, under ids of its own: connected, and with no mistake in itself. */
const island = sound.map((definition) => {
  const { nodes, edges = [] } = renamed(definition, (id) => `island ${id}`);
  return { nodes: nodes.slice(1), edges: edges.filter(({ source }) => source !== "island n0") };
});

const isOnIsland = (id = "") => id.startsWith("island ");

/** Causes that may explain an island as their consequence, instead of its being a problem of its own. */
const CAUSES = new Set(["dangling-edge", "branch-without-edge", "exit-without-edge"]);

const shuffled = (definition: GraphDefinition) => {
  const { nodes, edges = [] } = definition;
  return fc.record({
    version: fc.constant(2 as const),
    nodes: fc.shuffledSubarray([...nodes], { minLength: nodes.length }),
    edges: fc.shuffledSubarray([...edges], { minLength: edges.length }),
  });
};

describe("the verdict", () => {
  it("gains exactly the problems of an island that nothing leads to", () => {
    const graphs = fc.oneof(sound, changed).filter((each) => !problemsOf(each).some(({ code }) => CAUSES.has(code)));
    fc.assert(
      fc.property(graphs, island, ({ nodes, edges = [] }, { nodes: more, edges: ways }) => {
        const before = problemsOf({ version: 2, nodes, edges });
        const after = problemsOf({ version: 2, nodes: [...nodes, ...more], edges: [...edges, ...ways] });
        const told = after.filter(({ nodeId }) => isOnIsland(nodeId)).filter(({ severity }) => severity === "error");
        expect(told.map(({ code, related }) => [code, related?.nodeIds?.toSorted()])).toEqual([
          ["unreachable-node", more.map(({ id }) => id).toSorted()],
        ]);
        const rest = after.filter(({ nodeId }) => !isOnIsland(nodeId));
        const plain = ({ code, path, message }: (typeof after)[number]) => `${path} ${code}: ${message}`;
        expect(rest.map(plain)).toEqual(before.map(plain));
      }),
    );
  });

  it("does not depend on what nodes are called", () => {
    fc.assert(
      fc.property(
        fc.oneof(changed, withSharedIds),
        fc.constantFrom("__proto__", "x y", "\u{1F680}"),
        (each, prefix) => {
          expect(codesOf(renamed(each, (id) => `${prefix}${id}`))).toEqual(codesOf(each));
        },
      ),
    );
  });

  it("does not depend on the action type of a step that is no action", () => {
    fc.assert(
      fc.property(changed, actionTypes, (definition, actionType) => {
        expect(problemsOf(mistyped(definition, actionType))).toEqual(problemsOf(definition));
      }),
    );
  });

  it("does not depend on keys that the contract does not know", () => {
    fc.assert(
      fc.property(changed, (definition) => {
        const { nodes, edges = [] } = definition;
        const noted = {
          note: 1,
          ...definition,
          nodes: nodes.map((node) => ({ note: null, ...node })),
          edges: edges.map((edge) => ({ note: {}, ...edge })),
        };
        expect(problemsOf(noted)).toEqual(problemsOf(definition));
      }),
    );
  });
});

describe("a run", () => {
  const scenario = { startAt: "2026-01-05T12:00:00Z", facts: { deal: { name: "x" } }, seed: "s" };

  it("does not depend on the action type of a step that is no action", () => {
    fc.assert(
      fc.property(sound, actionTypes, (definition, actionType) => {
        expect(simulateRun(mistyped(definition, actionType), scenario)).toEqual(simulateRun(definition, scenario));
      }),
    );
  });

  it("does not depend on the order of nodes and edges", () => {
    const pairs = sound.chain((definition) => fc.tuple(fc.constant(definition), shuffled(definition)));
    fc.assert(
      fc.property(pairs, ([definition, other]) => {
        expect(simulateRun(other, scenario)).toEqual(simulateRun(definition, scenario));
      }),
    );
  });
});
