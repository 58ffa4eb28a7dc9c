import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import { action, condition, branch, graph, trigger, wait } from "../../rules/testing/graphs.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import { strandedRuns } from "./stranded-runs.ts";
import type { WaitingRun } from "./stranded-runs.ts";

const ask = (config = {}): GraphNode => action("n", "send_whatsapp", { text: "?", ...config });
const around = (...nodes: GraphNode[]): GraphDefinition =>
  graph(
    [trigger(), ...nodes],
    nodes.map(({ id }) => `start > ${id}`),
  );
const waiting = (waitingForReply?: boolean): WaitingRun => ({
  status: "waiting",
  currentNodeId: "n",
  ...(waitingForReply !== undefined && { waitingForReply }),
});

describe("strandedRuns", () => {
  it.each<[string, GraphNode, GraphNode[], WaitingRun, string[]]>([
    ["a wait made longer holds its run", wait("n", 60), [wait("n", 90)], waiting(false), []],
    ["a node that is gone", wait("n"), [], waiting(), ["node-gone"]],
    ["a wait that became a condition", wait("n"), [condition("n", branch("x"))], waiting(), ["cannot-hold"]],
    ["a wait that became an action of that name", wait("n"), [action("n", "wait", { delaySeconds: 5 })], waiting(), []],
    ["a wait that became a message", wait("n"), [ask({ awaitReply: true })], waiting(false), ["cannot-hold"]],
    ["a message that no longer awaits replies", ask({ awaitReply: true }), [ask()], waiting(true), ["cannot-hold"]],
    ["that message between two attempts", ask({ awaitReply: true }), [ask()], waiting(false), []],
    [
      "a message whose buttons changed",
      ask({ buttons: [{ id: "a" }] }),
      [ask({ buttons: [{ id: "b" }] })],
      waiting(true),
      [],
    ],
    ["a run that is over", wait("n"), [], { status: "completed", currentNodeId: "n" }, []],
    ["a run that has not begun", wait("n"), [], { status: "queued", currentNodeId: null }, []],
  ])("%s", (_, before, after, run, expected) => {
    const stranded = strandedRuns(around(before), around(...after), [run]);
    expect(stranded).toEqual(expected.map((reason) => ({ run, reason })));
  });

  it.each(hostileDefinitions)("of %s: every run's node is gone, or holds it", (_, input) => {
    expect(strandedRuns(around(wait("n")), input as GraphDefinition, [waiting()])).toMatchObject([
      { reason: "node-gone" },
    ]);
    expect(strandedRuns(input as GraphDefinition, around(wait("n")), [waiting()])).toEqual([]);
  });
});
