import { expect, it } from "vitest";
import { shareFound } from "./testing/share-found.ts";

it("of 500 planted conflicts, at least 95 of 100 are shown", () => {
  expect(shareFound(500)).toBeGreaterThanOrEqual(0.95);
});
