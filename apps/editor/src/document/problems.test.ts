import type { Diagnostic } from "@trilho/engine";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkerCode } from "./checker-code.ts";
import { createCanvasLink, type EditorServices } from "./context.ts";
import { createEditorStore } from "./editor-store.ts";
import { NOT_LOOKED, placeOf, problemsOf } from "./problems.ts";
import { showProblem } from "./show-problem.ts";
import { NOWHERE, surroundings } from "./surroundings.ts";
import { graph, seeded } from "./testing.ts";
import { createViewStore } from "./view-store.ts";

beforeAll(() => checkerCode.load());
afterEach(() => surroundings.setState(NOWHERE));

const odd = { id: "odd", source: "t", target: "a", sourceHandle: "sideways" };
const stray = { ...graph("t>a"), edges: [...(graph("t>a").edges ?? []), odd] };

describe("problems", () => {
  test("of an edge show at the step that it leaves", () => {
    const { all, byNode } = problemsOf(stray);
    const ofEdge = all.filter(({ edgeId, nodeId }) => edgeId === "odd" && nodeId === undefined);
    expect(ofEdge.length).toBeGreaterThan(0);
    expect(byNode.get("t")).toEqual(expect.arrayContaining(ofEdge));
    expect(ofEdge.map((problem) => placeOf(stray, problem))).toEqual(ofEdge.map(() => "t"));
  });

  test("of the whole graph show at no step", () => {
    const [problem] = problemsOf({ version: 2, nodes: [] }).all;
    expect(problem && placeOf({ version: 2, nodes: [] }, problem)).toBeNull();
  });

  test("are counted, errors and warnings apart", () => {
    const { all, errors, warnings } = problemsOf(stray);
    expect(errors).toBe(all.filter(({ severity }) => severity === "error").length);
    expect(errors).toBeGreaterThan(0);
    expect(errors + warnings).toBe(all.length);
  });

  test("of the settings show at the trigger, and are looked for again when they change", () => {
    const definition = graph("a>b t>a");
    const before = problemsOf(definition);
    expect(problemsOf(definition)).toBe(before);
    surroundings.setState({ settings: ["Say when it starts."] });
    const [problem] = problemsOf(definition).all;
    expect(problem).toMatchObject({ message: "Say when it starts.", severity: "error", path: "/nodes/2", nodeId: "t" });
    expect(problemsOf(definition).errors).toBe(before.errors + 1);
  });

  test("of the settings of a graph without a trigger are the graph's", () => {
    surroundings.setState({ settings: ["Say when it starts."] });
    expect(problemsOf({ version: 2, nodes: [] }).all[0]).toMatchObject({ path: "", message: "Say when it starts." });
  });

  test("are not known before what looks for them is here, and then found at once", () => {
    const { checker } = surroundings.getState();
    surroundings.setState({ checker: null });
    expect(problemsOf(stray)).toBe(NOT_LOOKED);
    surroundings.setState({ checker });
    expect(problemsOf(stray).errors).toBeGreaterThan(0);
  });
});

test.each([
  ["a folded exit", "reply-without-timeout", ["a", "b"]],
  ["a text", "empty-message", ["b"]],
])("a problem of %s leads to its step, whose exits are unfolded where one of them is meant", (_, code, unfolded) => {
  const store = createEditorStore({ definition: graph("t>a>b"), random: seeded() });
  const view = createViewStore("canvas");
  view.getState().set({ unfolded: new Set(["b"]) });
  const services = { store, view, canvas: createCanvasLink() } as EditorServices;
  showProblem(services, { code, severity: "warning", message: "", path: "/nodes/1", nodeId: "a" } as Diagnostic);
  expect(store.getState().selection.nodeIds).toEqual(["a"]);
  expect([...view.getState().unfolded].toSorted()).toEqual(unfolded);
});
