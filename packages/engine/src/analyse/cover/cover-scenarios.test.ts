import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { handlesOf } from "../../graph/handles.ts";
import { graphs, scenarios } from "../../interpreter/testing/arbitraries.ts";
import { changed, definitions, withSharedIds } from "../../rules/testing/arbitraries.ts";
import { action, condition, end, graph, roundRobin, trigger, wait } from "../../rules/testing/graphs.ts";
import { readField } from "../../query/fields.ts";
import { simulateRun } from "../../simulate/simulate-run.ts";
import { PROPOSAL, WELCOME } from "../../simulate/testing/graphs.ts";
import { coverage } from "./coverage.ts";
import { coverScenarios } from "./cover-scenarios.ts";
import { branching, verdicts, when, type Asked } from "./testing/asking.ts";
import { hostileDefinitions } from "../testing/hostile.ts";
import { chains, queries, typedFacts } from "../testing/queries.ts";

const ask = (config: JsonObject = {}): GraphNode => action("ask", "send_whatsapp", { text: "?", ...config });

function takenBy(definition: GraphDefinition): (number | undefined)[] {
  const found = coverScenarios(definition).scenarios.map(({ scenario }) => scenario);
  return coverage(definition, found).edges.map(({ runs }) => runs);
}

describe("coverScenarios", () => {
  it.each([
    ["the welcome of a lead", WELCOME, 6],
    ["the care for a proposal", PROPOSAL, 3],
  ])("takes every edge of %s with the fewest runs", (_, definition, count) => {
    const { scenarios: found, lowerBound, unreachable, unknown } = coverScenarios(definition);
    expect([found.length, lowerBound, unreachable, unknown]).toEqual([count, count, [], []]);
    expect(takenBy(definition).every((runs) => (runs ?? 0) > 0)).toBe(true);
  });

  it("names each scenario by what is decided in it, as people call it", () => {
    const exits: JsonObject[] = [{ id: "a", label: "Ana" }, { id: "b", label: "Bia" }, { id: "c" }];
    const definition = graph(
      [trigger(), roundRobin("team", ...exits), ask({ buttons: [{ id: "y", label: "Yes" }] }), end()],
      ["start > team", "team rr_a> ask", "team rr_b> done", "team rr_c> done", "ask btn_y> done", "ask timeout> done"],
    );
    const names = coverScenarios(definition).scenarios.map(({ scenario }) => scenario.name);
    expect(names.toSorted()).toEqual(["3", "Ana, Yes", "Ana, no reply", "Bia"]);
    const straight = coverScenarios(graph([trigger(), end()], ["start > done"])).scenarios;
    expect(straight.map(({ scenario }) => scenario.name)).toEqual(["Straight through"]);
  });

  it.each<[string, GraphNode[], string[]]>([
    [
      "what a step before has set",
      [
        action("set", "move_stage", { targetStageId: "s2" }),
        condition("c", when("x", ["deal.stageId", "=", "s2"], ["deal.daysInStage", "<", 1])),
      ],
      ["start > set", "set > c", "c branch_x> done"],
    ],
    [
      "days that pass on the way",
      [wait("w", 5 * 86_400), condition("c", when("x", ["deal.daysInStage", "between", [5, 6]]))],
      ["start > w", "w > c", "c branch_x> done", "c fallback> done"],
    ],
    [
      "the text of a reply",
      [ask({ awaitReply: true }), condition("c", when("x", ["message.text", "contains", "price"]))],
      ["start > ask", "ask replied> c", "c branch_x> done", "c fallback> done"],
    ],
    [
      "the button of a reply that has no edge of its own",
      [ask({ buttons: [{ id: "y" }, { id: "n" }] }), condition("c", when("x", ["message.buttonId", "=", "n"]))],
      ["start > ask", "ask replied> c", "c branch_x> done", "c fallback> done"],
    ],
    [
      "tags added and taken off",
      [
        action("add", "add_tag", { tagIds: ["a"] }),
        action("off", "remove_tag", { tagIds: ["b"] }),
        condition("c", when("x", ["deal.tagIds", "contains", ["a", "c"]])),
      ],
      ["start > add", "add > off", "off > c", "c branch_x> done", "c fallback> done"],
    ],
    [
      "waits beyond the end of the calendar",
      [
        wait("w", 1e300),
        action("set", "move_stage", { targetStageId: "s2" }),
        condition("c", when("x", ["deal.stageChangedAt", "notNull"])),
      ],
      ["start > w", "w > set", "set > c", "c branch_x> done"],
    ],
    [
      "a tag that a step before takes off",
      [
        condition("had", when("x", ["deal.tagIds", "contains", "v"])),
        action("off", "remove_tag", { tagIds: ["v"] }),
        condition("c", when("x", ["deal.tagIds", "doesNotContain", "v"])),
      ],
      ["start > had", "had branch_x> off", "had fallback> done", "off > c", "c branch_x> done"],
    ],
    [
      "failures",
      [action("call", "webhook", { url: "https://x.example" }), wait("w", 5)],
      ["start > call", "call > done", "call fallback> w", "w > done"],
    ],
  ])("finds facts and outcomes for %s", (_, nodes, lines) => {
    const definition = graph([trigger(), ...nodes, end()], lines);
    expect(verdicts(definition)).toEqual([]);
    expect(takenBy(definition).every((runs) => (runs ?? 0) > 0)).toBe(true);
  });

  it("takes other paths where a condition repeats an earlier one", () => {
    const big = when("x", ["deal.value", ">", 10]);
    const definition = graph(
      [trigger(), condition("one", big), wait("a", 5), wait("b", 5), condition("two", big), end()],
      [
        "start > one",
        "one branch_x> a",
        "one fallback> b",
        "a > two",
        "b > two",
        "two branch_x> done",
        "two fallback> done",
      ],
    );
    expect(coverScenarios(definition)).toMatchObject({ lowerBound: 2, unreachable: [], unknown: [] });
    expect(coverScenarios(definition).scenarios).toHaveLength(2);
  });

  it("says of a run without any choice that it goes straight through", () => {
    const { scenarios: found } = coverScenarios(graph([trigger(), end()], ["start > done"]));
    expect(found).toEqual([
      { scenario: { name: "Straight through", startAt: "2026-01-05T12:00:00.000Z", facts: {} }, edges: [0] },
    ]);
  });
});

