import { describe, expect, it } from "vitest";
import type { GraphEdge } from "../../contract/definition.ts";
import { branch, condition, end, graph, named, trigger, wait } from "../testing/graphs.ts";
import { validateGraph } from "./validate.ts";
import type { ValidateOptions } from "./validate.ts";

const problemsOf = (definition: unknown, options?: ValidateOptions) => validateGraph(definition, options).problems;
const safe = (definition: unknown) => problemsOf(definition).flatMap(({ fixes = [] }) => fixes.map((fix) => fix.safe));
const fixesOf = (definition: unknown) =>
  problemsOf(definition).flatMap(({ code, fixes = [] }) => fixes.map(({ title }) => `${code}: ${title}`));

const ends = (count: number) =>
  graph(
    Array.from({ length: count }, (_, index) => end(`n${index}`)),
    ["ghost > n0"],
  );

const waits = (config: object) => graph([trigger(), { id: "w", type: "wait", config }], ["start > w"]);

describe("fixes", () => {
  it("say what they do", () => {
    const draft = named(
      graph([trigger(), wait("a"), wait("b"), end(), wait("v"), wait("w")], ["start > a", "a > b", "b > a", "v > w"]),
    );
    expect(fixesOf(draft)).toEqual([
      "cycle: Remove the connection “Wait 1 minute” (“Next”) → “Wait 1 minute”",
      "unreachable-node: Remove the step",
      "unreachable-node: Remove these 2 steps",
    ]);
  });

  it("of a second edge to elsewhere may lose something, of the same edge again may not", () => {
    const steps = [trigger(), condition("c", branch("a")), wait("w"), end()];
    const second = (target: string) =>
      graph(steps, ["start > c", "c branch_a> w", "c fallback> w", `c fallback> ${target}`, "w > done"]);
    expect([safe(second("done")), safe(second("w"))]).toEqual([[false], [true]]);
  });

  it("add a trigger of a new id, before the first step that nothing leads to", () => {
    const draft = graph(
      [wait("a"), end("trigger"), end("trigger-2"), wait("b")],
      ["b > a", "a > trigger", "b fallback> trigger-2"],
    );
    const [missing] = problemsOf(draft).filter(({ code }) => code === "no-trigger");
    expect(missing?.fixes).toMatchObject([
      {
        patch: [
          { path: "/nodes/0", value: { id: "trigger-3", type: "trigger" } },
          { value: { source: "trigger-3", target: "b" } },
        ],
      },
    ]);
  });

  it("of a wait lose nothing where it has no time yet", () => {
    expect([safe(waits({})), safe(waits({ ui: {} })), safe(waits({ delaySeconds: 1 }))]).toEqual([
      [true],
      [true],
      [false],
    ]);
  });

  it("of an edge's second id drop that id", () => {
    const twice = { ...graph([trigger(), wait("a"), end()]), edges: [] as GraphEdge[] };
    twice.edges = [
      { id: "e", source: "start", target: "a" },
      { id: "e", source: "a", target: "done" },
    ];
    expect(problemsOf(twice)[0]?.fixes).toMatchObject([{ safe: true, patch: [{ op: "remove", path: "/edges/1/id" }] }]);
  });

  it("are offered for definitions of up to 1,000 nodes and edges", () => {
    const options = { limits: { nodes: 2000 } };
    const offered = (count: number) => problemsOf(ends(count), options).some(({ fixes }) => fixes !== undefined);
    expect([offered(999), offered(1000)]).toEqual([true, false]);
  });
});
