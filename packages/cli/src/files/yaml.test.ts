import { describe, expect, it } from "vitest";
import type { JsonObject } from "@trilho/engine";
import { readYaml, YamlError } from "./read-yaml.ts";
import { writeYaml } from "./write-yaml.ts";

const NONE = new Map<string, string>();
const changed = (text: string, value: JsonObject) => writeYaml(value, text, "", NONE);

describe("a file that is written anew", () => {
  it("has the schema's line, small things in one line each, and long texts as they are read", () => {
    const edges = [{ source: "a", target: "b" }];
    const value = { name: "x", text: "Hi\nAna", edges, tags: [{ name: "VIP", color: "#ff0000" }] };
    expect(writeYaml(value, null, " head", new Map([["/name", "why"]]))).toBe(`# head

name: x # why
text: |-
  Hi
  Ana
edges:
  - { source: a, target: b }
tags:
  - { name: VIP, color: "#ff0000" }
`);
  });
});

describe("a file that is changed", () => {
  it.each<[what: string, before: string, value: JsonObject, after: string]>([
    ["a value", "# top\na: 1 # one\nb: 'x'\n", { a: 2, b: "y" }, "# top\na: 2 # one\nb: 'y'\n"],
    ["a key that goes", "a: 1\n# of b\nb: 2\nc: 3\n", { a: 1, c: 3 }, "a: 1\nc: 3\n"],
    ["a key that comes", "a: 1 # one\n", { a: 1, b: [2] }, "a: 1 # one\nb:\n  - 2\n"],
    [
      "members that change places",
      "nodes:\n  # first\n  - id: a\n    x: 1\n  # second\n  - id: b\n    x: 2\n",
      { nodes: [{ id: "b", x: 3 }, { id: "c" }, { id: "a", x: 1 }] },
      "nodes:\n  # second\n  - id: b\n    x: 3\n  - id: c\n  # first\n  - id: a\n    x: 1\n",
    ],
    ["what stands for something else", "a: &x [1]\nb: *x\n", { a: [1], b: [2] }, "a: &x [ 1 ]\nb:\n  - 2\n"],
    ["another kind of value", "a: 1\nb: [x]\n", { a: { c: null }, b: "x" }, "a:\n  c: null\nb: x\n"],
  ])("%s keeps the rest as it is", (_, before, value, after) => {
    const text = changed(before, value);
    expect(readYaml(text).value).toEqual(value);
    expect(text).toBe(after);
  });
});

describe("a place of a file", () => {
  const { placeOf } = readYaml("a:\n  - b: 1\n  - { c: 2 }\nd: &e { f: 3 }\ng: *e\n");

  it.each<[pointer: string, line: number, column: number]>([
    ["", 1, 1],
    ["/a", 1, 1],
    ["/a/0/b", 2, 5],
    ["/a/1/c", 3, 7],
    ["/a/1/none", 3, 5],
    ["/a/9", 1, 1],
    ["/g/f", 4, 9],
  ])("%s is at %i:%i", (pointer, line, column) => {
    expect(placeOf(pointer)).toEqual({ line, column });
  });
});

describe("a text that is no plain value", () => {
  it.each<[what: string, text: string, told: string]>([
    ["a number without end", "a: .inf", "4: is no value"],
    ["a tag of a program's", "a: !!js/function x", "4: Unresolved tag"],
    ["binary data", "a: !!binary aGk=", "13: is no value"],
    ["a set", "a: !!set {x}", "10: is no value"],
    ["a key that is a list", "? [1]\n: 2", "3: is no value"],
    ["a list in itself", "a: &a [*a]", "8: is no value"],
    ["what stands for nothing", "a: *b", "Unresolved alias"],
    ["two documents", "a: 1\n---\nb: 2", "2:1: Source contains multiple documents"],
    ["more levels than can be read", "[".repeat(100_000), "1:1: has more than 256 levels"],
    [
      "levels by indentation",
      Array.from({ length: 300 }, (_, level) => `${" ".repeat(level)}a:`).join("\n"),
      "1:1: has more",
    ],
    ["more than anybody writes", `a: ${"x".repeat(2_000_000)}`, "1:1: has more than 2000000 characters"],
  ])("%s is told with its place", (_, text, told) => {
    const read = () => readYaml(text);
    expect(read).toThrow(YamlError);
    try {
      read();
    } catch (error) {
      const { message, place } = error as YamlError;
      expect(`${place.line}:${place.column}: ${message}`).toContain(told);
    }
  });

  it.each<[string, unknown]>([
    ['{\n\t"a": 1\n}', { a: 1 }],
    ["a: 2026-01-01\nb: no\n", { a: "2026-01-01", b: "no" }],
    ["<<: { a: 1 }", { "<<": { a: 1 } }],
    ["\uFEFFa: 1", { a: 1 }],
    ["a: &a [x]\nb: *a", { a: ["x"], b: ["x"] }],
  ])("%j says what it says as JSON", (text, value) => {
    expect(readYaml(text).value).toEqual(value);
  });
});
