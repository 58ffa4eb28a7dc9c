import { describe, expect, it } from "vitest";
import {
  analyseGraph,
  checkConformance,
  coverage,
  coverScenarios,
  createGraphSession,
  diffGraphs,
  mergeGraphs,
  strandedRuns,
} from "./analyse/index.ts";
import { hostileDefinitions } from "./analyse/testing/hostile.ts";
import { simulateCohort } from "./cohort/index.ts";
import type { GraphDefinition } from "./contract/definition.ts";
import { locate, toProblemDetails, toSarif } from "./formats/index.ts";
import {
  applyFixes,
  compileGraph,
  compileRun,
  describeProblem,
  evaluateQuery,
  explainQuery,
  handlesOf,
  nodeName,
  simulateRun,
  toFieldErrors,
  validateGraph,
} from "./index.ts";
import { layersOf, toGraphology } from "./interop/index.ts";
import { checkTemplate, createRenderer, findVariables, liquidRules, renderText } from "./liquid/index.ts";
import { ptBR } from "./messages/pt-br.ts";

const deep = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;
const start = { id: "start", type: "trigger" };
const ids = Array.from({ length: 50 }, (_, index) => `n${index}`);

const no = () => {
  throw new Error("no");
};

const unwilling = { get: no, has: no, ownKeys: no, getPrototypeOf: no, getOwnPropertyDescriptor: no };

/** With a property of each kind that throws when it is read. */
const deceitful = (node: object) =>
  ["config", "condition", "label"].reduce(
    (made, key) => Object.defineProperty(made, key, { get: no, enumerable: true }),
    node,
  );

const inputs: [name: string, input: unknown][] = [
  ...hostileDefinitions,
  ["10,000 levels", { version: 2, nodes: [start, { id: "a", type: "end", config: { deep: deep(10_000) } }] }],
  [
    "100,000 edges",
    {
      version: 2,
      nodes: [start, ...ids.map((id) => ({ id, type: "wait", config: { delaySeconds: 60 } }))],
      edges: Array.from({ length: 100_000 }, (_, index) => ({
        source: ids[index % 50],
        target: ids[(index * 7) % 50],
      })),
    },
  ],
  [
    "ids and keys that mean something to JavaScript",
    JSON.parse(`{ "version": 2, "__proto__": { "edges": 5 }, "constructor": null, "nodes": [
      { "id": "__proto__", "type": "trigger" }, { "id": "constructor", "type": "toString" }, { "id": "hasOwnProperty",
        "type": "action", "actionType": "constructor", "config": { "__proto__": { "text": "x" }, "buttons": {} } }
    ], "edges": [{ "source": "__proto__", "target": "constructor", "sourceHandle": "__proto__" }] }`),
  ],
  ["getters deep inside that throw", { version: 2, nodes: [start, deceitful({ id: "a", type: "action" })], edges: [] }],
  ["a proxy that lets nobody look", new Proxy({}, unwilling)],
  [
    "lone surrogates",
    {
      version: 2,
      nodes: [
        { id: "\uD800", type: "trigger" },
        { id: "a", type: "action", config: { "\uDC00": "\uD800 {{ \uDC00 }}" } },
      ],
      edges: [{ source: "\uD800", target: "a" }],
    },
  ],
];

const scenario = { startAt: "2026-01-05T12:00:00Z", facts: {} };
const run = { status: "waiting", currentNodeId: "a", startedAt: "2026-01-05T12:00:00Z" } as const;

/** Every function that takes a definition from outside. */
const entries: Record<string, (input: never) => unknown> = {
  validateGraph: (input) => validateGraph(input, { extraRules: liquidRules() }),
  applyFixes: (input) => applyFixes(input, "safe"),
  simulateRun: (input) => simulateRun(input, scenario, { render: createRenderer() }),
  simulateCohort: (input) => simulateCohort(input, { startAt: scenario.startAt }, { size: 3, seed: "s" }),
  analyseGraph: (input) => analyseGraph(input),
  coverScenarios: (input) => coverScenarios(input),
  coverage: (input) => coverage(input, [scenario]),
  diffGraphs: (input) => diffGraphs(input, input),
  mergeGraphs: (input) => mergeGraphs(input, input, input),
  checkConformance: (input) => checkConformance(input, run),
  strandedRuns: (input) => strandedRuns(input, input, [{ runId: "r", ...run }]),
  createGraphSession: (input) => createGraphSession(input).problems,
  compileGraph: (input) => [...compileGraph(input).indexOf.keys()],
  compileRun: (input) => [...compileRun(input).nodes.keys()],
  layersOf: (input) => layersOf(input),
  toGraphology: (input) => toGraphology(input).order,
};

describe.each(Object.entries(entries))("%s", (_, take) => {
  it.each(inputs)("answers %s", async (__, input) => {
    const answer = await take(input as never);
    // Numbers of paths are BigInts.
    const text = JSON.stringify(answer, (___, value: unknown) => (typeof value === "bigint" ? String(value) : value));
    expect(text).not.toBe("");
  });
});

const revoked = (list: boolean): unknown => {
  const { proxy, revoke } = Proxy.revocable(list ? [] : {}, {});
  revoke();
  return proxy;
};
const unreadable = (...keys: string[]) =>
  Object.defineProperties({}, Object.fromEntries(keys.map((key) => [key, { get: no, enumerable: true }])));

