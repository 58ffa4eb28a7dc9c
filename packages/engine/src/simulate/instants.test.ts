import * as fc from "fast-check";
import { expect, it } from "vitest";
import { iso } from "./instants.ts";

it("instants are written as Date writes them, in every year", () => {
  const instants = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.integer({ min: 0, max: 2 ** 42 }));
  fc.assert(
    fc.property(instants, (at) => {
      expect(iso(at)).toBe(new Date(at).toISOString());
    }),
  );
  for (const at of [0, -1, 8.64e15, -8.64e15, 86_399_999, 253_402_300_800_000]) {
    expect(iso(at)).toBe(new Date(at).toISOString());
  }
});
