import { Type } from "typebox";
import { ERROR_CODES, FieldError } from "../errors.ts";
import { dateTime, looseObject, nullable, oneOf, WEB_ADDRESS, type Schema } from "../schema.ts";
import { DealResponse, TRACKING_KEYS } from "./deal.ts";

const optional = (schema: Schema) => Type.Optional(nullable(schema));
const text = (maxLength: number) => optional(Type.String({ maxLength }));
const webAddress = optional(Type.String({ maxLength: 500, pattern: WEB_ADDRESS }));

/** A company said with the deal: an existing one with the same CNPJ, domain or name is taken. */
export const InlineCompany = Type.Object({
  name: Type.String({ maxLength: 255, pattern: "\\S" }),
  domain: text(255),
  cnpj: text(30),
  industry: text(255),
  website: webAddress,
  logoUrl: webAddress,
  notes: text(2000),
});

const written = {
  name: text(255),
  phone: text(100),
  contactName: text(255),
  contactFirstName: text(255),
  contactLastName: text(255),
  email: optional(Type.String({ format: "email", maxLength: 255 })),
  notes: text(2000),
  value: optional(Type.Number({ minimum: 0 })),
  closeProbability: optional(Type.Integer({ minimum: 0, maximum: 100 })),
  expectedCloseAt: optional(dateTime()),
  currency: text(3),
  stageId: optional(Type.String()),
  companyId: optional(Type.String()),
  channelId: optional(Type.String()),
  responsibleUserId: optional(Type.String()),
  useAssignmentStrategy: optional(Type.Boolean()),
  customFields: optional(looseObject()),
  company: optional(InlineCompany),
  metadata: optional(looseObject()),
};

const ofNew = {
  tagIds: optional(Type.Array(Type.String(), { maxItems: 200 })),
  tracking: optional(Type.Object(Object.fromEntries(TRACKING_KEYS.map((key) => [key, optional(Type.String())])))),
};

/** Contract, "Deal create request". */
export const CreateDealRequest = Type.Object({
  ...written,
  value: optional(Type.Number({ minimum: 0, default: 0 })),
  closeProbability: optional(Type.Integer({ minimum: 0, maximum: 100, default: 0 })),
  currency: optional(Type.String({ maxLength: 3, default: "BRL" })),
  ...ofNew,
});

/** What is left out stays. null clears what can be empty, and changes nothing elsewhere. */
export const UpdateDealRequest = Type.Object({
  ...written,
  coOwnerUserId: optional(Type.String()),
  lostReason: text(255),
});

/** A deal of a batch: what creating one takes, and the id that another system knows it by. */
export const DealBatchItem = Type.Object({
  ...written,
  ...ofNew,
  externalId: optional(
    Type.String({
      maxLength: 255,
      pattern: "\\S",
      description: "What another system calls this deal; one deal of the workspace has it.",
    }),
  ),
});

export const CreateDealsRequest = Type.Object({
  deals: Type.Array(DealBatchItem, { minItems: 1, maxItems: 200 }),
  onExisting: Type.Optional(
    Type.Unsafe({
      ...oneOf(["refuse", "skip", "update"]),
      default: "refuse",
      description:
        "What becomes of an item whose deal is there already: the one with its `externalId`, else its contact's open " +
        "deal in the same pipeline, if that has no other `externalId`.",
    }),
  ),
});

/** What became of one item of a batch. */
export const DealBatchResult = Type.Object({
  outcome: oneOf(["created", "updated", "skipped", "refused"]),
  externalId: nullable(Type.String()),
  deal: nullable(DealResponse),
  error: nullable(
    Type.Object({
      error: Type.String(),
      code: oneOf(ERROR_CODES),
      details: nullable(Type.String()),
      fieldErrors: Type.Array(FieldError),
    }),
  ),
});
