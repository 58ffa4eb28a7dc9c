import { describe, expect, it } from "vitest";
import { around, condition, edges, end, found, graph, roundRobin, trigger, wait } from "../testing/graphs.ts";

const sound = around(wait("it"));
const withNode = (node: unknown) => around(node);
const withEdge = (edge: unknown) => ({ ...sound, edges: [...(sound.edges ?? []), edge] });

describe("the shape of a graph", () => {
  it.each([
    ["null", null, ["wrong-type "]],
    ["a list", [], ["wrong-type "]],
    ["text", "graph", ["wrong-type "]],
    ["undefined", undefined, ["unreadable-value "]],
    ["an empty object", {}, ["missing-field /nodes", "wrong-version /version"]],
    ["version as text", { ...sound, version: "2" }, ["wrong-version /version"]],
    ["nodes null", { version: 2, nodes: null }, ["wrong-type /nodes"]],
    ["nodes an object", { version: 2, nodes: {} }, ["wrong-type /nodes"]],
    ["edges null: one problem, not one more per node", { ...sound, edges: null }, ["wrong-type /edges"]],
    ["edges an object", { ...sound, edges: {} }, ["wrong-type /edges"]],
    ["no nodes", graph([]), ["no-trigger /nodes"]],
  ])("%s", (_, definition, expected) => expect(found(definition)).toEqual(expected));

  it("may leave out edges", () => {
    expect(found({ version: 2, nodes: [trigger()] })).toEqual([]);
  });

  it("may hold unknown keys anywhere", () => {
    const [first, ...rest] = sound.nodes;
    const nodes = [{ ...first, color: "red" }, ...rest];
    const more = (sound.edges ?? []).map((edge) => ({ ...edge, animated: true }));
    expect(found({ ...sound, name: "x", nodes, edges: more })).toEqual([]);
  });
});

describe("the shape of a node", () => {
  it.each([
    ["null", null, ["wrong-type /nodes/1"]],
    ["id a number", { id: 7, type: "end" }, ["wrong-type /nodes/1/id"]],
    ["type missing", { id: "it" }, ["missing-field /nodes/1/type"]],
    ["type unknown", { id: "it", type: "loop" }, ["unknown-node-type /nodes/1/type"]],
    ["type named like an inherited key", { id: "it", type: "constructor" }, ["unknown-node-type /nodes/1/type"]],
    ["config null", { ...wait("it"), config: null }, ["wrong-type /nodes/1/config"]],
    ["config a list", { ...wait("it"), config: [] }, ["wrong-type /nodes/1/config"]],
    ["condition a list", { ...wait("it"), condition: [] }, ["wrong-type /nodes/1/condition"]],
    ["actionType a number", { ...wait("it"), actionType: 1 }, ["wrong-type /nodes/1/actionType"]],
    ["actionType missing on an action", { id: "it", type: "action" }, ["missing-action-type /nodes/1/actionType"]],
    [
      "actionType null on an action",
      { id: "it", type: "action", actionType: null },
      ["missing-action-type /nodes/1/actionType"],
    ],
    [
      "actionType unknown",
      { id: "it", type: "action", actionType: "toString" },
      ["unknown-action-type /nodes/1/actionType"],
    ],
  ])("%s", (_, node, expected) => {
    const errors = found(withNode(node)).filter((line) => !line.startsWith("dangling-edge"));
    expect(errors).toEqual(expected);
  });

  it.each([
    ["actionType null elsewhere", { ...wait("it"), actionType: null }],
    ["actionType unknown elsewhere", { ...wait("it"), actionType: "whatever" }],
    ["condition null", { ...wait("it"), condition: null }],
    ["config missing", { id: "it", type: "action", actionType: "stop_automations" }],
  ])("is fine with %s", (_, node) => expect(found(withNode(node))).toEqual([]));

  it.each(["__proto__", "constructor", "hasOwnProperty", "💸 ação", " ", "a/b~c", "0"])("takes the id %j", (id) => {
    expect(found(graph([trigger(), wait(id), end()], [`start > ${id}`, `${id} next> done`]))).toEqual([]);
  });
});

describe("the shape of an edge", () => {
  it.each([
    ["null", null, ["wrong-type /edges/2"]],
    ["source missing", { target: "it" }, ["missing-field /edges/2/source"]],
    ["target a number", { source: "start", target: 3 }, ["wrong-type /edges/2/target"]],
    ["id null", { source: "it", target: "done", id: null, sourceHandle: "next" }, ["wrong-type /edges/2/id"]],
    ["sourceHandle null", { source: "it", target: "done", sourceHandle: null }, ["wrong-type /edges/2/sourceHandle"]],
    [
      "sourceHandle empty",
      { source: "it", target: "done", sourceHandle: "" },
      ["unknown-handle /edges/2/sourceHandle"],
    ],
    [
      "sourceHandle without an id",
      { source: "it", target: "done", sourceHandle: "branch_" },
      ["unknown-handle /edges/2/sourceHandle"],
    ],
    [
      "sourceHandle with a line break",
      { source: "it", target: "done", sourceHandle: "next\n" },
      ["unknown-handle /edges/2/sourceHandle"],
    ],
  ])("%s", (_, edge, expected) => {
    const errors = found(withEdge(edge)).filter((line) => !line.startsWith("several-edges"));
    expect(errors).toEqual(expected);
  });
});

const node = (id: string, type: string, more: object) => ({ id, type, ...more });

describe("the shape of branches, exits and buttons", () => {
  const query = { combinator: "and", rules: [] };
  const send = (buttons: unknown) => node("it", "action", { actionType: "send_whatsapp", config: { buttons } });
  it.each([
    [
      "branches an object",
      node("it", "condition", { condition: { branches: {} } }),
      "wrong-type",
      "condition/branches",
    ],
    ["branches null", node("it", "condition", { condition: { branches: null } }), "wrong-type", "condition/branches"],
    ["a branch that is text", condition("it", "vip"), "wrong-type", "condition/branches/0"],
    ["a branch without query", condition("it", { id: "a" }), "missing-field", "condition/branches/0/query"],
    ["a query that is text", condition("it", { id: "a", query: "x" }), "wrong-type", "condition/branches/0/query"],
    ["a branch without id", condition("it", { query }), "missing-field", "condition/branches/0/id"],
    ["a branch id with a space", condition("it", { id: "a b", query }), "invalid-part-id", "condition/branches/0/id"],
    ["exits null", node("it", "round_robin", { config: { exits: null } }), "wrong-type", "config/exits"],
    ["an exit id of 65 letters", roundRobin("it", { id: "x".repeat(65) }), "invalid-part-id", "config/exits/0/id"],
    ["a weight below 0", roundRobin("it", { id: "x", weight: -0.1 }), "negative-weight", "config/exits/0/weight"],
    ["a weight null", roundRobin("it", { id: "x", weight: null }), "wrong-type", "config/exits/0/weight"],
    ["buttons an object", send({}), "wrong-type", "config/buttons"],
    ["a button without id", send([{ label: "Yes" }]), "missing-field", "config/buttons/0/id"],
  ])("%s", (_, it_, code, below) => {
    const definition = { ...graph([trigger(), it_, end()], ["start > it", "it fallback> done"]) };
    expect(found(definition)).toContain(`${code} /nodes/1/${below}`);
  });

  it("are looked at only where they mean something", () => {
    const odd = { ...wait("it"), config: { delaySeconds: 5, buttons: 1, exits: 2 }, condition: { branches: 3 } };
    expect(found({ version: 2, nodes: [trigger(), odd], edges: edges("start > it") })).toEqual([]);
  });
});