/** What may stand beside a definition: runs, scenarios, models, options, edits. */
const companions: [name: string, input: unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["a number", 5],
  ["a text", "run"],
  ["a function", no],
  ["an empty list", []],
  ["a list of what is none", [undefined, null, 5, "x", [], {}, Symbol("x"), revoked(false), new Proxy({}, unwilling)]],
  ["a list with a hole", Object.assign(Array<unknown>(2), { 1: null })],
  ["a list that lets nobody look", new Proxy([], unwilling)],
  ["a revoked object", revoked(false)],
  ["a revoked list", revoked(true)],
  ["a proxy that lets nobody look", new Proxy({}, unwilling)],
  [
    "getters that throw",
    unreadable(
      ..."status currentNodeId waitingForReply effects startedAt respectBusinessHours startAt fieldSlugs".split(" "),
      ..."fieldTypes stages".split(" "),
      ..."budget scenarios handles replySeconds facts limits replacing type".split(" "),
    ),
  ],
  [
    "fields of other types",
    {
      status: Symbol("x"),
      currentNodeId: 5,
      effects: [Symbol("x")],
      startedAt: {},
      attempts: 5n,
      givenUp: 1,
      startAt: 5,
      fieldSlugs: revoked(false),
      fieldTypes: revoked(true),
      stages: revoked(true),
      scenarios: revoked(true),
      handles: revoked(false),
      replySeconds: NaN,
      respectBusinessHours: Symbol("x"),
      replacing: Symbol("x"),
      type: Symbol("x"),
    },
  ],
  [
    "fields that hold what throws",
    {
      status: "waiting",
      currentNodeId: "ask",
      effects: ["ask", revoked(false)],
      scenarios: [revoked(false), unreadable("startAt")],
      fieldSlugs: new Proxy({}, unwilling),
      fieldTypes: new Proxy({}, unwilling),
      stages: [new Proxy({}, unwilling)],
      handles: { ask: new Proxy({}, unwilling) },
    },
  ],
];

const sound: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "?", awaitReply: true } },
    { id: "set", type: "action", actionType: "set_custom_field", config: { fieldId: "f", value: "x" } },
  ],
  edges: [
    { source: "start", target: "ask" },
    { source: "ask", target: "set", sourceHandle: "replied" },
  ],
};

/** Every function of the analyse entry, and what else than a definition it takes. */
const beside: Record<string, (input: never) => unknown> = {
  "the model of analyseGraph": (input) => analyseGraph(sound, input).nodes,
  "the options of coverScenarios": (input) => coverScenarios(sound, input),
  "the scenarios of coverage": (input) => coverage(sound, input),
  "the options of diffGraphs": (input) => diffGraphs(sound, sound, input),
  "a version of mergeGraphs": (input) => mergeGraphs(sound, input, sound),
  "the run of checkConformance": (input) => checkConformance(sound, input),
  "the options of checkConformance": (input) => checkConformance(sound, run, input),
  "the runs of strandedRuns": (input) => strandedRuns(sound, sound, input),
  "a run of strandedRuns": (input) => strandedRuns(sound, sound, [input]).length,
  "the options of createGraphSession": (input) => createGraphSession(sound, input).problems,
  "the edit of a session": (input) => createGraphSession(sound).apply(input),
  "a node's name in a session": (input) => createGraphSession(sound).canConnect(input, input, input),
  "what a session's edge replaces": (input) => createGraphSession(sound).canConnect("set", "next", "ask", input),
};

describe.each(Object.entries(beside))("%s", (_, take) => {
  it.each(companions)("may be %s", (__, input) => {
    expect(take(input as never)).toBeDefined();
  });
});

describe("what is said of hostile definitions", () => {
  it.each(inputs)("%s: in every form and language", (_, input) => {
    const { problems, definition } = validateGraph(input);
    expect(toSarif([{ problems, uri: "\uD800", text: "{" }]).runs).toHaveLength(1);
    expect(toProblemDetails(problems).errors).toHaveLength(problems.length);
    for (const { message } of toFieldErrors(problems)) expect(message).not.toBe("");
    for (const problem of problems) expect(describeProblem(problem, ptBR)).not.toBe("");
    for (const node of definition?.nodes ?? []) expect([nodeName(node), handlesOf(node)]).toHaveLength(2);
    if (definition) expect([compileGraph(definition).nodes, layersOf(definition).flat()]).toHaveLength(2);
  });

  it.each([
    "{{",
    "{% for %}",
    "{{ a | ".repeat(5000),
    "{% if a %}".repeat(5000),
    "\uD800{{ \uDC00 }}",
    "{{ __proto__ }}",
  ])("a text of Liquid: %.20s", (text) => {
    expect(Array.isArray(checkTemplate(text))).toBe(true);
    expect(Array.isArray(findVariables(text))).toBe(true);
    expect(typeof renderText(createRenderer(), text, {}, 0).text).toBe("string");
    expect(locate(text, ["/a", "", "no pointer"]).size).toBe(0);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a number", 5],
    ["rules that are none", { combinator: "and", rules: [null, 5, [], { field: {}, operator: [], value: 5n }] }],
    ["a rule that throws when it is read", { combinator: "and", rules: [deceitful({}), new Proxy({}, unwilling)] }],
    ["a proxy that lets nobody look", new Proxy({}, unwilling)],
    ["names of plain objects", { combinator: "__proto__", rules: [{ field: "__proto__", operator: "constructor" }] }],
  ])("a query that is %s holds or does not", (_, query) => {
    expect(typeof evaluateQuery(query as never, {})).toBe("boolean");
    expect(typeof explainQuery(query as never, {}).held).toBe("boolean");
    const facts = new Proxy({}, unwilling);
    expect(typeof evaluateQuery(query as never, facts)).toBe("boolean");
    expect(typeof explainQuery(query as never, facts).held).toBe("boolean");
  });
});
