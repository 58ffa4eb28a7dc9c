import { expect, it } from "vitest";
import { evaluateQuery } from "../query/evaluate.ts";
import { factsOfDeal } from "./facts.ts";

const DEAL = {
  value: 12_000,
  tracking: { utmSource: "google" },
  tags: [{ id: "tg_vip", name: "VIP", color: "#ff0000" }],
  properties: { roof: "metal" },
  contact: { firstName: "Ana", phone: "" },
  company: null,
};

it.each([
  ["deal.value", ">", 10_000],
  ["deal.tagIds", "contains", "tg_vip"],
  ["deal.customFields.roof", "=", "metal"],
  ["deal.tracking.utmSource", "=", "google"],
  ["contact.firstName", "=", "Ana"],
  ["contact.phone", "null", null],
  ["company.name", "null", null],
])("facts of a deal answer %s %s %j", (field, operator, value) => {
  expect(evaluateQuery({ combinator: "and", rules: [{ field, operator, value }] }, factsOfDeal(DEAL))).toBe(true);
});

it("a deal is not changed by becoming facts", () => {
  const before = structuredClone(DEAL);
  factsOfDeal(DEAL);
  expect(DEAL).toEqual(before);
});
