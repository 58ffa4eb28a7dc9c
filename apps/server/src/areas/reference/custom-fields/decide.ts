import { randomUUID } from "node:crypto";
import type { CreateCustomFieldRequest, CustomField, FieldError, UpdateCustomFieldRequest } from "@trilho/contract";
import { done, existing, invalid, notFound, refused, type Outcome } from "../../../platform/service/outcome.ts";
import { configProblems, type Known } from "./event-config.ts";
import { keepsOptions, optionProblems, storedOptions } from "./options.ts";
import type { CustomFieldValues } from "./port.ts";
import { freeSlug, slugOf } from "./slug.ts";
import { visibilityProblems } from "./visibility.ts";

/** Ids that exist besides the definitions, which a decision gets by itself. */
export type KnownIds = Omit<Known, "fields">;

export function decideNewField(
  body: CreateCustomFieldRequest,
  ids: KnownIds,
  fields: readonly CustomField[],
): Outcome<CustomFieldValues> {
  const { entityType = "deal", fieldType } = body;
  const siblings = fields.filter((field) => field.entityType === entityType);
  const taken = new Set(siblings.map(({ slug }) => slug));
  const same = siblings.find(({ slug }) => slug === body.slug);
  const problems = [
    ...optionProblems(fieldType, body.options),
    ...configProblems(fieldType, entityType, body.config, { ...ids, fields }),
    ...visibilityProblems(null, entityType, body.visibilityRule ?? null, fields),
  ];
  if (problems.length > 0) return refused(invalid(problems));
  if (same !== undefined) {
    const message = `Another custom field of this entity has the slug ${same.slug}.`;
    return refused({ code: "CONFLICT", message, details: existing("custom field", same) });
  }
  return done({
    id: randomUUID(),
    entityType,
    fieldType,
    slug: body.slug ?? freeSlug(slugOf(body.name), taken),
    ...BLANK,
    name: body.name,
    displayOrder: Math.max(-1, ...siblings.map(({ displayOrder }) => displayOrder)) + 1,
    ...givenValues(fieldType, body),
  });
}

const BLANK = {
  description: null,
  placeholder: null,
  options: null,
  config: null,
  isRequired: false,
  apiOnly: false,
  section: null,
  pipelineConfig: null,
  visibilityRule: null,
};

export function decideFieldUpdate(
  id: string,
  body: UpdateCustomFieldRequest,
  ids: KnownIds,
  fields: readonly CustomField[],
): Outcome<CustomFieldValues> {
  const current = fields.find((field) => field.id === id);
  if (current === undefined) return refused(notFound("custom field"));
  const { entityType, fieldType } = current;
  const problems = [
    ...fixedProblems(current, body),
    ...(body.options === undefined ? [] : optionProblems(fieldType, body.options)),
    ...(body.config === undefined ? [] : configProblems(fieldType, entityType, body.config, { ...ids, fields })),
    ...visibilityProblems(id, entityType, body.visibilityRule ?? null, fields),
  ];
  if (problems.length > 0) return refused(invalid(problems));
  const { createdAt: _, updatedAt: __, ...values } = current;
  return done({ ...values, ...(keepsOptions(fieldType) ? {} : { options: null }), ...givenValues(fieldType, body) });
}

/** What never changes may be sent as it is, so that a field can be sent back as it was read. */
const fixedProblems = (current: CustomField, body: UpdateCustomFieldRequest): FieldError[] =>
  (["entityType", "fieldType", "slug"] as const)
    .filter((key) => body[key] !== undefined && body[key] !== current[key])
    .map((field) => ({ field, message: "cannot be changed" }));

/** What the body says, as it is stored. */
function givenValues(fieldType: string, body: Omit<UpdateCustomFieldRequest, "slug">): Partial<CustomFieldValues> {
  const texts = (["description", "placeholder", "section"] as const).filter((key) => body[key] !== undefined);
  return {
    ...(body.name !== undefined && { name: body.name.trim() }),
    ...Object.fromEntries(texts.map((key) => [key, body[key]?.trim() || null])),
    ...(body.options !== undefined && { options: storedOptions(fieldType, body.options ?? []) }),
    ...(body.config !== undefined && { config: body.config as CustomField["config"] }),
    ...(body.isRequired !== undefined && { isRequired: body.isRequired }),
    ...(body.apiOnly !== undefined && { apiOnly: body.apiOnly }),
    ...(body.displayOrder !== undefined && { displayOrder: body.displayOrder }),
    ...(body.pipelineConfig !== undefined && { pipelineConfig: body.pipelineConfig }),
    ...(body.visibilityRule !== undefined && { visibilityRule: body.visibilityRule }),
  };
}
