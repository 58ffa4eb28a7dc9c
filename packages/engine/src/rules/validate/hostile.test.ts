import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../../contract/definition.ts";
import { simulateRun } from "../../simulate/simulate-run.ts";
import { applyFixes } from "./apply-fixes.ts";
import { graph, trigger, wait } from "../testing/graphs.ts";
import { validateGraph } from "./validate.ts";

const inConfig = (value: unknown) =>
  validateGraph({
    version: 2,
    nodes: [trigger(), { id: "it", type: "end", config: { value } }],
    edges: [{ source: "start", target: "it" }],
  });

/** Cannot be made a text: whatever reads it as one throws. */
const mute = { toString: "", valueOf: "" };

/** A graph with every kind of thing in it, as JSON that can be changed anywhere. */
const everything = (): unknown => ({
  version: 2,
  nodes: [
    trigger(),
    {
      id: "c",
      type: "condition",
      condition: {
        branches: [10, 20].map((value) => ({
          id: `b${value}`,
          label: "Big",
          query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value }] },
        })),
      },
    },
    {
      id: "w",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "Hi", buttons: [{ id: "k", label: "Yes" }] },
    },
    { id: "r", type: "round_robin", config: { exits: [{ id: "x", weight: 1 }], ui: { label: "Turns" } } },
    wait("d"),
    { id: "t", type: "action", actionType: "add_tag", config: { tagIds: ["z"] } },
  ],
  edges: [
    { id: "e", source: "start", target: "c", sourceHandle: "next" },
    { source: "c", target: "w", sourceHandle: "branch_b10" },
    { source: "c", target: "r", sourceHandle: "branch_b20" },
    { source: "r", target: "d", sourceHandle: "rr_x" },
    { source: "d", target: "t" },
  ],
});

/** The graph with `value` in each of its places in turn. */
function withEverywhere(value: unknown): unknown[] {
  const copies: unknown[] = [];
  const visit = (at: object): void => {
    for (const [key, before] of Object.entries(at)) {
      Reflect.set(at, key, value);
      copies.push(structuredClone(root));
      Reflect.set(at, key, before);
      if (typeof before === "object" && before !== null) visit(before as object);
    }
  };
  const root = everything() as object;
  visit(root);
  return copies;
}

describe("a value that cannot be made a text, wherever it stands", () => {
  it.each<[string, unknown]>([
    ["as it is", mute],
    ["in a list", [mute]],
  ])("draws a report, %s", (_, value) => {
    const reports = withEverywhere(value).map((definition) => validateGraph(definition));
    expect(reports.length).toBeGreaterThan(60);
    expect(reports.every(({ problems }) => Array.isArray(problems))).toBe(true);
  });

  it.each<[string, unknown]>([
    ["as it is", mute],
    ["in a list", [mute]],
  ])("draws an answer of the simulator, %s", (_, value) => {
    const facts = { deal: { value: mute, name: mute } };
    for (const definition of withEverywhere(value)) {
      const result = simulateRun(definition as GraphDefinition, { startAt: "2026-01-01T00:00:00Z", facts });
      expect(Array.isArray(result.trace)).toBe(true);
    }
  });
});

const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;
const endless = (): object =>
  new Proxy(
    {},
    {
      get: endless,
      ownKeys: () => ["deeper"],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
    },
  );
const sparse: unknown[] = [];
sparse.length = 4_294_967_295;

describe("too much", () => {
  it.each<[string, unknown]>([
    ["10,000 levels", nested(10_000)],
    ["an endless proxy", endless()],
    ["a list of four billion holes", sparse],
    ["two million values", Array.from({ length: 2_000_000 }, () => 0)],
  ])("%s is told as too big", (_, value) => {
    const { valid, problems } = inConfig(value);
    expect(valid).toBe(false);
    expect(problems.map(({ code }) => code)).toEqual(["too-big"]);
  });

  it("a few objects that refer to each other a billion times are told as too big", () => {
    let value: unknown = "lol";
    for (let level = 0; level < 30; level += 1) value = [value, value];
    expect(inConfig(value).problems.map(({ code }) => code)).toEqual(["too-big"]);
  });

  it("100,000 edges are read", () => {
    const edges = Array.from({ length: 100_000 }, (_, index) => ({
      source: `n${index % 50}`,
      target: `n${(index * 7) % 50}`,
    }));
    const nodes = Array.from({ length: 50 }, (_, index) => (index === 0 ? trigger("n0") : wait(`n${index}`)));
    const { problems, truncated } = validateGraph({ version: 2, nodes, edges });
    expect(problems).toHaveLength(500);
    expect(truncated).toBe(true);
    expect(problems.some(({ code }) => code === "cycle")).toBe(true);
  });

  it("a chain of 50,000 nodes is read", () => {
    const nodes = [
      trigger("n0"),
      ...Array.from({ length: 49_999 }, (_, index) => ({ id: `n${index + 1}`, type: "end" })),
    ];
    const edges = nodes.slice(1).map(({ id }, index) => ({ source: `n${index}`, target: id }));
    const { problems } = validateGraph({ version: 2, nodes, edges }, { maxProblems: 3 });
    expect(problems).toHaveLength(3);
  });

  it("50,000 edges that dangle and a knot of 20,000 nodes are read", () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    const ring = ids.map((id, index) => ({ source: id, target: ids[(index + 1) % ids.length] }));
    const loose = Array.from({ length: 50_000 }, (_, index) => ({ source: "start", target: `ghost${index}` }));
    const nodes = [trigger(), ...ids.map((id) => wait(id))];
    expect(validateGraph({ version: 2, nodes, edges: [...loose, ...ring] }).truncated).toBe(true);
  });
});

describe("too much to fix", () => {
  it("stops in time, and says so", () => {
    const nodes = Array.from({ length: 250 }, (_, index) => ({ id: `w${index}`, type: "wait" }));
    const lost = nodes.map(({ id }) => `${id} > ghost`);
    const { applied, complete, report } = applyFixes(graph([trigger(), ...nodes], lost));
    expect([complete, applied.length > 50, report.valid]).toEqual([false, true, false]);
  });
});

describe("too many causes and islands", () => {
  it("60,000 edges to nowhere and as many islands are read", () => {
    const islands = Array.from({ length: 60_000 }, (_, index) => wait(`n${index}`));
    const edges = islands.map((_, index) => ({
      source: "start",
      target: `ghost${index}`,
      sourceHandle: `branch_${index}`,
    }));
    const { problems } = validateGraph({ version: 2, nodes: [trigger(), ...islands], edges });
    expect(problems.some(({ code }) => code === "unreachable-node")).toBe(false);
  });
});
