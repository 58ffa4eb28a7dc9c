import { PAGE_SIZES } from "@trilho/contract";
import type { ActivityService } from "./service.ts";
import type { Handlers } from "../../platform/http/handlers.ts";

export const activityHandlers = (service: ActivityService): Pick<Handlers, "listDealActivities"> => ({
  listDealActivities: ({ principal, params, query }) =>
    service.list(principal, params.seq, { limit: PAGE_SIZES.activities.default, ...query }),
});
