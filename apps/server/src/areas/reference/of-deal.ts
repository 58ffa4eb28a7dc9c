import type { DealReference } from "./lookups.ts";
import { notFound, refused, type Outcome } from "../../platform/service/outcome.ts";

/** Works on what belongs to a deal, once it was looked up: where it is not there for who asks, nothing of it is. */
export async function ofDeal<T>(
  lookup: Promise<DealReference | null>,
  work: (deal: DealReference) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const deal = await lookup;
  return deal === null ? refused(notFound("deal")) : work(deal);
}
