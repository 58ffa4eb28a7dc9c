import { type DealListItem, RESOURCES } from "@trilho/contract";
import { factsOfDeal, FIELDS } from "@trilho/engine";
import { expect, it } from "vitest";

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
}

/** A value that says something at every place which a schema names. */
const filled = ({ type, properties }: Shape): unknown => {
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, filled(part)]));
  return [type].flat().includes("array") ? [] : "said";
};

it("a deal of the API says everything that conditions can ask of deals, contacts and companies", () => {
  const facts = factsOfDeal(filled(RESOURCES.DealListItem as Shape) as DealListItem);
  const asked = FIELDS.map(({ name }) => name).filter((name) => !name.startsWith("message."));
  const unsaid = asked.filter((name) => {
    const read = name.split(".").reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], facts);
    return read === undefined;
  });
  expect(unsaid).toEqual([]);
});
