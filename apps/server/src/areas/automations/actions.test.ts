import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { expect, test } from "vitest";
import { actionsOf, firstWebhook } from "./actions.ts";

const action = (id: string, actionType: GraphNode["actionType"], config?: GraphNode["config"]): GraphNode => ({
  id,
  type: "action",
  ...(actionType !== undefined && { actionType }),
  ...(config !== undefined && { config }),
});
/** A trigger, then these in this order of edges; listed the other way round. */
const chain = (...nodes: GraphNode[]): GraphDefinition => {
  const all: GraphNode[] = [{ id: "t", type: "trigger" }, ...nodes];
  return {
    version: 2,
    nodes: all.toReversed(),
    edges: nodes.map(({ id }, index) => ({ source: all[index]?.id ?? "", target: id })),
  };
};

test("an automation's actions are its action steps as runs come to them, numbered from 0", () => {
  const graph = chain(
    action("mail", "send_email", { subject: "Hi" }),
    { id: "w", type: "wait", config: { delaySeconds: 60 } },
    action("call", "webhook"),
    { id: "e", type: "end" },
  );
  expect(actionsOf(graph)).toEqual([
    { id: "mail", type: "send_email", order: 0, config: { subject: "Hi" } },
    { id: "call", type: "webhook", order: 1, config: {} },
  ]);
});

test("the actions of a circle stand in the order in which they are listed", () => {
  const graph = chain(action("a", "add_tag"), action("b", "webhook"));
  const circle = { ...graph, edges: [...(graph.edges ?? []), { source: "b", target: "a" }] };
  expect(actionsOf(circle).map(({ id }) => id)).toEqual(["b", "a"]);
});

test("a step without a kind of action is none", () => {
  expect(actionsOf(chain(action("a", undefined), action("b", "webhook"))).map(({ id }) => id)).toEqual(["b"]);
});

test("the first webhook is the one that runs come to first", () => {
  expect(firstWebhook(chain(action("a", "add_tag"), action("b", "webhook"), action("c", "webhook")))?.id).toBe("b");
  expect(firstWebhook(chain(action("a", "add_tag")))).toBeNull();
});
