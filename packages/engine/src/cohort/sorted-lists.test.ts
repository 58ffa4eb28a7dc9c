import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SortedLists } from "./sorted-lists.ts";

const numbers = fc.oneof(fc.nat(9), fc.nat(), fc.nat({ max: 8_640_000_000_000_000 }));
const lists = fc.array(fc.array(numbers));

const read = (all: readonly (readonly number[])[]) =>
  new SortedLists(all.map((list) => Float64Array.from(list).toSorted()));

describe("sorted lists read as one", () => {
  it("hold at each place what sorting all of them together puts there", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const sorted = all.flat().toSorted((a, b) => a - b);
        expect(sorted.map((_, place) => read(all).at(place))).toEqual(sorted);
      }),
    );
  });

  it("have the same mean however the numbers are dealt out, exact but for its last rounding", () => {
    fc.assert(
      fc.property(fc.array(fc.array(numbers), { minLength: 1 }), fc.array(numbers, { minLength: 1 }), (others, one) => {
        const all = [one, ...others];
        const flat = all.flat();
        const exact = flat.reduce((sum, number) => sum + BigInt(number), 0n);
        expect(read(all).mean()).toBe(read([flat]).mean());
        expect(read(all).mean()).toBe(Number(exact) / flat.length);
      }),
    );
  });

  it("are empty without numbers", () => {
    expect(read([[], []])).toHaveLength(0);
  });
});
