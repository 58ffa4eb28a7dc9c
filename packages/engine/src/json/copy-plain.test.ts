import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyPlain } from "./copy-plain.ts";
import { READ_LIMITS, readJson } from "./read-json.ts";

const plain = (value: unknown, values: number = READ_LIMITS.values) => copyPlain(value, values, READ_LIMITS.depth);

describe("the fast copy of plain data", () => {
  it("is equal to the original, and shares nothing with it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const copy = plain(value);
        if (copy === undefined) return;
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(readJson(value).value).toEqual(copy);
        if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it("leaves whatever JSON cannot carry to the closer look", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }), (value) => {
        if (plain(value) !== undefined) expect(readJson(value).unreadable).toEqual([]);
      }),
    );
  });

  it.each<[string, unknown]>([
    ["a key __proto__", JSON.parse('{ "__proto__": 1 }')],
    ["half a character", { text: "\uD800" }],
    ["a key with half a character", { "\uDC00": 1 }],
    ["a NUL", ["\u0000"]],
    ["NaN", [Number.NaN]],
    ["a date", { at: new Date(0) }],
    ["a hole", [, 1]], // oxlint-disable-line no-sparse-arrays
  ])("does not copy %s", (_, value) => {
    expect(plain(value)).toBeUndefined();
  });

  it.each<[string, (inner: unknown) => unknown]>([
    ["lists", (inner) => [inner]],
    ["objects", (inner) => ({ inner })],
  ])("goes 256 levels deep into %s", (_, wrap) => {
    let value = wrap(1);
    for (let level = 1; level < READ_LIMITS.depth; level += 1) value = wrap(value);
    expect(plain(value)).toEqual(value);
    expect(plain(wrap(value))).toBeUndefined();
  });

  it("counts values and keys", () => {
    expect(plain({ a: [1, 2] }, 5)).toEqual({ a: [1, 2] });
    expect(plain({ a: [1, 2] }, 4)).toBeUndefined();
  });

  it("leaves out what is undefined", () => {
    expect(Object.keys(plain({ a: undefined, b: 1 }) ?? {})).toEqual(["b"]);
  });

  it("reads no property of what all objects inherit", () => {
    const everything: Record<string, unknown> = Object.prototype as never;
    everything["inherited"] = 1;
    try {
      expect(readJson({ own: 1 }).value).toEqual(JSON.parse('{ "own": 1 }'));
      expect(Object.keys(readJson({ own: 1 }).value ?? {})).toEqual(["own"]);
    } finally {
      delete everything["inherited"];
    }
  });
});
