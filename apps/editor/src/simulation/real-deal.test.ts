import { factsOfDeal, FIELDS } from "@trilho/engine";
import { expect, test } from "vitest";
import { isReal, onlyRead } from "./real-deal.ts";

const facts = factsOfDeal({
  id: "d1",
  name: "Solar kit",
  value: 900,
  notes: "private",
  tags: [{ id: "t1" }],
  properties: { roof: "metal" },
  contact: { id: "c1", firstName: "Bia", phone: "+5511987654321" },
  company: null,
} as unknown as Parameters<typeof factsOfDeal>[0]);

test("a deal of the workspace has an id; a sample deal has none", () => {
  expect(isReal(facts)).toBe(true);
  expect(isReal({ deal: { name: "Solar kit" } })).toBe(false);
});

test("what a graph does not read is not kept of a real deal", () => {
  const read = FIELDS.filter(({ name }) => ["deal.value", "deal.tagIds", "contact.firstName"].includes(name));
  expect(onlyRead(facts, read)).toEqual({ deal: { value: 900, tagIds: ["t1"] }, contact: { firstName: "Bia" } });
});

test("that nothing can be sent to its contact is kept, and nothing else about a person", () => {
  const contact = { id: "c1", firstName: "Bia", phone: "", email: null, blocked: true, optedOutAt: null };
  expect(onlyRead({ deal: { id: "d1" }, contact }, [])).toEqual({
    deal: {},
    contact: { phone: "", email: null, blocked: true },
  });
});
