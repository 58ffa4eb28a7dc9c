import { validateGraph } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode, JsonValue } from "@trilho/engine";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SALES } from "../graphs/sales.ts";
import { SHAPES } from "../graphs/shapes.ts";
import { BROKEN } from "./broken.ts";
import { isObject } from "./peers/same-job/problem.ts";
import { validateWithLibraries } from "./peers/same-job/validator.ts";

function codes(problems: readonly { code: string }[]): string[] {
  return [...new Set(problems.map(({ code }) => code))].toSorted();
}

function expectSame(definition: GraphDefinition): void {
  const ours = validateGraph(definition);
  const theirs = validateWithLibraries(definition);
  expect(codes(theirs.problems)).toEqual(codes(ours.problems));
  expect(theirs.valid).toBe(ours.valid);
}

const BASES = [SALES, SHAPES.chain(20), SHAPES.diamonds(20), SHAPES.tree(20), SHAPES.wide(12)];
const HANDLES = ["next", "fallback", "timeout", "text_reply", "branch_yes", "rr_s1", "btn_call", "sideways"];
const VALUES: JsonValue[] = [null, "", "x", 0, 7, -1, true, [], [""], {}];

type Pick = readonly [first: number, second: number, value: JsonValue, handle: string];
type Drawing = { nodes: GraphNode[]; edges: GraphEdge[] };

/** What may happen to a graph on its way here. */
const CHANGES: Readonly<Record<string, (drawing: Drawing, pick: Pick) => void>> = {
  "an edge is gone": ({ edges }, [first]) => void edges.splice(first % edges.length, 1),
  "a node is gone": ({ nodes }, [first]) => void nodes.splice(first % nodes.length, 1),
  "an edge leads elsewhere": ({ nodes, edges }, [first, second]) =>
    void Object.assign(edges[first % edges.length] ?? {}, { target: nodes[second % nodes.length]?.id }),
  "an edge leads nowhere": ({ edges }, [first]) =>
    void Object.assign(edges[first % edges.length] ?? {}, { target: "ghost" }),
  "an edge comes from elsewhere": ({ nodes, edges }, [first, second]) =>
    void Object.assign(edges[first % edges.length] ?? {}, { source: nodes[second % nodes.length]?.id }),
  "an edge leaves by another handle": ({ edges }, [first, , , sourceHandle]) =>
    void Object.assign(edges[first % edges.length] ?? {}, { sourceHandle }),
  "an edge more": ({ nodes, edges }, [first, second, , sourceHandle]) => {
    const [source, target] = [nodes[first % nodes.length]?.id ?? "", nodes[second % nodes.length]?.id ?? ""];
    edges.push({ source, target, sourceHandle });
  },
  "a value of a config is another": ({ nodes }, [first, second, value]) => {
    const config: unknown = nodes[first % nodes.length]?.config;
    const keys = isObject(config) ? Object.keys(config) : [];
    if (isObject(config)) config[keys[second % keys.length] ?? "ui"] = value;
  },
  "a node is of another type": ({ nodes }, [first, second]) => {
    const type = ["trigger", "action", "condition", "wait", "round_robin", "end", "teleport"][second % 7];
    Object.assign(nodes[first % nodes.length] ?? {}, { type });
  },
  "a field of a node is another": ({ nodes }, [first, second, value]) => {
    const key = ["id", "actionType", "config", "condition"][second % 4] ?? "";
    Object.assign(nodes[first % nodes.length] ?? {}, { [key]: value });
  },
};

const changed = fc
  .tuple(
    fc.constantFrom(...BASES),
    fc.array(
      fc.tuple(
        fc.constantFrom(...Object.values(CHANGES)),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...VALUES),
        fc.constantFrom(...HANDLES),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([base, changes]): GraphDefinition => {
    const { nodes, edges = [] } = structuredClone(base);
    for (const [change, ...pick] of changes) change({ nodes, edges }, pick);
    return { version: 2, nodes, edges };
  });

describe("the validator of Ajv and graphology", () => {
  it("finds nothing in the graph that is measured", () => {
    expect(validateWithLibraries(SALES)).toEqual({ valid: true, problems: [] });
  });

  it.each(Object.entries(BROKEN))("finds what validateGraph finds: %s", (_, definition) => {
    expectSame(definition);
  });

  it("finds what validateGraph finds in graphs to which up to three things were done", () => {
    fc.assert(fc.property(changed, expectSame), { numRuns: 200 });
  });

  it.each<[string, () => unknown]>([
    [
      "an object that contains itself",
      () =>
        Object.assign([], { 0: [] })
          .concat()
          .map((_, __, all) => all),
    ],
    ["a big integer", () => ({ version: 2n })],
    [
      "a getter that throws",
      () => ({
        get version() {
          throw new Error("no");
        },
      }),
    ],
    ["half a character", () => ({ version: 2, nodes: [{ id: "\uD800", type: "trigger" }] })],
    ["a NUL", () => ({ version: 2, nodes: [{ id: "a\u0000", type: "trigger" }] })],
    ["levels without end", () => Array.from({ length: 10_000 }).reduce((inner) => [inner], 0)],
  ])("refuses %s, as validateGraph does", (_, make) => {
    expect(validateWithLibraries(make()).valid).toBe(false);
    expect(validateGraph(make()).valid).toBe(false);
  });

  it("takes ids that are keys of all objects", () => {
    const nodes = [
      { id: "__proto__", type: "trigger" as const },
      { id: "constructor", type: "end" as const },
    ];
    expectSame({ version: 2, nodes, edges: [{ source: "__proto__", target: "constructor" }] });
  });
});
