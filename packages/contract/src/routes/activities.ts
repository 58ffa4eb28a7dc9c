import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { ActivityType, ActorType, DealActivity } from "../resources/activity.ts";
import { NotStarted } from "../resources/not-started.ts";
import { DealTimelineEntry } from "../resources/deal-timeline.ts";
import type { Route } from "../route.ts";
import { described, listOf } from "../schema.ts";
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
    description:
      "Each names who did it: a member, an API key, an automation, the assistant or the service itself. `changes` " +
      "holds `from` and `to` where one field changed.",
    params: dealBySeq(),
    query: Type.Object({
      type: Type.Optional(described(listOf(ActivityType), "Activities of one of these types.")),
      actorType: Type.Optional(described(listOf(ActorType), "What was done by one of these.")),
      actorUserId: Type.Optional(Type.String({ description: "What was done by this member." })),
      limit: limit(PAGE_SIZES.activities),
      cursor: cursor(),
    }),
    unknownValues: { type: "ignore", actorType: "ignore", actorUserId: "ignore" },
    success: { status: 200, schema: envelope(page(DealActivity)) },
    errors: [400, 401, 403, 404, 429],
  },
  /** An extension of the contract. */
  listDealNotStarted: {
    group: "Deals",
    features: ["API_ACCESS", "ADVANCED_API"],
    unknownQuery: "ignore",
    permission: "automations.view",
    client: "deals.notStarted",
    method: "GET",
    path: "/deals/{seq}/not-started",
    summary: "Which automations did not start from what happened to a deal in the last seven days, and why",
    description:
      "Found out when it is asked for, from the events that are kept: what an event brought is known as it was, facts of " +
      "the deal and the automations' rules as they are now. `limit` counts events, so a page may hold more rows, or none.",
    params: dealBySeq(),
    query: Type.Object({ limit: limit(PAGE_SIZES.notStarted), cursor: cursor() }),
    success: { status: 200, schema: envelope(page(NotStarted)) },
    errors: [400, 401, 403, 404, 429],
  },
  /** An extension of the contract. */
  listDealTimeline: {
    group: "Deals",
    features: ["API_ACCESS"],
    unknownQuery: "ignore",
    permission: null,
    client: "deals.timeline",
    method: "GET",
    path: "/deals/{seq}/timeline",
    summary: "What happened to a deal and what automations did about it, newest first",
    description:
      "The lines of `GET /deals/{seq}/activities`, the beginnings of runs, what steps of runs did that left no such " +
      "line, such as a webhook, or an action that failed, each with the run and the step that did it, what members and " +
      "other runs did to a run (cancelled, retried, moved to another version), and which step of which run went on by " +
      "an answer of the contact. Members without `automations.view`, " +
      "and workspaces without `ADVANCED_API`, get the lines alone.",
    params: dealBySeq(),
    query: Type.Object({ limit: limit(PAGE_SIZES.timeline), cursor: cursor() }),
    success: { status: 200, schema: envelope(page(DealTimelineEntry)) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
