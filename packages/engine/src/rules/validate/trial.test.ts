import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PatchOperation } from "../../contract/diagnostic.ts";
import type { GraphDefinition } from "../../contract/definition.ts";
import { readJson } from "../../json/read-json.ts";
import { changed, definitions, sound, withSharedIds } from "../testing/arbitraries.ts";
import { action, branch, condition, end, graph, trigger, wait } from "../testing/graphs.ts";
import type { ExtraRule } from "./extra-rule.ts";
import { findAll } from "./find-all.ts";
import { asRead, judge } from "./judge.ts";
import { applyPatch } from "./patch.ts";
import { trialOf } from "./trial.ts";
import { inquiryOf, validateGraph } from "./validate.ts";

const lonely: ExtraRule = {
  code: "lonely",
  severity: "warning",
  *run({ definition: { nodes, edges = [] } }) {
    for (const [index, { id }] of nodes.entries()) {
      const isLonely = edges.every(({ source, target }) => source !== id && target !== id);
      const fixes = [{ title: "Remove it", safe: false, patch: [{ op: "remove" as const, path: `/nodes/${index}` }] }];
      if (isLonely) yield { message: "Nothing leads here", path: `/nodes/${index}`, fixes };
    }
  },
};
const inquiry = inquiryOf({
  maxProblems: 1e6,
  extraRules: [lonely],
  limits: { nodes: 6, waits: 2, edges: 9 },
  trigger: { type: "no_such_trigger" },
});

type Counts = ReadonlyMap<string, number>;

/** How often each code is found by looking at all of a definition. */
function countsOf(definition: unknown): Counts {
  const counts = new Map<string, number>();
  for (const { code } of judge(asRead(definition as never), inquiry).problems)
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function isGood(before: Counts, code: string, after: Counts): boolean {
  if ((after.get(code) ?? 0) >= (before.get(code) ?? 0)) return false;
  return [...after].every(([each, times]) => times <= (before.get(each) ?? 0));
}

const replacements = [
  end("b"),
  wait("a", 1),
  { id: "c" },
  null,
  condition("a", branch("x"), branch("x")),
  trigger("z"),
];
const edges = [{ source: "start", target: "a" }, { source: "a", target: "ghost" }, { source: 5 }, "x"];
/** Settings that change what a node offers, and such as leave the drawing as it is. */
const settings = [
  {},
  { delaySeconds: 60, tagIds: [] },
  { delaySeconds: 40_000_000, tagIds: ["t"], text: "Hi", url: "https://example.com" },
  { text: "Hi", buttons: 5, exits: 5 },
  { text: "Hi", awaitReply: true, exits: [{ id: "x" }], buttons: [{ id: "y" }] },
  5,
];
/** Of nodes and of edges. */
const fields = {
  node: { id: ["a", "start", ""], type: ["wait", "end", "teleport"], actionType: ["wait", "add_tag", "send_whatsapp"] },
  edge: { id: ["e0", 5], source: ["a", "ghost"], target: ["b", null], sourceHandle: ["next", "fallback", "bad", 5] },
};
const put = (place: fc.Arbitrary<string>, values: Readonly<Record<string, readonly unknown[]>>) =>
  fc.constantFrom(...Object.keys(values)).chain((field) =>
    fc.record({
      op: fc.constant("add" as const),
      path: place.map((path) => `${path}/${field}`),
      value: fc.constantFrom(...((values[field] ?? []) as never[])),
    }),
  );

/** A patch of a definition, which may break or fix anything. */
const patchOf = ({ nodes, edges: drawn = [] }: GraphDefinition): fc.Arbitrary<PatchOperation[]> => {
  const node = fc.nat(nodes.length - 1).map((index) => `/nodes/${index}`);
  const edge = fc.nat(Math.max(0, drawn.length - 1)).map((index) => `/edges/${index}`);
  const operations: fc.Arbitrary<PatchOperation>[] = [
    node.map((path) => ({ op: "remove", path })),
    fc.record({
      op: fc.constant("replace" as const),
      path: node,
      value: fc.constantFrom<never>(...(replacements as never[])),
    }),
    fc.record({
      op: fc.constant("add" as const),
      path: node,
      value: fc.constantFrom<never>(...(replacements as never[])),
    }),
    put(node, { config: settings }),
    put(node, fields.node),
    fc.constantFrom<never>(...(edges as never[])).map((value) => ({ op: "add", path: "/edges/-", value })),
    fc.constantFrom<PatchOperation>(
      { op: "replace", path: "/version", value: 3 },
      { op: "replace", path: "/nodes", value: 5 },
      { op: "replace", path: "/edges", value: null },
      { op: "remove", path: "/edges" },
    ),
    ...(drawn.length > 0 ? [edge.map((path): PatchOperation => ({ op: "remove", path })), put(edge, fields.edge)] : []),
  ];
  return fc.oneof(...operations).map((operation) => [operation]);
};

/** The operation that takes one back. */
function inverse(definition: GraphDefinition, { op, path }: PatchOperation): PatchOperation {
  const keys = path.split("/").slice(1);
  const old = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], definition) as never;
  if (path.endsWith("/-")) return { op: "remove", path: `/edges/${(definition.edges ?? []).length}` };
  if (op === "add" && (keys.length === 2 || old === undefined)) return { op: "remove", path };
  return { op: op === "remove" ? "add" : "replace", path, value: old };
}

