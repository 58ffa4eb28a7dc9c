import { expect, it } from "vitest";
import { judged } from "./testing/oracle/judged.ts";

it("of 200 small worlds nothing untrue is shown, and most of what happens is found", () => {
  const { untrue, happening, missed } = judged(200);
  expect(untrue).toEqual([]);
  expect(1 - missed.length / happening, missed.join("\n")).toBeGreaterThanOrEqual(0.8);
});
