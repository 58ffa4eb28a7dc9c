import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperatorName } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import { processorTime } from "../testing/processor-time.ts";
import { exactly, foldCase, hasAll, hasAny, same } from "./compare.ts";
import { evaluateQuery } from "./evaluate.ts";

const holds = (operator: OperatorName, actual: JsonValue, value?: JsonValue) =>
  evaluateQuery(
    { combinator: "and", rules: [{ field: "event.x", operator, ...(value !== undefined && { value }) }] },
    { event: { x: actual } },
  );

const scalar = fc.oneof(
  fc.constantFrom<JsonValue>(null, "", " ", true, false, "true", "false", "True", 0, -0, 1, "1", "1.0", " 1 ", "0", {}),
  fc.constantFrom<JsonValue>("2026-01-05", "2026-01-05T12:00:00Z", "2026-01-05T09:00:00-03:00", "2026-01-06", "é", "É"),
  fc.integer({ min: -2, max: 2 }),
  fc.string({ maxLength: 2 }),
  fc.constantFrom<JsonValue>([], ["1"]),
);

const texts = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe("long lists", () => {
  it.each([
    ["exactly", exactly],
    ["without regard to case", foldCase],
  ])("are compared %s as short ones are", (_, fold) => {
    // So many that no pair is looked at by itself.
    const long = fc.array(scalar, { minLength: 9, maxLength: 12 });
    const one = (list: readonly JsonValue[], wanted: JsonValue) =>
      list.some((item) => !Array.isArray(item) && !Array.isArray(wanted) && same(item, wanted, fold));
    fc.assert(
      fc.property(long, long, (list, wanted) => {
        expect(hasAny(list, wanted, fold)).toBe(wanted.some((item) => one(list, item)));
        expect(hasAll(list, wanted, fold)).toBe(wanted.every((item) => one(list, item)));
      }),
      { numRuns: 2000 },
    );
  });

  it.each<OperatorName>(["in", "notIn", "=", "contains", "doesNotContain"])(
    "of 4,000 and 4,000 values are compared by %s in no more than some passes",
    (operator) => {
      const spent = processorTime(() => {
        expect(typeof holds(operator, texts(4000, "a"), texts(4000, "b"))).toBe("boolean");
        expect(typeof holds(operator, texts(4000, "a"), texts(4000, "a").toReversed())).toBe("boolean");
      });
      // Pair by pair it takes some seconds.
      expect(spent).toBeLessThan(500);
    },
  );
});

describe("blank text is empty", () => {
  it.each<[string, JsonValue, boolean]>([
    ["nothing", "", true],
    ["spaces", "   ", true],
    ["lines and tabs", " \n\t\r ", true],
    ["a space that does not break", "\u00A0", true],
    ["a letter among spaces", " a ", false],
    ["a dot", ".", false],
  ])("%s", (_, text, expected) => {
    expect(holds("null", text)).toBe(expected);
    expect(holds("notNull", text)).toBe(!expected);
    expect(holds("=", text, "")).toBe(expected);
    expect(holds("contains", "a b", text)).toBe(!expected && "a b".includes(text as string));
  });
});
