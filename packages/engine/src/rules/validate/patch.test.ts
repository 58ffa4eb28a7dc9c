import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PatchOperation } from "../../contract/diagnostic.ts";
import type { JsonValue } from "../../contract/json.ts";
import { applyPatch } from "./patch.ts";
import { pointer } from "../../json/pointer.ts";

const json = (text: string): JsonValue => JSON.parse(text);

describe("applyPatch", () => {
  it.each<[string, string, PatchOperation[], string]>([
    ["adds a key", '{"a":1}', [{ op: "add", path: "/b", value: 2 }], '{"a":1,"b":2}'],
    ["adds over a key, in its place", '{"a":1,"b":1}', [{ op: "add", path: "/a", value: 2 }], '{"a":2,"b":1}'],
    ["adds at the end of a list", "[1]", [{ op: "add", path: "/-", value: 2 }], "[1,2]"],
    ["adds before an item", "[1,2]", [{ op: "add", path: "/1", value: 9 }], "[1,9,2]"],
    ["replaces deep inside", '{"a":[{"b":1}]}', [{ op: "replace", path: "/a/0/b", value: null }], '{"a":[{"b":null}]}'],
    ["replaces the whole", "[1]", [{ op: "replace", path: "", value: 5 }], "5"],
    ["removes an item", "[1,2,3]", [{ op: "remove", path: "/1" }], "[1,3]"],
    ["removes null", '{"a":null}', [{ op: "remove", path: "/a" }], "{}"],
    ["unescapes keys", '{"a/b~":1}', [{ op: "remove", path: "/a~1b~0" }], "{}"],
    [
      "goes on when a test holds",
      '{"a":{"x":1,"y":2}}',
      [
        { op: "test", path: "/a", value: { y: 2, x: 1 } },
        { op: "remove", path: "/a/x" },
      ],
      '{"a":{"y":2}}',
    ],
    [
      "takes names that mean something to JavaScript for names",
      '{"__proto__":{"a":1},"constructor":null}',
      [
        { op: "replace", path: "/__proto__/a", value: 2 },
        { op: "add", path: "/constructor", value: { name: "x" } },
        { op: "add", path: "/constructor/__proto__", value: 5 },
      ],
      '{"__proto__":{"a":2},"constructor":{"name":"x","__proto__":5}}',
    ],
  ])("%s", (_, before, patch, after) => {
    const document = json(before);
    expect(JSON.stringify(applyPatch(document, patch))).toBe(after);
    expect(JSON.stringify(document)).toBe(before);
    expect(({} as { a?: unknown }).a).toBe(undefined);
  });

  it.each<[string, string, PatchOperation]>([
    ["a key that is not there", "{}", { op: "remove", path: "/a" }],
    ["an inherited key", "{}", { op: "replace", path: "/toString", value: 1 }],
    ["an item that is not there", "[1]", { op: "replace", path: "/1", value: 1 }],
    ["a place past the end", "[1]", { op: "add", path: "/2", value: 1 }],
    ["the place after the last", "[1]", { op: "remove", path: "/-" }],
    ["a position that is none", "[1,2]", { op: "remove", path: "/01" }],
    ["a way through a text", '{"a":"x"}', { op: "add", path: "/a/b", value: 1 }],
    ["a way through nothing", "{}", { op: "add", path: "/a/b", value: 1 }],
    ["no pointer", "{}", { op: "add", path: "a", value: 1 }],
    ["an operation that is none here", '{"a":1}', { op: "move", path: "/b", from: "/a" } as never],
    ["a test that does not hold", '{"a":1}', { op: "test", path: "/a", value: "1" }],
  ])("throws at %s", (_, before, operation) => {
    expect(() => applyPatch(json(before), [operation])).toThrow();
  });

  it("adding and then removing a key anywhere changes nothing, and shares the rest", () => {
    const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "a/b", "~1", ""));
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })), key, fc.jsonValue(), (document, name, value) => {
        fc.pre(!Object.hasOwn(document, name));
        const path = pointer(name);
        const added = applyPatch(document as JsonValue, [{ op: "add", path, value: value as JsonValue }]);
        expect(Object.getOwnPropertyDescriptor(added, name)?.value).toEqual(value);
        const removed = applyPatch(added, [{ op: "remove", path }]);
        expect(JSON.stringify(removed)).toBe(JSON.stringify(document));
        for (const each of Object.keys(document)) {
          const [one, other] = [removed, document].map((from) => Object.getOwnPropertyDescriptor(from, each)?.value);
          expect(one).toBe(other);
        }
      }),
    );
  });
});
