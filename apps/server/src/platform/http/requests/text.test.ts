import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unstorableValues } from "./text.ts";

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe("values that cannot be stored", () => {
  it.each<[string, unknown, string]>([
    ["NUL in a text", { name: "a\0b" }, "name"],
    ["half a surrogate pair", { list: ["ok", "\ud800"] }, "list[1]"],
    ["__proto__ as a key", { config: JSON.parse('{"__proto__":1}') }, "config"],
    ["NUL in a key", { config: { "a\0": 1 } }, "config"],
    ["a number out of range", { value: JSON.parse("1e999") }, "value"],
    ["too deep nesting", nested(100), Array(64).fill("a").join(".")],
    ["a bad text as the whole body", "\0", "body"],
    ["a bad text under an odd key", { "a b": "\0" }, '["a b"]'],
  ])("are named: %s", (_, value, field) => {
    expect(unstorableValues(value).map((problem) => problem.field)).toEqual([field]);
  });

  it("do not occur in what JSON and well-formed text can say", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const wellFormed = JSON.parse(
          JSON.stringify(value).replaceAll(/\\u0000|\\ud[89a-f]..|__proto__/gi, ""),
        ) as unknown;
        expect(unstorableValues(wellFormed)).toEqual([]);
      }),
    );
  });

  it("are found without recursion, however deep", () => {
    let value: unknown = "x";
    for (let level = 0; level < 200_000; level += 1) value = [value];
    expect(unstorableValues(value)).toHaveLength(1);
  });

  it("are found in lists of any length", () => {
    expect(unstorableValues([...Array<null>(500_000).fill(null), "\0"])).toEqual([
      { field: "[500000]", message: expect.any(String) },
    ]);
  });

  it("are counted up to a hundred", () => {
    expect(unstorableValues(Array(10_000).fill("\0"))).toHaveLength(100);
  });
});
