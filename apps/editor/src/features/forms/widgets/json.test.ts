import { describe, expect, test } from "vitest";
import { headersOf, rowsOf } from "./headers.ts";
import { readJson, showJson } from "./json.ts";

describe("a body", () => {
  test.each([
    ['{ "a": 1 }', { a: 1 }],
    ["[1, 2]", [1, 2]],
    ['{ "a": {{ deal.value }} }', '{ "a": {{ deal.value }} }'],
    ["12", "12"],
    ["  ", undefined],
  ])("%j", (text, value) => {
    expect(readJson(text)).toEqual(value);
  });

  test("is shown as it is written", () => {
    expect(showJson({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(showJson("Hi {{ deal.name }}")).toBe("Hi {{ deal.name }}");
    expect(showJson(undefined)).toBe("");
  });
});

describe("headers", () => {
  test("are rows of name and value; rows without a name are no headers", () => {
    expect(rowsOf({ "X-A": "1", "X-B": 2 })).toEqual([
      { name: "X-A", value: "1" },
      { name: "X-B", value: "2" },
    ]);
    expect(
      headersOf([
        { name: " X-A ", value: "1" },
        { name: "", value: "2" },
      ]),
    ).toEqual({ "X-A": "1" });
    expect(headersOf([{ name: "", value: "" }])).toBeUndefined();
  });
});
