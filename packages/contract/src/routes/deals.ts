import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { DealListItem, DealResponse, DealStatus } from "../resources/deal.ts";
import { DealCustomFieldValue } from "../resources/deal-field-value.ts";
import {
  CreateDealRequest,
  CreateDealsRequest,
  DealBatchResult,
  UpdateDealRequest,
} from "../resources/deal-request.ts";
import type { Route } from "../route.ts";
import { described, listOf, textsByKey } from "../schema.ts";
import { changedBetween, cursor, dealBySeq, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Deals", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const view = { ...group, method: "GET", permission: null } as const;
const edit = { ...group, permission: "deals.edit" } as const;

const text = (description: string) => Type.Optional(Type.String({ description }));
const ids = (description: string) => Type.Optional(described(listOf(Type.String()), description));
const day = (description: string) => Type.Optional(Type.String({ format: "date", description }));
const status = () => Type.Optional(described(listOf(DealStatus), "Deals in one of these states; in all by default."));

/** Bounds of date fields, both inclusive; as one text for clients that cannot nest what they send. */
const ranges = Type.Unsafe({
  type: "object",
  description:
    "Deals whose date field lies between two bounds, either of which may be left out: an interval of ISO 8601, " +
    "`customFieldRanges[slug]=2026-03-01/2026-03-31`, or, written by hand, `customFieldRanges[slug][from]` and " +
    "`customFieldRanges[slug][to]`. A bound is a day, which is included, or an instant.",
  additionalProperties: {
    type: ["string", "object"],
    maxLength: 201,
    properties: { from: { type: "string", maxLength: 100 }, to: { type: "string", maxLength: 100 } },
  },
});

export const DEAL_ROUTES = {
  listDeals: {
    ...view,
    client: "deals.list",
    path: "/deals",
    summary: "Deals, newest first; of every status by default",
    description: "Those that pass all filters. Every page but the last has `limit` deals.",
    query: Type.Object({
      pipeline: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "The number (`seq`) of the deals' pipeline." }),
      ),
      stageId: text("Deals in this stage."),
      returning: Type.Optional(
        Type.Boolean({ description: "Deals of contacts who had one before, or of all others." }),
      ),
      createdFrom: day("Created on this day or later, in the workspace's time zone."),
      createdTo: day("Created on this day or earlier, in the workspace's time zone."),
      source: text("Where the deal came from, such as `manual`, `api` or `whatsapp`."),
      responsibleUserIds: ids("Deals of one of these members."),
      tagIds: ids("Deals with one of these tags."),
      search: Type.Optional(
        Type.String({
          maxLength: 255,
          description:
            "Part of the deal's name, or of its contact's names, e-mail or phone, in any case, accents or not.",
        }),
      ),
      status: status(),
      customFields: Type.Optional(
        textsByKey(
          "Deals whose custom field holds a value: `customFields[slug]=value`. Of several values, one a line, any will " +
            "do, as where the key is repeated (`customFields[slug]=a&customFields[slug]=b`); `__empty__` finds deals without " +
            "one. Fields of different slugs must all hold theirs. Commas belong to the value, and so do the lines of a " +
            "`long_text`. A value that the field's type cannot hold is a 400.",
        ),
      ),
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
    description:
      "Nothing is required. A contact is found by phone or e-mail, a company by CNPJ, domain or name, and made " +
      "where there is none. Without `stageId` it is the default pipeline's first stage, without a responsible the " +
      "key's member. A second open deal of a contact in one pipeline is a 409.",
    body: CreateDealRequest,
    success: { status: 201, schema: envelope(DealResponse) },
    errors: [400, 401, 403, 409, 429],
  },
  createDeals: {
    ...edit,
    client: "deals.createMany",
    method: "POST",
    path: "/deals/batch",
    summary: "Create up to 200 deals, or bring those that are there up to date",
    description:
      "An extension of the contract, for imports. Items are taken in order, each by the rules of creating one deal, and " +
      "each has its result: one that is refused leaves nothing behind and does not hold up the others. `onExisting` " +
      "decides about deals that are there already: `refuse` them (409, which names the deal), `skip` them, or `update` " +
      "them as a change of the deal would, with tags added and the responsible kept unless `responsibleUserId` names " +
      "one. A deal with another `externalId` is another order of the same customer: such an item is refused in all three. " +
      "A repeated import makes no second deal of an item with an `externalId`, a phone or an e-mail. A body that " +
      "does not fit its schema is refused as a whole, with every fault at its place.",
    body: CreateDealsRequest,
    success: { status: 200, schema: envelope(Type.Array(DealBatchResult)) },
    errors: [400, 401, 403, 429],
  },
  listDealCustomFieldValues: {
    ...view,
    client: "deals.listCustomFieldValues",
    path: "/deals/custom-field-values",
    summary: "Custom field values of deals, by the deals' last change, oldest first",
    description:
      "One row for each deal and field, and for each chosen option of a `multi_select`; a cleared field has a row " +
      "with null. For incremental loads, pass the last `updatedAt` as `updatedFrom` and drop doubles. `limit` " +
      "counts deals, not rows.",
    query: Type.Object({
      status: status(),
      pipelineId: text("Deals in this pipeline, by its id."),
      ...changedBetween(),
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
    description: "With its contact, company, tags, responsible, stage, cadence and custom values.",
    params: dealBySeq(),
    success: { status: 200, schema: envelope(DealListItem) },
    errors: [400, 401, 403, 404, 429],
  },
  updateDeal: {
    ...edit,
    client: "deals.update",
    method: "PATCH",
    path: "/deals/{seq}",
    summary: "Change a deal: its fields, its stage, its outcome",
    description:
      "What is left out stays. `stageId` moves the deal: to a won stage it is won, to a lost one it is lost and " +
      "needs a `lostReason` of the catalogue, to an active one it is open again.",
    params: dealBySeq(),
    body: UpdateDealRequest,
    success: { status: 200, schema: envelope(DealResponse) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
