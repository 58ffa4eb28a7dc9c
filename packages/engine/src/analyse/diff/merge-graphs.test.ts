import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import { handleOf } from "../../graph/handles.ts";
import {
  action,
  branch,
  condition,
  edges as ways,
  end,
  graph,
  roundRobin,
  trigger,
  wait,
} from "../../rules/testing/graphs.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import type { MergeOptions } from "./merge-graphs.ts";
import { mergeGraphs } from "./merge-graphs.ts";

const base = graph([trigger(), wait("pause", 60), end()], ["start > pause", "pause > done"]);
const withNodes = (...nodes: GraphNode[]): GraphDefinition => ({ ...base, nodes });
const withEdges = (...edges: GraphEdge[]): GraphDefinition => ({ ...base, edges });
const pause = (config: object): GraphNode => ({ id: "pause", type: "wait", config: { delaySeconds: 60, ...config } });
const ids = ({ nodes }: GraphDefinition) => nodes.map(({ id }) => id);

const listed = (texts: readonly string[]) => texts.map((text) => ({ id: text, text }));

const noting = (...notes: string[]) =>
  withNodes(
    ...base.nodes.map((node) =>
      node.type === "trigger" ? { ...node, config: { ui: { notes: listed(notes) } } } : node,
    ),
  );

const strange = (value: number) =>
  withNodes(trigger(), action("__proto__", "webhook", JSON.parse(`{"__proto__":${value}}`)));

const message = (...parts: string[]): GraphNode =>
  action("say", "send_whatsapp", { text: "Hi", awaitReply: true, buttons: parts.map((id) => ({ id, label: id })) });
const buttons = (parts: string[], lines: string[]): GraphDefinition =>
  graph([trigger(), message(...parts), end()], ["start > say", "say > done", ...lines]);
const branches = (...parts: string[]): GraphNode => condition("if", ...parts.map((id) => branch(id)));
const exits = (...parts: string[]): GraphNode => roundRobin("if", ...parts.map((id) => ({ id, weight: 1 })));
const toBranch = ["start > if", "if branch_a> say", "if fallback> done"];
const withoutHandle = (definition: GraphDefinition, handle: string): GraphDefinition => ({
  ...definition,
  edges: (definition.edges ?? []).filter((edge) => handleOf(edge) !== handle || edge.source === "start"),
});

const twoWays = (a: string, b: string) =>
  graph(
    [trigger(), branches("a", "b"), wait("w"), end()],
    ["start > if", `if branch_a> ${a}`, `if branch_b> ${b}`, "if fallback> done"],
  );

const setting = (config: JsonObject) =>
  graph([trigger(), action("set", "set_custom_field", { value: 1, ...config }), end()], ["start > set", "set > done"]);

const webhooks = (name: string, count: number) => {
  const more = Array.from({ length: count }, (_, index) => action(`${name}${index}`, "webhook", { url: "https://a" }));
  const way = ["start", ...more.map(({ id }) => id), "done"];
  return graph(
    [trigger(), ...more, end()],
    way.slice(1).map((id, index) => `${way[index]} > ${id}`),
  );
};

describe("what merges by itself", () => {
  it("notes of the drawing that both sides add, whose order means nothing", () => {
    for (const start of [noting("a"), base]) {
      const { merged, conflicts } = mergeGraphs(start, noting("a", "m"), noting("a", "t"));
      expect([merged, conflicts]).toEqual([noting("a", "m", "t"), []]);
    }
  });

  it("different fields of one node", () => {
    const mine = withNodes(trigger(), pause({ delaySeconds: 90 }), end());
    const theirs = withNodes(trigger(), pause({ ui: { label: "Breathe" } }), end());
    expect(mergeGraphs(base, mine, theirs)).toEqual({
      problem: null,
      merged: withNodes(trigger(), pause({ delaySeconds: 90, ui: { label: "Breathe" } }), end()),
      conflicts: [],
    });
  });

  it("nodes added by both, each behind what it was put behind", () => {
    const mine = withNodes(trigger(), wait("m"), pause({}), end());
    const theirs = withNodes(trigger(), pause({}), wait("t"), end());
    expect(ids(mergeGraphs(base, mine, theirs).merged)).toEqual(["start", "m", "pause", "t", "done"]);
  });

  it("a node removed by one and left alone by the other, with its edges", () => {
    const mine: GraphDefinition = { ...base, nodes: [trigger(), end()], edges: [{ source: "start", target: "done" }] };
    const { merged, conflicts } = mergeGraphs(base, mine, withNodes(...base.nodes, wait("new")));
    expect([ids(merged), merged.edges, conflicts]).toEqual([["start", "done", "new"], mine.edges, []]);
  });

  it("a branch changed by one and a branch added by the other", () => {
    const before = withNodes(trigger(), condition("c", branch("a"), branch("b")), end());
    const mine = withNodes(trigger(), condition("c", branch("a", "x"), branch("b")), end());
    const theirs = withNodes(trigger(), condition("c", branch("a"), branch("b"), branch("d")), end());
    const { merged, conflicts } = mergeGraphs(before, mine, theirs);
    expect([merged.nodes[1], conflicts]).toEqual([condition("c", branch("a", "x"), branch("b"), branch("d")), []]);
  });
});

