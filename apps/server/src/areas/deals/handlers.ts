import type { DealService } from "./service.ts";
import type { BodyChecks, Handlers } from "../../platform/service/handlers.ts";

type DealOperation = "listDeals" | "createDeal" | "listDealCustomFieldValues" | "getDeal" | "updateDeal";

export const dealHandlers = (service: DealService): Pick<Handlers, DealOperation> => ({
  listDeals: ({ principal, query }) => service.list(principal, query),
  createDeal: ({ principal, body }) => service.create(principal, body),
  listDealCustomFieldValues: ({ principal, query }) => service.customFieldValues(principal, query),
  getDeal: ({ principal, params }) => service.get(principal, { seq: params.seq }),
  updateDeal: ({ principal, params, body }) => service.update(principal, params.seq, body),
});

export const dealBodyChecks = (service: DealService): BodyChecks => ({
  createDeal: ({ principal, sound }) => service.createProblems(principal, sound),
  updateDeal: ({ principal, params, sound }) => service.updateProblems(principal, params.seq, sound),
});
