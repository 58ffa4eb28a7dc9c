import type { GraphDefinition } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { changesOf, overlayOf } from "./changes.ts";
import { connect, deleteEdges } from "./commands/connect.ts";
import type { Command } from "./commands/command.ts";
import { updateNode } from "./commands/edit.ts";
import { deleteNodes } from "./commands/remove.ts";
import { graph, seeded } from "./testing.ts";

const before = graph("t>a>b>c d");

const told = (command: Command) => {
  const after: GraphDefinition = command(before, { random: seeded() })?.definition ?? before;
  const { nodes, edges } = overlayOf(before, after);
  return {
    changes: changesOf(before, after).map(({ kind }) => kind),
    marks: [...nodes, ...edges].map(([key, { tone }]) => `${key} ${tone}`),
  };
};

describe("what a command changes", () => {
  test.each<[string, Command, string[], string[]]>([
    ["a step that goes", deleteNodes(["d"]), ["nodeRemoved"], ["d removed"]],
    [
      "a chain that closes",
      deleteNodes(["b"]),
      ["nodeRemoved", "edgeRemoved", "edgeMoved"],
      ["b removed", "a-b changed", "b-c removed"],
    ],
    ["a connection that goes", deleteEdges(["a-b"]), ["edgeRemoved"], ["a-b removed"]],
    [
      "a new connection, at the step it leaves",
      connect({ source: "c", handle: "next", target: "d" }),
      ["edgeAdded"],
      ["c changed"],
    ],
    ["a config", updateNode("a", { config: { delaySeconds: 7 } }, "delaySeconds"), ["nodeChanged"], ["a changed"]],
    ["nothing", () => null, [], []],
  ])("%s", (_name, command, changes, marks) => {
    expect(told(command)).toEqual({ changes, marks });
  });
});
