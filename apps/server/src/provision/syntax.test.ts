import { array, assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";
import { findSyntaxError } from "./syntax.ts";

test.each([
  ['{"a": [1, 2,]}', 1, 13],
  ['{"a": 1,\n "b" 2}', 2, 6],
  ['{"a": 1}\n}', 2, 1],
  ["[1}", 1, 3],
  ['{"a": tru}', 1, 7],
  ['{"a": "x\ny"}', 1, 7],
  ["{'a': 1}", 1, 2],
  ["[1, 2", 1, 6],
])("%j stops being JSON at line %i, column %i", (text, line, column) => {
  expect(findSyntaxError(text)).toEqual({ line, column });
});

test("JSON with its last character cut off is JSON up to there", () => {
  assert(
    property(array(jsonValue()), (value) => {
      const text = JSON.stringify(value).slice(0, -1);
      expect(findSyntaxError(text)).toEqual({ line: 1, column: text.length + 1 });
    }),
  );
});