const DAY = 86_400;

/** A step, then a condition with one branch. */
const stepThen = (step: GraphNode, ...rules: Asked[]) =>
  graph(
    [trigger(), step, condition("c", when("x", ...rules)), end()],
    [`start > ${step.id}`, `${step.id} > c`, "c branch_x> done", "c fallback> done"],
  );

describe("days in a stage", () => {
  it.each<[string, GraphNode, Asked]>([
    ["a wait of three days", wait("w", 3 * DAY), ["deal.daysInStage", "<=", 3]],
    ["a wait of a day and a half", wait("w", 1.5 * DAY), ["deal.daysInStage", "<", 2]],
    [
      "a move to a stage, which counts anew",
      action("set", "move_stage", { targetStageId: "s2" }),
      ["deal.daysInStage", "<", 1],
    ],
  ])("may be as few as have passed: %s", (_, step, rule) => {
    expect(verdicts(stepThen(step, rule)).filter((verdict) => verdict.startsWith("c branch_x"))).toEqual([]);
  });

  it("are whole and not negative in every scenario", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("<", "<=", "=", "!=", ">", ">="),
        fc.double({ min: -3, max: 9, noNaN: true }),
        fc.nat(5),
        (operator, value, waited) => {
          const definition = stepThen(wait("w", waited * DAY), ["deal.daysInStage", operator, value]);
          const days = coverScenarios(definition).scenarios.map(({ scenario }) =>
            readField(scenario.facts, "deal.daysInStage"),
          );
          expect(days.filter((each) => each !== null && !(Number.isInteger(each) && Number(each) >= 0))).toEqual([]);
        },
      ),
    );
  });
});

