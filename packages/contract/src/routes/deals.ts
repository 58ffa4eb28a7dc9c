import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { DealListItem, DealResponse, DealStatus } from "../resources/deal.ts";
import { DealCustomFieldValue } from "../resources/deal-field-value.ts";
import { CreateDealRequest, UpdateDealRequest } from "../resources/deal-request.ts";
import type { Route } from "../route.ts";
import { listOf, textsByKey } from "../schema.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Deals", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const view = { ...group, method: "GET", permission: null } as const;
const edit = { ...group, permission: "deals.edit" } as const;

const bySeq = Type.Object({ seq: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const day = () => Type.String({ format: "date" });

/** Bounds of date fields, both inclusive. */
const ranges = Type.Unsafe({
  type: "object",
  additionalProperties: Type.Object({
    from: Type.Optional(Type.String({ maxLength: 100 })),
    to: Type.Optional(Type.String({ maxLength: 100 })),
  }),
});

export const DEAL_ROUTES = {
  listDeals: {
    ...view,
    client: "deals.list",
    path: "/deals",
    summary: "Deals, newest first; of every status unless told",
    description:
      "A page may hold fewer deals than `limit`, even none, and still not be the last: no more than a fixed number of " +
      "deals is looked at for one. `hasMore` tells whether to go on, and `nextCursor` where.",
    query: Type.Object({
      pipeline: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      stageId: Type.Optional(Type.String()),
      returning: Type.Optional(Type.Boolean()),
      createdFrom: Type.Optional(day()),
      createdTo: Type.Optional(day()),
      source: Type.Optional(Type.String()),
      responsibleUserIds: Type.Optional(listOf(Type.String())),
      tagIds: Type.Optional(listOf(Type.String())),
      search: Type.Optional(Type.String({ maxLength: 255 })),
      status: Type.Optional(listOf(DealStatus)),
      customFields: Type.Optional(textsByKey()),
      customFieldRanges: Type.Optional(ranges),
      limit: limit(PAGE_SIZES.deals),
      cursor: cursor(),
    }),
    unknownValues: { status: "reject" },
    success: { status: 200, schema: envelope(page(DealListItem)) },
    errors: [400, 401, 403, 429],
  },
  createDeal: {
    ...edit,
    client: "deals.create",
    method: "POST",
    path: "/deals",
    summary: "Create a deal, with its contact and company where they are new",
    body: CreateDealRequest,
    success: { status: 201, schema: envelope(DealResponse) },
    errors: [400, 401, 403, 409, 429],
  },
  listDealCustomFieldValues: {
    ...view,
    client: "deals.listCustomFieldValues",
    path: "/deals/custom-field-values",
    summary: "Custom field values of deals, by the deals' last change, oldest first",
    query: Type.Object({
      status: Type.Optional(listOf(DealStatus)),
      pipelineId: Type.Optional(Type.String()),
      updatedFrom: Type.Optional(Type.String({ maxLength: 100 })),
      updatedTo: Type.Optional(Type.String({ maxLength: 100 })),
      limit: limit(PAGE_SIZES.dealCustomFieldValues),
      cursor: cursor(),
    }),
    unknownValues: { status: "reject" },
    success: { status: 200, schema: envelope(page(DealCustomFieldValue)) },
    errors: [400, 401, 403, 429],
  },
  getDeal: {
    ...view,
    client: "deals.get",
    path: "/deals/{seq}",
    summary: "One deal",
    params: bySeq,
    success: { status: 200, schema: envelope(DealListItem) },
    errors: [400, 401, 403, 404, 429],
  },
  updateDeal: {
    ...edit,
    client: "deals.update",
    method: "PATCH",
    path: "/deals/{seq}",
    summary: "Change a deal: its fields, its stage, its outcome",
    params: bySeq,
    body: UpdateDealRequest,
    success: { status: 200, schema: envelope(DealResponse) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