/** With edges of which some share an id. */
const withEdgeIds = changed.map((definition) => ({
  ...definition,
  edges: (definition.edges ?? []).map((edge, index) => ({ ...edge, id: `e${index % 3}` })),
}));
const any = fc.oneof(definitions, withSharedIds, withEdgeIds, changed, sound);

function answersAsTheFullWay(definition: GraphDefinition, patch: PatchOperation[]): void {
  const before = countsOf(definition);
  const after = countsOf(applyPatch(definition, patch));
  const trial = trialOf(findAll(readJson(definition), inquiry).subject, inquiry);
  const codes = [...before.keys()];
  expect(codes.filter((code) => trial(code, patch))).toEqual(codes.filter((code) => isGood(before, code, after)));
}

describe("trying a patch by what it touches", () => {
  it("answers for every fix what looking at all of the definition does", () => {
    fc.assert(
      fc.property(any, (definition) => {
        const { subject } = findAll(readJson(definition), inquiry);
        const before = countsOf(definition);
        const trial = trialOf(subject, inquiry);
        for (const { code, fixes = [] } of judge(asRead(definition as never), inquiry).problems) {
          for (const { patch } of fixes) {
            expect([patch, trial(code, patch)]).toEqual([
              patch,
              isGood(before, code, countsOf(applyPatch(definition, patch))),
            ]);
          }
        }
      }),
      { numRuns: 800 },
    );
  });

  it("answers for any patch, and for what takes it back, what looking at all of the definition does", () => {
    fc.assert(
      fc.property(
        any.chain((definition) => fc.tuple(fc.constant(definition), patchOf(definition))),
        ([definition, patch]) => {
          answersAsTheFullWay(definition, patch);
          answersAsTheFullWay(
            applyPatch(definition, patch),
            patch.map((each) => inverse(definition, each)),
          );
        },
      ),
      { numRuns: 2400 },
    );
  });
});

const sent = (id: string, config: object) => action(id, "send_whatsapp", { ...config });
const twoMessages = graph([trigger(), sent("a", { text: "Hi" }), sent("b", {})], ["start > a", "a > b"]);

it.each<[string, GraphDefinition, string, PatchOperation]>([
  [
    "edges that become a list, which connect nothing",
    { ...graph([trigger(), end()]), edges: null as never },
    "wrong-type",
    { op: "replace", path: "/edges", value: [] },
  ],
  [
    "a text that another message has",
    twoMessages,
    "message-without-content",
    { op: "add", path: "/nodes/2/config/text", value: "Hi" },
  ],
])("no good are %s", (_, definition, code, operation) => {
  const trial = trialOf(findAll(readJson(definition), inquiryOf({})).subject, inquiryOf({}));
  expect(trial(code, [operation])).toBe(false);
});

it("nodes that a fix does not touch are not looked at again", () => {
  let looked = 0;
  const watched = action("mail", "send_email", { body: "Hi" });
  const nodes = [trigger(), watched, ...Array.from({ length: 20 }, (_, index) => wait(`w${index}`, 1)), end()];
  const lines = ["start > mail", "mail > w0", ...nodes.slice(3, -1).map((_, index) => `w${index} > w${index + 1}`)];
  const { subject } = findAll(readJson(graph(nodes, [...lines, "w19 > done"])), inquiryOf({}));
  const config = subject?.graph.nodes[1]?.config;
  Object.defineProperty(subject?.graph.nodes[1] ?? {}, "config", {
    enumerable: true,
    get: () => {
      looked += 1;
      return config;
    },
  });
  const trial = trialOf(subject, inquiryOf({}));
  const { problems } = validateGraph(graph(nodes, [...lines, "w19 > done"]));
  const patches = problems.flatMap(({ code, fixes = [] }) => fixes.map(({ patch }) => ({ code, patch })));
  expect(patches.map(({ code, patch }) => trial(code, patch))).toEqual(Array.from({ length: 20 }, () => true));
  // Whether it sends what another sends, and what it offers, depend on others: a few looks for each fix, not one a rule.
  expect(looked).toBeLessThan(20 * 8);
});