describe("an edge that no run takes", () => {
  it.each<[string, GraphDefinition, string[]]>([
    [
      "rules that exclude each other",
      branching(when("x", ["deal.value", ">", 10], ["deal.value", "<", 5])),
      ["c branch_x> done: contradictory"],
    ],
    [
      "a branch that an earlier one takes",
      branching(when("x", ["deal.value", ">", 5]), when("y", ["deal.value", ">", 10])),
      ["c branch_y> done: shadowed"],
    ],
    [
      "a fallback when some branch always holds",
      branching(
        when("x", ["deal.value", ">", 5]),
        when("y", ["deal.value", "<=", 5]),
        when("z", ["deal.value", "null"]),
      ),
      ["c fallback> done: shadowed"],
    ],
    [
      "what an unknown operator asks",
      branching(when("x", ["deal.value", "resembles", 5])),
      ["c branch_x> done: contradictory"],
    ],
    [
      "what only such an edge leads to",
      graph(
        [trigger(), condition("c", when("x", ["deal.value", "=", 1], ["deal.value", "=", 2])), wait("w"), end()],
        ["start > c", "c branch_x> w", "w > done", "c fallback> done"],
      ),
      ["c branch_x> w: contradictory", "w > done: behind"],
    ],
    [
      "a branch that contradicts one before it on every way",
      graph(
        [
          trigger(),
          condition("c", when("x", ["deal.value", ">", 10])),
          wait("w"),
          condition("d", when("y", ["deal.value", ">", 20])),
          wait("v"),
          end(),
        ],
        ["start > c", "c branch_x> done", "c fallback> w", "w > d", "d branch_y> v", "v > done", "d fallback> done"],
      ),
      ["d branch_y> v: contradicts-earlier", "v > done: behind"],
    ],
    [
      "a branch that a step before makes impossible",
      graph(
        [
          trigger(),
          action("set", "assign_responsible", { userId: "a" }),
          condition("c", when("x", ["deal.responsibleUserId", "!=", "a"])),
          end(),
        ],
        ["start > set", "set > c", "c branch_x> done", "c fallback> done"],
      ),
      ["c branch_x> done: contradicts-earlier"],
    ],
    [
      "fewer days in the stage than the run has waited",
      stepThen(wait("w", 3 * DAY), ["deal.daysInStage", "<", 3]),
      ["c branch_x> done: contradicts-earlier"],
    ],
    [
      "days in the stage from none to two after five",
      stepThen(wait("w", 5 * DAY), ["deal.daysInStage", "between", [0, 2]]),
      ["c branch_x> done: contradicts-earlier"],
    ],
    [
      "days in the stage below 0",
      branching(when("x", ["deal.daysInStage", "<", 0])),
      ["c branch_x> done: contradictory"],
    ],
    [
      "part of a day in the stage",
      branching(when("x", ["deal.daysInStage", "=", 1.5])),
      ["c branch_x> done: contradictory"],
    ],
    [
      "a tag that a step before has taken off",
      stepThen(action("off", "remove_tag", { tagIds: ["v"] }), ["deal.tagIds", "contains", "v"]),
      ["c branch_x> done: contradicts-earlier"],
    ],
    [
      "no last message after one is sent",
      stepThen(action("send", "send_whatsapp", { text: "Hello" }), ["deal.lastMessageAt", "null"]),
      ["c branch_x> done: contradicts-earlier"],
    ],
    [
      "an exit without weight, an exit that another comes before, a second edge from one handle",
      graph(
        [trigger(), roundRobin("team", { id: "a" }, { id: "b", weight: 0 }), ask({ awaitReply: true }), end()],
        [
          "start > team",
          "team rr_a> ask",
          "team rr_b> done",
          "ask replied> done",
          "ask next> done",
          "ask text_reply> done",
          "start > done",
        ],
      ),
      [
        "team rr_b> done: never-taken",
        "ask next> done: never-taken",
        "ask text_reply> done: never-taken",
        "start > done: never-taken",
      ],
    ],
    [
      "an edge of a node that nothing leads to",
      graph([trigger(), wait("w"), end()], ["start > done", "w > done"]),
      ["w > done: behind"],
    ],
  ])("%s", (_, definition, expected) => expect(verdicts(definition)).toEqual(expected));

  it("is unknown where neither is found", () => {
    const rules = Array.from(
      { length: 200 },
      (_, index) => ["deal.name", "doesNotContain", `${index}`] as [string, string, JsonValue],
    );
    const definition = branching(when("x", ["deal.name", "contains", "q"], ["deal.name", ">", "qqqq"], ...rules));
    expect(coverScenarios(definition, { budget: 100 }).unknown.length).toBeGreaterThan(0);
  });
});

