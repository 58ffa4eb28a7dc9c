import { expect, it } from "vitest";
import { judged } from "./testing/oracle/judged.ts";

it("of 1,000 small worlds nothing untrue is shown, and 95 of 100 things that happen are", () => {
  const { untrue, happening, missed } = judged(1000);
  expect(untrue).toEqual([]);
  expect(happening).toBeGreaterThan(400);
  expect(1 - missed.length / happening, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
});
