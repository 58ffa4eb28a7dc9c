import type { JsonObject } from "./json.ts";
import type { Facts } from "./run.ts";

/** A deal as the REST API shows it, as far as it differs from facts. */
export interface ShownDeal {
  tags: readonly { id: string }[];
  /** Values of custom fields by slug. */
  properties: object;
  contact: object | null;
  company: object | null;
}

/**
 * What queries and Liquid read of a deal of the REST API (contract, "Deal, detailed"): all of it, under the names of
 * the catalogue, `deal.tagIds` (in order) and `deal.customFields`, with its contact and company beside it. Shares its
 * parts.
 *
 * @example
 * ```ts
 * import { factsOfDeal, readField } from "@trilho/engine";
 *
 * const deal = { value: 10, tags: [{ id: "tg_vip" }], properties: { roof: "metal" }, contact: null, company: null };
 * readField(factsOfDeal(deal), "deal.tagIds"); // ["tg_vip"]
 * readField(factsOfDeal(deal), "deal.customFields.roof"); // "metal"
 * ```
 */
export function factsOfDeal({ tags, properties, contact, company, ...deal }: ShownDeal): Facts {
  const facts = {
    deal: { ...deal, tagIds: tags.map(({ id }) => id).toSorted(), customFields: properties },
    contact,
    company,
  };
  return facts as unknown as Facts & JsonObject;
}
