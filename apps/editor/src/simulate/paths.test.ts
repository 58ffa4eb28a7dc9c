import { expect, test } from "vitest";
import { factAt, withFact } from "./paths.ts";

const facts = { deal: { value: 5, customFields: { budget: "10" } } };

test("reads and writes a nested fact and leaves the others alone", () => {
  const changed = withFact(facts, "deal.customFields.size", 3);
  expect(changed).toEqual({ deal: { value: 5, customFields: { budget: "10", size: 3 } } });
  expect(factAt(changed, "deal.customFields.size")).toBe(3);
  expect(facts.deal.customFields).toEqual({ budget: "10" });
});

test("makes the groups on the way, and takes a fact away", () => {
  expect(withFact({}, "contact.firstName", "Ana")).toEqual({ contact: { firstName: "Ana" } });
  expect(withFact(facts, "deal.value", undefined)).toEqual({ deal: { customFields: { budget: "10" } } });
});

test("a path through __proto__ touches nothing but the facts", () => {
  const changed = withFact({}, "deal.__proto__.polluted", true);
  expect(factAt(changed, "deal.__proto__.polluted")).toBe(true);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  expect(factAt({}, "constructor.name")).toBeUndefined();
});
