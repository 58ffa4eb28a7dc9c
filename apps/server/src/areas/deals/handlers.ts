import { PAGE_SIZES } from "@trilho/contract";
import type { DealService } from "./service.ts";
import type { Handlers } from "../../platform/http/handlers.ts";

type DealOperation = "listDeals" | "createDeal" | "listDealCustomFieldValues" | "getDeal" | "updateDeal";

export const dealHandlers = (service: DealService): Pick<Handlers, DealOperation> => ({
  listDeals: ({ principal, query }) => service.list(principal, { limit: PAGE_SIZES.deals.default, ...query }),
  createDeal: ({ principal, body }) => service.create(principal, body),
  listDealCustomFieldValues: ({ principal, query }) =>
    service.customFieldValues(principal, { limit: PAGE_SIZES.dealCustomFieldValues.default, ...query }),
  getDeal: ({ principal, params }) => service.get(principal, { seq: params.seq }),
  updateDeal: ({ principal, params, body }) => service.update(principal, params.seq, body),
});
