import type { GraphNode } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { NODE, shapeOf } from "./geometry.ts";

const ask = (config: Record<string, boolean | string | object[]>): GraphNode => ({
  id: "n",
  type: "action",
  actionType: "send_whatsapp",
  config: { text: "Hi", ...config } as NonNullable<GraphNode["config"]>,
});
const task: GraphNode = { id: "n", type: "action", actionType: "create_task" };
const buttons = [
  { id: "yes", label: "Yes" },
  { id: "no", label: "No" },
];
const rules: GraphNode = { id: "n", type: "condition", condition: { branches: [{ id: "a", query: {} }] } };

describe("exits that nothing leaves by", () => {
  it.each<[string, GraphNode, used: string[], drawn: string[], folded: string[]]>([
    ["of an action wait for a failure", task, [], ["next"], ["fallback"]],
    ["that are used always show", task, ["fallback"], ["next", "fallback"], []],
    ["of a question leave the answer", ask({ awaitReply: true }), [], ["replied"], ["timeout", "fallback"]],
    ["of a question that only waits", ask({ awaitReply: true }), ["timeout"], ["timeout"], ["replied", "fallback"]],
    [
      "of buttons leave the buttons",
      ask({ buttons }),
      [],
      ["btn_yes", "btn_no"],
      ["text_reply", "replied", "timeout", "fallback"],
    ],
    ["of a condition are all needed", rules, [], ["branch_a", "fallback"], []],
  ])("%s", (_name, node, used, drawn, folded) => {
    const shape = shapeOf(node, new Set(used), true);
    expect(shape.ports.map(({ handle }) => handle)).toEqual(drawn);
    expect(shape.folded.map(({ handle }) => handle)).toEqual(folded);
    const whole = shapeOf(node, new Set(used)).ports.map(({ handle }) => handle);
    expect(whole.toSorted()).toEqual([...drawn, ...folded].toSorted());
  });
});

const tags = (count: number): GraphNode => ({
  id: "n",
  type: "action",
  actionType: "add_tag",
  config: { tagIds: Array.from({ length: count }, (_, index) => `t${index}`) },
});
const branches = (count: number): GraphNode => ({
  id: "n",
  type: "condition",
  condition: { branches: Array.from({ length: count }, (_, index) => ({ id: `b${index}`, query: {} })) },
});

describe("a card is as high as what it says", () => {
  it.each<[string, GraphNode, rows: number]>([
    ["an end", { id: "n", type: "end" }, 1],
    ["two tags", tags(2), 1],
    ["a crowd of tags", tags(40), 2],
    ["one branch", branches(1), 1],
    ["two branches", branches(2), 2],
    ["many branches", branches(20), 3],
    ["a short message", ask({}), 1],
    ["a long message", ask({ text: "A message that takes more than one line of a card." }), 2],
    ["a question", ask({ text: "A question that takes more than one line of a card?", awaitReply: true }), 3],
    ["a draft that holds anything", { id: "n", type: "condition", condition: 7 as never }, 1],
  ])("%s", (_name, node, rows) => {
    expect(shapeOf(node).header).toBe(NODE.header + NODE.row * (rows - 1));
  });
});
