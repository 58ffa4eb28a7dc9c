import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import { toFieldErrors } from "./field-errors.ts";
import { applyPatch } from "./patch.ts";
import { comparePointers, pointer, segmentsOf } from "../../json/pointer.ts";
import { changed, definitions } from "../testing/arbitraries.ts";
import { action, branch, condition, edges, end, graph, trigger, wait } from "../testing/graphs.ts";
import { validateGraph } from "./validate.ts";

const fixed = (definition: unknown) => {
  const [fix] = validateGraph(definition).problems.flatMap(({ fixes = [] }) => fixes);
  return fix && { title: fix.title, safe: fix.safe, definition: applyPatch(definition, fix.patch) };
};

describe("fixes", () => {
  it.each([
    [
      "a dangling edge goes",
      graph([trigger(), end()], ["start > done", "ghost > done"]),
      graph([trigger(), end()], ["start > done"]),
      true,
    ],
    [
      "of two edges that are the same, one goes",
      graph([trigger(), end()], ["start > done", "start > done"]),
      graph([trigger(), end()], ["start > done"]),
      true,
    ],
    [
      "an edge out of an end goes, if what follows is reached otherwise",
      graph(
        [trigger(), condition("c", branch("x")), end(), wait("w")],
        ["start > c", "c branch_x> w", "c fallback> done", "done > w"],
      ),
      graph(
        [trigger(), condition("c", branch("x")), end(), wait("w")],
        ["start > c", "c branch_x> w", "c fallback> done"],
      ),
      false,
    ],
    [
      "an island goes with its edges",
      graph([wait("a"), trigger(), wait("b"), end()], ["a > b", "start > done", "b > done"]),
      graph([trigger(), end()], ["start > done"]),
      false,
    ],
    [
      "a wait without a delay gets the shortest",
      graph([trigger(), { id: "w", type: "wait" }], ["start > w"]),
      graph([trigger(), wait("w", 5)], ["start > w"]),
      true,
    ],
    [
      "a wait that is too short gets the shortest",
      graph([trigger(), wait("w", 1)], ["start > w"]),
      graph([trigger(), wait("w", 5)], ["start > w"]),
      false,
    ],
    [
      "an automation without a trigger gets one before its first step",
      graph([wait("w"), end("trigger")], ["w > trigger"]),
      graph([trigger("trigger-2"), wait("w"), end("trigger")], ["w > trigger", "trigger-2 > w"]),
      true,
    ],
    [
      "a branch that leads nowhere is led to the end",
      graph([trigger(), condition("c", branch("x")), end()], ["start > c", "c fallback> done"]),
      graph([trigger(), condition("c", branch("x")), end()], ["start > c", "c fallback> done", "c branch_x> done"]),
      false,
    ],
    [
      "a condition that may hold nowhere is led to the end",
      graph([trigger(), condition("c", branch("x")), end()], ["start > c", "c branch_x> done"]),
      graph([trigger(), condition("c", branch("x")), end()], ["start > c", "c branch_x> done", "c fallback> done"]),
      true,
    ],
  ])("%s", (_, before, after, safe) => {
    expect(fixed(before)).toMatchObject({ definition: after, safe });
    expect(validateGraph(after).problems).toEqual([]);
  });

  it("are not offered where they would make another problem", () => {
    const { problems } = validateGraph(graph([trigger(), end(), wait("w")], ["start > done", "done > w"]));
    expect(problems.map(({ code, fixes }) => [code, fixes])).toEqual([["edge-out-of-end", undefined]]);
  });
});

describe("messages", () => {
  it("name nodes and branches by what people call them", () => {
    const hook = { ...action("n1", "webhook"), config: { ui: { label: "Tell the ERP" } } };
    const ask = condition("n2", { ...branch("x"), label: "VIP" });
    const { problems } = validateGraph(graph([trigger(), hook, ask], ["start > n1", "n1 > n2", "n2 fallback> n3"]));
    expect(problems.map(({ message }) => message)).toEqual([
      "The connection from “Condition” leads to a step that does not exist.",
      "“Tell the ERP” needs the address to call.",
      "“Condition”: the branch “VIP” leads nowhere.",
    ]);
  });

  it("shorten what is long", () => {
    const long = { id: "it", type: "end", config: { ui: { label: "long ".repeat(1000) } } };
    const [first] = validateGraph(graph([trigger(), long])).problems;
    expect(first?.message.length).toBeLessThan(200);
  });
});

