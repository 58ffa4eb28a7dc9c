import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import { readField } from "../query/fields.ts";
import { FactsObject } from "../simulate/world.ts";
import { Slots } from "./slots.ts";

const FIELDS = [
  "deal",
  "deal.value",
  "deal.customFields",
  "deal.customFields.lead",
  "deal.customFields.lead.source",
  "deal.customFields.__proto__",
  "message",
  "message.text",
  "conversation.closed",
];
const field = fc.constantFrom(...FIELDS);
const value = fc.oneof(
  fc.constantFrom<JsonValue>(null, 1, "a", ["x"], { text: "hi", lead: 2, value: 3 }),
  fc.constant<JsonValue>({ customFields: { lead: "old", "lead.source": "web" } }),
);
const facts: Facts = { deal: { value: 5, customFields: { lead: "x" } }, message: null };

describe("slots", () => {
  it("hold what whole facts would after the same changes", () => {
    const changes = fc.array(fc.tuple(field, value), { maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(field), changes, (asked, made) => {
        const whole = new FactsObject(facts);
        const slots = new Slots(
          asked,
          asked.map((each) => () => readField(facts, each)),
        );
        slots.begin();
        for (const [each, now] of made) {
          if (typeof now === "number") {
            whole.setInstant(each, now);
            slots.setInstant(each, now);
          } else {
            whole.set(each, now);
            slots.set(each, now);
          }
          for (const one of asked) expect([one, slots.get(one)]).toEqual([one, whole.get(one)]);
        }
      }),
    );
  });

  it("begin anew with each run", () => {
    const slots = new Slots(["deal.value"], [() => 1]);
    slots.begin();
    slots.set("deal.value", 2);
    expect(slots.get("deal.value")).toBe(2);
    slots.begin();
    expect(slots.get("deal.value")).toBe(1);
  });
});
