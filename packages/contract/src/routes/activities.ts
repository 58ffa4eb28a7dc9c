import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { ActivityType, ActorType, DealActivity } from "../resources/activity.ts";
import type { Route } from "../route.ts";
import { listOf } from "../schema.ts";
import { cursor, dealBySeq, limit, PAGE_SIZES } from "./parameters.ts";

export const ACTIVITY_ROUTES = {
  listDealActivities: {
    group: "Deals",
    features: ["API_ACCESS"],
    unknownQuery: "ignore",
    permission: null,
    client: "deals.listActivities",
    method: "GET",
    path: "/deals/{seq}/activities",
    summary: "What happened to a deal, newest first; unknown values of filters are passed over",
    params: dealBySeq(),
    query: Type.Object({
      type: Type.Optional(listOf(ActivityType)),
      actorType: Type.Optional(listOf(ActorType)),
      actorUserId: Type.Optional(Type.String()),
      limit: limit(PAGE_SIZES.activities),
      cursor: cursor(),
    }),
    unknownValues: { type: "ignore", actorType: "ignore", actorUserId: "ignore" },
    success: { status: 200, schema: envelope(page(DealActivity)) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