describe("the number of problems", () => {
  const many = graph([trigger(), condition("c", branch("x"))], ["start > c", "c > a", "c > b", "c > d"]);
  it("is limited, errors first", () => {
    const all = validateGraph(many);
    const some = validateGraph(many, { maxProblems: 2 });
    expect([all.truncated, some.truncated]).toEqual([false, true]);
    expect(some.problems).toHaveLength(2);
    expect(some.problems.every(({ severity }) => severity === "error")).toBe(true);
    expect(validateGraph(many, { maxProblems: 0 })).toMatchObject({ valid: false, problems: [], truncated: true });
  });
});

describe("the verdict", () => {
  const onlyOptions = [0, 1, 2, 3, 500, Infinity];

  it("never depends on how many problems are reported", () => {
    fc.assert(
      fc.property(fc.oneof(definitions, changed), (definition) => {
        const verdicts = onlyOptions.map((maxProblems) => validateGraph(definition, { maxProblems }).valid);
        expect(new Set(verdicts).size).toBe(1);
      }),
    );
  });

  it.each<[string, unknown, string]>([
    ["less than no problems", { maxProblems: -1 }, "maxProblems"],
    ["no number of problems", { maxProblems: NaN }, "maxProblems"],
    ["a text for a number", { maxProblems: "5" }, "maxProblems"],
    ["null", { maxProblems: null }, "maxProblems"],
    ["less than no nodes", { limits: { nodes: -5 } }, "limits.nodes"],
    ["waits that are no number", { limits: { waits: NaN } }, "limits.waits"],
    ["edges that are a text", { limits: { edges: "many" } }, "limits.edges"],
    ["values that are no number", { limits: { values: NaN } }, "limits.values"],
  ])("is not given for %s", (_, options, name) => {
    const judge = () => validateGraph(graph([trigger()]), options as never);
    expect(judge).toThrow(RangeError);
    expect(judge).toThrow(name);
  });
});

const at = (path: string): Diagnostic => ({ code: "cycle", severity: "error", message: "m", path });

describe("toFieldErrors", () => {
  it.each([
    ["", "graphDefinition"],
    ["/nodes", "graphDefinition.nodes"],
    ["/nodes/3/config/url", "graphDefinition.nodes[3].config.url"],
    ["/nodes/0/config/a~1b", 'graphDefinition.nodes[0].config["a/b"]'],
  ])("%j becomes %s", (path, field) => {
    expect(toFieldErrors([at(path)])).toEqual([{ field, message: "m" }]);
  });

  it("says the place once, where the sentence begins with it", () => {
    const told = { ...at("/conditions/rules"), message: "conditions.rules must be a list of rules" };
    expect(toFieldErrors([told], "")).toEqual([{ field: "conditions.rules", message: "must be a list of rules" }]);
  });

  it("leaves warnings out and takes another prefix", () => {
    const warning: Diagnostic = { ...at("/nodes"), severity: "warning" };
    expect(toFieldErrors([warning, at("/edges/1")], "")).toEqual([{ field: "edges[1]", message: "m" }]);
  });
});

describe("pointers", () => {
  it("escape and read back", () => {
    const path = pointer("a/b", "~1", 0, "");
    expect(path).toBe("/a~1b/~01/0/");
    expect(segmentsOf(path)).toEqual(["a/b", "~1", "0", ""]);
  });

  it("sort by number in lists", () => {
    expect(["/nodes/10", "/nodes/9/id", "/edges", "/nodes/9"].toSorted(comparePointers)).toEqual([
      "/edges",
      "/nodes/9",
      "/nodes/9/id",
      "/nodes/10",
    ]);
  });
});

describe("the report", () => {
  it("is sorted by place and shares nothing with its input", () => {
    const input = { ...graph([trigger(), wait("b", 1), wait("a", 1)]), edges: edges("start > b", "b > a") };
    const { problems, definition } = validateGraph(input);
    expect(problems.map(({ nodeId }) => nodeId)).toEqual(["b", "a"]);
    expect(definition).toEqual(input);
    expect(definition?.nodes).not.toBe(input.nodes);
  });
});
