import * as fc from "fast-check";
import { expect, it } from "vitest";
import { holdsForMoved, kindOf } from "./testing/law.ts";
import { migrations } from "./testing/migrations.ts";

it("a moved run goes on exactly as one that was put there, and repeats and skips nothing", () => {
  fc.assert(fc.property(migrations, holdsForMoved), { numRuns: 3000 });
});

it("is asked of runs of every kind", () => {
  const kinds = fc.sample(migrations, { numRuns: 400, seed: 7 }).map(kindOf);
  const counts = ["same", "different", "no_place"].map((kind) => kinds.filter((each) => each === kind).length);
  expect(Math.min(...counts), String(counts)).toBeGreaterThan(20);
});
