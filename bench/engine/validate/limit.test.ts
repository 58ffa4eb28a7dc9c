import { validateGraph } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { SALES } from "../graphs/sales.ts";
import { BROKEN } from "./broken.ts";
import { validateByHand } from "./limit.ts";

function expectSame(definition: GraphDefinition): string[] {
  const codes = validateGraph(definition).problems.map(({ code }) => code);
  expect(validateByHand(definition).toSorted()).toEqual(codes.toSorted());
  return codes;
}

describe("the limit", () => {
  it("finds nothing in the graph that is measured, as validateGraph does", () => {
    expect(expectSame(SALES)).toEqual([]);
  });

  it.each(Object.entries(BROKEN))("finds what validateGraph finds: %s", (_, definition) => {
    expect(expectSame(definition).length).toBeGreaterThan(0);
  });
});
