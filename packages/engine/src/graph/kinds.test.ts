import { describe, expect, it } from "vitest";
import type { GraphNode } from "../contract/definition.ts";
import { kindOf, nodesByKind } from "./kinds.ts";
import type { Kind } from "./kinds.ts";

/** Types are not to be believed: nodes come from drafts. */
const node = (type: unknown, actionType?: unknown) => ({ id: "a", type, actionType }) as GraphNode;

describe("a node's kind", () => {
  it.each<[string, GraphNode, Kind | null]>([
    ["is its type", node("condition"), "condition"],
    ["is its type, whatever action type it carries", node("end", "add_tag"), "end"],
    ["is an action's action type", node("action", "add_tag"), "add_tag"],
    ["is a wait in the one spelling", node("wait"), "wait"],
    ["is a wait in the other", node("action", "wait"), "wait"],
    ["is not known of a type that is not", node("teleport"), null],
    ["is not known of an action type in the place of a type", node("add_tag"), null],
    ["is not known of a type in the place of an action type", node("action", "condition"), null],
    ["is not known of an action without an action type", node("action"), null],
    ["is not known of an action whose action type is null", node("action", null), null],
    ["is not known of a type that all objects inherit", node("constructor"), null],
    ["is not known of a type that is no text", node(["end"]), null],
  ])("%s", (_, given, kind) => {
    expect(kindOf(given)).toBe(kind);
  });
});

describe("the nodes of a kind", () => {
  const strays = [null, "end", 7, [], node("teleport")] as unknown as GraphNode[];
  const [start, wait, other, end] = [node("trigger"), node("wait"), node("action", "wait"), node("end")];
  const nodesOf = nodesByKind([start, ...strays, wait, end, other]);

  it("are told in order with their positions, waits of both spellings together", () => {
    expect(nodesOf("wait")).toEqual([
      { node: wait, index: 6 },
      { node: other, index: 8 },
    ]);
  });

  it("leave out what is no node or of no known kind", () => {
    expect([...nodesOf("trigger"), ...nodesOf("end")].map(({ index }) => index)).toEqual([0, 7]);
  });

  it("are none where there is none", () => {
    expect(nodesOf("condition")).toEqual([]);
  });
});
