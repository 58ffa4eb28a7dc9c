import * as fc from "fast-check";
import { expect, it } from "vitest";
import { holdsForMoved, kindOf } from "./testing/law.ts";
import { migrations } from "./testing/migrations.ts";

/** Of about half of them the run is over before it could be moved. */
const EXAMPLES = 32_000;

it("the law of moved runs holds for more than 10,000 of them, of every kind", () => {
  const asked = { same: 0, different: 0, no_place: 0 };
  const holds = fc.property(migrations, (example) => {
    const kind = kindOf(example);
    if (kind === null) return;
    asked[kind] += 1;
    holdsForMoved(example);
  });
  fc.assert(holds, { numRuns: EXAMPLES });
  expect(asked.same + asked.different, JSON.stringify(asked)).toBeGreaterThanOrEqual(10_000);
  expect(Math.min(...Object.values(asked)), JSON.stringify(asked)).toBeGreaterThan(1000);
});
