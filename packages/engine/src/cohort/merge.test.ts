import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeAll } from "./merge.ts";

const lists = fc.array(fc.array(fc.oneof(fc.nat(9), fc.nat())));

describe("merging lists in ascending order", () => {
  it("is sorting all of them together", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const sorted = all.map((list) => Float64Array.from(list).toSorted());
        expect(mergeAll(sorted)).toEqual(Float64Array.from(all.flat()).toSorted());
      }),
    );
  });

  it("gives nothing for no lists", () => {
    expect(mergeAll([])).toHaveLength(0);
  });
});
