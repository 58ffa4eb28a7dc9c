import type { DealStore } from "./port.ts";

/** Deals whose rules are read once, within a transaction in which a workspace goes on letting deals be the same. */
export function readingOnce(deals: DealStore): DealStore {
  let known: ReturnType<typeof deals.catalogue> | null = null;
  const catalogue: typeof deals.catalogue = (workspaceId, companyId) =>
    companyId === null ? (known ??= deals.catalogue(workspaceId, null)) : deals.catalogue(workspaceId, companyId);
  return { ...deals, catalogue, fields: async (workspaceId) => (await catalogue(workspaceId, null)).fields };
}