describe("what a person must decide", () => {
  it.each<[string, GraphDefinition, GraphDefinition, object[], (merged: GraphDefinition) => unknown, unknown]>([
    [
      "one field changed by both",
      withNodes(trigger(), pause({ delaySeconds: 90 }), end()),
      withNodes(trigger(), pause({ delaySeconds: 30 }), end()),
      [{ kind: "changed-by-both", nodeId: "pause", path: "/config/delaySeconds", base: 60, mine: 90, theirs: 30 }],
      ({ nodes }) => nodes[1],
      pause({ delaySeconds: 90 }),
    ],
    [
      "a node removed by me and changed by them",
      withNodes(trigger(), end()),
      withNodes(trigger(), pause({ delaySeconds: 30 }), end()),
      [
        {
          kind: "removed-and-changed",
          nodeId: "pause",
          path: "",
          base: wait("pause", 60),
          theirs: pause({ delaySeconds: 30 }),
        },
      ],
      ids,
      ["start", "pause", "done"],
    ],
    [
      "an edge to a node that I removed",
      { ...base, nodes: [trigger(), end()], edges: [] },
      {
        ...base,
        edges: [
          { source: "start", target: "pause" },
          { id: "e", source: "pause", target: "done" },
        ],
      },
      [{ kind: "edge-without-node", edgeId: "e", path: "", theirs: { id: "e", source: "pause", target: "done" } }],
      ({ edges }) => edges,
      [],
    ],
    [
      "one handle led to different nodes",
      withEdges({ source: "start", target: "done" }, { source: "pause", target: "done" }),
      withEdges({ id: "t", source: "start", target: "pause" }, { source: "pause", target: "done" }),
      [
        {
          kind: "handle-taken-twice",
          nodeId: "start",
          edgeId: "t",
          path: "",
          mine: { source: "start", target: "done" },
        },
      ],
      ({ edges }) => edges?.length,
      2,
    ],
    [
      "a trigger replaced by each",
      withNodes(trigger("mine"), pause({}), end()),
      withNodes(trigger("theirs"), pause({}), end()),
      [{ kind: "several-triggers", path: "/nodes" }],
      ids,
      ["mine", "theirs", "pause", "done"],
    ],
  ])("%s", (_, mine, theirs, expected, look, seen) => {
    const { merged, conflicts } = mergeGraphs(base, mine, theirs);
    expect(conflicts).toMatchObject(expected);
    expect(look(merged)).toEqual(seen);
  });

  it("edges that together make a circle", () => {
    const before = graph([trigger(), wait("a"), wait("b")], ["start > a"]);
    const add = (...edges: GraphEdge[]): GraphDefinition => ({ ...before, edges: [...(before.edges ?? []), ...edges] });
    const { conflicts } = mergeGraphs(before, add({ source: "a", target: "b" }), add({ source: "b", target: "a" }));
    expect(conflicts).toEqual([{ kind: "cycle", path: "/edges" }]);
  });

  it.each<[string, GraphDefinition, GraphDefinition, string]>([
    [
      "a button that they removed",
      buttons(["x", "y"], ["say btn_x> done", "say btn_y> done"]),
      buttons(["x"], ["say btn_x> done"]),
      "btn_y",
    ],
    [
      "a wait for a reply that they switched off",
      buttons(["x", "y"], ["say btn_x> done", "say replied> done"]),
      graph([trigger(), action("say", "send_whatsapp", { text: "Hi" }), end()], ["start > say", "say > done"]),
      "replied",
    ],
    [
      "a wait that they turned into an end",
      graph([trigger(), branches("a"), wait("say"), end()], [...toBranch, "say > done"]),
      graph([trigger(), branches("a"), end("say"), end()], toBranch),
      "next",
    ],
    [
      "a branch that they removed",
      graph([trigger(), branches("a", "b"), wait("say"), end()], [...toBranch, "if branch_b> done"]),
      graph([trigger(), branches("a"), wait("say"), end()], toBranch),
      "branch_b",
    ],
    [
      "an exit that they removed",
      graph([trigger(), exits("a", "b"), end()], ["start > if", "if rr_a> done", "if rr_b> done"]),
      graph([trigger(), exits("a"), end()], ["start > if", "if rr_a> done"]),
      "rr_b",
    ],
  ])("an edge out of %s is left out", (_, mine, theirs, handle) => {
    const before = withoutHandle(mine, handle);
    const lost = mine.edges?.findLast((edge) => handleOf(edge) === handle);
    const told = { kind: "edge-without-handle", nodeId: lost?.source, path: "" };
    const here = mergeGraphs(before, mine, theirs);
    expect(here.conflicts).toContainEqual({ ...told, mine: lost });
    expect(here.merged.edges).not.toContainEqual(lost);
    expect(mergeGraphs(before, theirs, mine).conflicts).toContainEqual({ ...told, theirs: lost });
  });

  it("a node that each side led one of its two ways away from", () => {
    const { conflicts } = mergeGraphs(twoWays("w", "w"), twoWays("done", "w"), twoWays("w", "done"));
    expect(conflicts).toEqual([
      {
        kind: "new-error",
        nodeId: "w",
        path: "/nodes/2",
        base: ways("if branch_a> w", "if branch_b> w"),
        mine: ways("if branch_b> w"),
        theirs: ways("if branch_a> w"),
        problem: expect.objectContaining({ code: "unreachable-node", severity: "error" }),
      },
    ]);
  });

  it("a field that may be named in two ways, when each side took one away", () => {
    const mine = setting({ fieldSlug: "b" });
    const theirs = setting({ fieldId: "a" });
    const { conflicts } = mergeGraphs(setting({ fieldId: "a", fieldSlug: "b" }), mine, theirs);
    expect(conflicts).toMatchObject([
      {
        kind: "new-error",
        nodeId: "set",
        mine: mine.nodes[1],
        theirs: theirs.nodes[1],
        problem: { code: "field-needed" },
      },
    ]);
  });

  it("more nodes than a graph may have, of which each side added some", () => {
    const [mine, theirs] = [webhooks("m", 30), webhooks("t", 30)];
    const { conflicts } = mergeGraphs(webhooks("", 0), mine, theirs);
    expect(conflicts).toContainEqual({
      kind: "new-error",
      path: "/nodes",
      base: ["start", "done"],
      mine: ids(mine),
      theirs: expect.arrayContaining(ids(theirs)),
      problem: expect.objectContaining({ code: "too-many-nodes" }),
    });
    const allowed = mergeGraphs(webhooks("", 0), mine, theirs, { limits: { nodes: 100 } });
    expect(allowed.conflicts.map(({ problem }) => problem?.code)).not.toContain("too-many-nodes");
  });

  it.each<[string, unknown]>([
    ["no options", null],
    ["a number", 5],
    ["limits that are none", { limits: 5 }],
    [
      "limits that throw",
      Object.defineProperty({}, "limits", { get: () => expect.fail("unreadable"), enumerable: true }),
    ],
  ])("is found with the contract's limits under %s", (_, options) => {
    const sides = [webhooks("", 0), webhooks("m", 30), webhooks("t", 30)] as const;
    expect(mergeGraphs(...sides, options as MergeOptions)).toEqual(mergeGraphs(...sides));
  });

  it("not an error that a side has already", () => {
    const lost = graph([trigger(), wait("pause", 60), end(), wait("lost")], ["start > pause", "pause > done"]);
    const theirs = graph([trigger(), wait("pause", 90), end()], ["start > pause", "pause > done"]);
    expect(mergeGraphs(base, lost, theirs).conflicts).toEqual([]);
  });

  it("branches added at the same place: the first that holds is taken, so their order matters", () => {
    const [before, mine, theirs] = [[], [branch("m")], [branch("t")]].map((more) =>
      withNodes(trigger(), condition("c", branch("a"), ...more), end()),
    );
    if (!before || !mine || !theirs) throw new Error("three graphs");
    const { merged, conflicts } = mergeGraphs(before, mine, theirs);
    expect(conflicts).toMatchObject([
      { kind: "ordered-by-both", nodeId: "c", path: "/condition/branches", mine: ["a", "m"] },
    ]);
    expect(merged.nodes[1]).toEqual(condition("c", branch("a"), branch("m"), branch("t")));
  });

  it("is found under ids and keys that plain objects carry", () => {
    expect(mergeGraphs(strange(1), strange(2), strange(3)).conflicts).toEqual([
      { kind: "changed-by-both", nodeId: "__proto__", path: "/config/__proto__", base: 1, mine: 2, theirs: 3 },
    ]);
  });

  it.each(hostileDefinitions)("is not asked of %s", (_, input) => {
    const { problem, merged } = mergeGraphs(base, base, input as GraphDefinition);
    expect([problem === null || typeof problem === "string", Array.isArray(merged.nodes)]).toEqual([true, true]);
  });
});
