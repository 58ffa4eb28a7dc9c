import { expect, it } from "vitest";
import { checkValue, isEmptyValue, type FieldType } from "./types.ts";

const OPTIONS = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];
const field = (fieldType: FieldType) => ({ fieldType, options: OPTIONS });
const FILE = { key: "k", name: "a.pdf", size: 3, mimeType: "application/pdf" };

const CASES: Record<FieldType, { good: unknown[]; bad: unknown[] }> = {
  text: { good: ["a", "x".repeat(2000)], bad: [1, true, ["a"], [], {}, "x".repeat(2001)] },
  long_text: { good: ["x".repeat(20_000)], bad: [1, "x".repeat(20_001)] },
  number: { good: [0, -1.5, 1e300], bad: ["1", true, Number.NaN, Number.POSITIVE_INFINITY, [1]] },
  currency: { good: [10.5], bad: ["10,50"] },
  percent: { good: [0.5, 120], bad: ["50%"] },
  boolean: { good: [true, false], bad: ["true", 0, 1] },
  date: { good: ["2026-01-31", "2024-02-29"], bad: ["2026-02-30", "31/01/2026", "2026-01-31T00:00:00Z", 20260131] },
  datetime: {
    good: ["2026-01-31T09:00:00Z", "2026-01-31T09:00:00.5-03:00"],
    bad: ["2026-01-31", "2026-01-31T09:00:00", "2016-12-31T23:59:60Z", 0],
  },
  select: { good: ["a"], bad: ["c", ["a"], 1, { value: "a" }] },
  multi_select: { good: [["a"], ["b", "a"]], bad: ["a", ["a", "a"], ["c"], [1], [null], Array(201).fill("a")] },
  members: { good: ["a", ["a", "b"]], bad: ["c", ["c"], ["a", "a"], 1] },
  member_field: { good: ["b"], bad: ["c", ["a"]] },
  event: { good: ["2026-01-31T09:00:00-03:00"], bad: ["2026-01-31", {}] },
  email: { good: ["ana@example.com"], bad: ["ana", "a@b@c", 1, `${"a".repeat(260)}@example.com`] },
  phone: {
    good: ["+5511987654321", "(11) 98765-4321", "123", "1".repeat(17), "11/9.8 ( )"],
    bad: ["call me", "12", "+", 11987654321, "1".repeat(18), "x123", "123x", "++123", "1+23"],
  },
  url: {
    good: ["https://example.com/a?b", "http://localhost", "https://a.example/".padEnd(2000, "x")],
    bad: ["example.com", "javascript:alert(1)", "ftp://x", "xhttp://x", 1, "https://a.example/".padEnd(2001, "x")],
  },
  file: {
    good: [FILE, { ...FILE, size: 0 }],
    bad: [
      "k",
      [FILE],
      {},
      ...["key", "name", "mimeType"].flatMap((key) => ["", 1].map((value) => ({ ...FILE, [key]: value }))),
      ...[-1, 1.5, 2 ** 53, "3"].map((size) => ({ ...FILE, size })),
    ],
  },
};

for (const [type, { good, bad }] of Object.entries(CASES) as [FieldType, { good: unknown[]; bad: unknown[] }][]) {
  it.each(good.map((value) => [value]))(`${type} can be %j`, (value) => {
    expect(checkValue(field(type), value)).toBeNull();
  });
  it.each(bad.map((value) => [value]))(`${type} cannot be %j`, (value) => {
    expect(checkValue(field(type), value)?.message).toMatch(/^(must|is) /);
  });
  it(`${type} can be cleared`, () => {
    for (const nothing of [null, "", " "]) expect(checkValue(field(type), nothing)).toBeNull();
  });
}

it("a list has 200 items at most", () => {
  const values = Array.from({ length: 201 }, (_, index) => `${index}`);
  const options = values.map((value) => ({ value, label: value }));
  expect(checkValue({ fieldType: "multi_select", options }, values.slice(1))).toBeNull();
  const wrong = { code: "field-too-many", message: "must have at most 200 items", count: 200 };
  expect(checkValue({ fieldType: "multi_select", options }, values)).toEqual(wrong);
});

it("a choice among nothing is none", () => {
  expect(checkValue({ fieldType: "select", options: null }, "a")).toMatchObject({ code: "field-not-an-option" });
});

it("a type of a newer version holds what it holds", () => {
  expect(checkValue({ fieldType: "constructor", options: null }, { any: 1 })).toBeNull();
});

it.each([undefined, null, "", "  ", []])("%j says nothing", (value) => {
  expect(isEmptyValue(value)).toBe(true);
});
it.each([0, false, "a", ["a"], {}])("%j says something", (value) => {
  expect(isEmptyValue(value)).toBe(false);
});