/** Graphs whose conditions ask about fields that touch. */
const asking: fc.Arbitrary<GraphDefinition> = fc
  .tuple(graphs, fc.array(queries, { minLength: 6, maxLength: 6 }))
  .map(([definition, list]) => ({
    ...definition,
    nodes: definition.nodes.map((node, index) =>
      node.type === "condition"
        ? {
            ...node,
            condition: {
              branches: ["a", "b"].map((id, part) => ({ id, query: list[(index + part) % 6] })),
            } as unknown as JsonObject,
          }
        : node,
    ),
  }));

/** Every edge with an id, to know it again in a trace. */
const named = (definition: GraphDefinition): GraphDefinition => ({
  ...definition,
  edges: (definition.edges ?? []).map((edge, index) => ({ ...edge, id: `e${index}` })),
});

describe("coverScenarios of any graph", () => {
  it("gives scenarios that run exactly as said, and accounts for every edge", () => {
    fc.assert(
      fc.property(fc.oneof(graphs, asking, chains, changed, definitions, withSharedIds), (draft) => {
        const definition = named(draft);
        const cover = coverScenarios(definition);
        fc.pre(cover.problem === null);
        const edges = definition.edges ?? [];
        for (const { scenario, edges: path } of cover.scenarios) {
          const ids = simulateRun(definition, scenario).trace.flatMap(({ edgeId }) => edgeId ?? []);
          expect(ids).toEqual(path.map((edge) => edges[edge]?.id));
        }
        const taken = cover.scenarios.flatMap((each) => each.edges);
        const rest = [...cover.unreachable, ...cover.unknown].map(({ edge }) => edge);
        expect([...new Set([...taken, ...rest])].toSorted((a, b) => a - b)).toEqual([...edges.keys()]);
        expect(taken.filter((edge) => rest.includes(edge))).toEqual([]);
        expect(cover.scenarios.length).toBeGreaterThanOrEqual(cover.lowerBound);
      }),
    );
  });

  it("never calls an edge unreachable that some run takes", () => {
    fc.assert(
      fc.property(
        fc.oneof(asking, chains),
        scenarios,
        fc.array(typedFacts, { minLength: 5, maxLength: 10 }),
        (definition, scenario, all) => {
          const dead = new Set(coverScenarios(definition).unreachable.map(({ edgeId }) => edgeId));
          for (const facts of all) {
            const { trace } = simulateRun(definition, { ...scenario, facts });
            expect(trace.filter(({ edgeId }) => edgeId !== null && dead.has(edgeId))).toEqual([]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("what is no runnable graph", () => {
  it.each(hostileDefinitions)("%s: a problem as data", (_, input) => {
    const { problem, scenarios: found } = coverScenarios(input as GraphDefinition);
    expect([typeof problem, found]).toEqual(["string", []]);
    expect(typeof coverage(input as GraphDefinition, [{ startAt: "2026-01-05T12:00:00Z", facts: {} }]).problem).toBe(
      "string",
    );
  });

  it("a graph of thousands of steps ends within the work allowed", () => {
    const steps = Array.from({ length: 3000 }, (_, index) =>
      condition(`c${index}`, when("x", ["deal.value", ">", index])),
    );
    const edges = steps.flatMap((node, index) =>
      handlesOf(node).map(({ id }) => ({ source: node.id, target: steps[index + 1]?.id ?? "done", sourceHandle: id })),
    );
    const definition: GraphDefinition = {
      version: 2,
      nodes: [trigger(), ...steps, end()],
      edges: [{ source: "start", target: "c0" }, ...edges],
    };
    const { problem, scenarios: found, unknown } = coverScenarios(definition, { budget: 200_000 });
    expect([problem, found.length + unknown.length > 0]).toEqual([null, true]);
  });
});
