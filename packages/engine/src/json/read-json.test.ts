import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";
import { graph, trigger, wait } from "../rules/testing/graphs.ts";
import { validateGraph } from "../rules/validate/validate.ts";

const inConfig = (value: unknown) =>
  validateGraph({
    version: 2,
    nodes: [trigger(), { id: "it", type: "end", config: { value } }],
    edges: [{ source: "start", target: "it" }],
  });

const selfContaining: Record<string, unknown> = {};
selfContaining["me"] = selfContaining;
const failing = () => {
  throw new Error("trap");
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
class Deal {
  id = "1";
}
describe("values that JSON cannot carry", () => {
  it.each<[string, unknown]>([
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a BigInt", 10n],
    ["NaN", Number.NaN],
    ["Infinity", Infinity],
    ["a Map", new Map()],
    ["a date", new Date(0)],
    ["an instance of a class", new Deal()],
    ["a boxed text", new String("x")],
    ["half a character", "\uD800"],
    ["a NUL", "a\u0000b"],
    ["itself", selfContaining],
    ["a hole in a list", [, 1]], // oxlint-disable-line no-sparse-arrays
    ["undefined in a list", [undefined]],
    [
      "a getter that throws",
      {
        get x() {
          return failing();
        },
      },
    ],
    ["a proxy that throws", new Proxy({}, { get: failing, ownKeys: failing, getPrototypeOf: failing })],
    ["a revoked proxy", revoked.proxy],
    ["a key with half a character", { "\uDC00": 1 }],
  ])("%s is one problem, at its place", (_, value) => {
    const { valid, problems, definition } = inConfig(value);
    expect(valid).toBe(false);
    expect(definition).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(["unreadable-value"]);
    expect(problems[0]?.path).toMatch(/^\/nodes\/1\/config\/value/);
  });

  it("undefined is as good as left out", () => {
    expect(inConfig(undefined).valid).toBe(true);
  });

  it("the same object twice is no circle", () => {
    const shared = { a: 1 };
    expect(inConfig([shared, shared]).valid).toBe(true);
  });
});

const inList = (value: unknown) => ({ a: [1, value] });

describe("why a value cannot be read", () => {
  it.each<[string, unknown, object]>([
    ["a function", () => 1, { reason: "not-json", type: "function" }],
    ["a BigInt", 10n, { reason: "not-json", type: "bigint" }],
    ["NaN", NaN, { reason: "not-a-number" }],
    ["a date", new Date(0), { reason: "not-plain" }],
    ["half a character", "\uD800", { reason: "broken-text" }],
    ["itself", selfContaining, { reason: "contains-itself" }],
    ["a revoked proxy", revoked.proxy, { reason: "failed" }],
    ["undefined in a list", undefined, { reason: "empty-place" }],
    ["a key with half a character", { "\uDC00": 1 }, { reason: "broken-key" }],
  ])("%s", (_, value, params) => {
    const { unreadable, complete } = readJson(inList(value));
    expect(complete).toBe(true);
    expect(unreadable).toMatchObject([{ code: "unreadable-value", params }]);
    expect(unreadable[0]?.path).toMatch(/^\/a\/1/);
  });

  it("and what stands beside it is read", () => {
    expect(readJson({ a: 1n, b: ["x", NaN], c: undefined })).toMatchObject({
      value: { a: null, b: ["x", null] },
      unreadable: [{ path: "/a" }, { path: "/b/1" }],
    });
  });

  it("nothing, yes and no are read beside it", () => {
    expect(readJson([null, true, false, 1n])).toMatchObject({
      value: [null, true, false, null],
      unreadable: [{ path: "/3" }],
    });
  });

  it("the same object twice is no circle beside it", () => {
    const shared = { a: 1 };
    expect(readJson([shared, shared, 1n]).unreadable).toMatchObject([{ path: "/2" }]);
  });

  it("what is undefined is left out beside it", () => {
    expect(Object.keys(readJson({ a: undefined, b: 1n }).value ?? {})).toEqual(["b"]);
  });

  it("the path shows a sign for half a character", () => {
    expect(readJson({ "a\uDC00": 1 }).unreadable).toMatchObject([{ path: "/a\uFFFD" }]);
  });

  it("the type is told of what JSON does not know, and of nothing else", () => {
    expect(readJson([1n, NaN]).unreadable.map(({ params }) => Object.keys(params))).toEqual([
      ["reason", "type"],
      ["reason"],
    ]);
  });

  it("a plain object of another realm, or without prototype, can be", () => {
    const bare: unknown = Object.assign(Object.create(null), { x: 1 });
    expect(readJson([bare, 1n])).toMatchObject({ value: [{ x: 1 }, null], unreadable: [{ path: "/1" }] });
  });
});

const levels = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

describe("how much is read", () => {
  it("up to 256 levels", () => {
    expect(readJson(levels(256)).unreadable).toEqual([]);
    expect(readJson(levels(257)).unreadable).toMatchObject([
      { code: "too-big", path: "/0".repeat(256), params: { reason: "levels", limit: 256 } },
    ]);
  });

  it.each<[string, unknown, number]>([
    ["a list and its items", [1, 2, 3], 4],
    ["an object, its keys and their values", { a: 1, b: { c: null } }, 7],
  ])("as many values as are allowed: %s", (_, input, values) => {
    expect(readJson(input, values)).toEqual({ value: input, unreadable: [], complete: true });
    expect(readJson(input, values - 1)).toEqual({
      value: null,
      unreadable: [{ path: "", code: "too-big", params: { reason: "values", limit: values - 1 } }],
      complete: false,
    });
  });

  it("a list that is too long is not read at all", () => {
    const sparse: unknown[] = [];
    sparse.length = 5;
    expect(readJson(sparse, 6).complete).toBe(true);
    expect(readJson(sparse, 5)).toMatchObject({ complete: false, unreadable: [{ path: "", code: "too-big" }] });
  });

  it("also beside a value that cannot be read", () => {
    expect(readJson([1n, 2, 3], 4).complete).toBe(true);
    expect(readJson([1n, 2, 3], 3).complete).toBe(false);
    expect(readJson({ a: 1n, b: 2 }, 5).complete).toBe(true);
    expect(readJson({ a: 1n, b: 2 }, 4).complete).toBe(false);
  });
});

describe("keys and ids that mean something to JavaScript", () => {
  it("an own __proto__ key is kept as a key", () => {
    const value: unknown = JSON.parse('{ "__proto__": { "polluted": 1 } }');
    const { valid, definition } = inConfig(value);
    expect(valid).toBe(true);
    expect(JSON.stringify(definition)).toContain('"__proto__":{"polluted":1}');
    expect(Object.getPrototypeOf(definition?.nodes[1]?.config?.["value"])).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("a cycle through constructor and __proto__ is found", () => {
    const definition = graph(
      [trigger(), wait("constructor"), wait("__proto__")],
      ["start > constructor", "constructor > __proto__", "__proto__ > constructor"],
    );
    expect(validateGraph(definition).problems.map(({ code }) => code)).toEqual(["cycle"]);
  });

  it("a problem inside a key with slashes has an escaped path", () => {
    expect(inConfig({ "a/b~c": Number.NaN }).problems[0]?.path).toBe("/nodes/1/config/value/a~1b~0c");
  });
});
