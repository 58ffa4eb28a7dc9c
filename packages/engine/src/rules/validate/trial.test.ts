import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PatchOperation } from "../../contract/diagnostic.ts";
import type { GraphDefinition } from "../../contract/definition.ts";
import { readJson } from "../../json/read-json.ts";
import { changed, definitions, withSharedIds } from "../testing/arbitraries.ts";
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
    node.map((path) => ({ op: "add", path: `${path}/config`, value: { delaySeconds: 60, tagIds: [] } })),
    fc.constantFrom<never>(...(edges as never[])).map((value) => ({ op: "add", path: "/edges/-", value })),
    fc.constantFrom<PatchOperation>(
      { op: "replace", path: "/version", value: 3 },
      { op: "replace", path: "/nodes", value: 5 },
      { op: "replace", path: "/edges", value: null },
      { op: "remove", path: "/edges" },
    ),
    ...(drawn.length > 0 ? [edge.map((path): PatchOperation => ({ op: "remove", path }))] : []),
  ];
  return fc.oneof(...operations).map((operation) => [operation]);
};

const any = fc.oneof(definitions, withSharedIds, changed);

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

  it("answers for any patch what looking at all of the definition does", () => {
    fc.assert(
      fc.property(
        any.chain((definition) => fc.tuple(fc.constant(definition), patchOf(definition))),
        ([definition, patch]) => {
          const { subject } = findAll(readJson(definition), inquiry);
          const before = countsOf(definition);
          const trial = trialOf(subject, inquiry);
          const after = countsOf(applyPatch(definition, patch));
          for (const code of before.keys())
            expect([code, trial(code, patch)]).toEqual([code, isGood(before, code, after)]);
        },
      ),
      { numRuns: 800 },
    );
  });
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
