import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf, type Schema } from "../schema.ts";

/** What a field can hold. The contract names some of these and leaves the set open, so readers must expect others. */
export const FIELD_TYPES = [
  "text",
  "long_text",
  "number",
  "currency",
  "percent",
  "boolean",
  "date",
  "datetime",
  "select",
  "multi_select",
  "members",
  "member_field",
  "event",
  "email",
  "phone",
  "url",
  "file",
] as const;

/** What has custom fields. */
export const FIELD_ENTITIES = ["deal", "contact", "company"] as const;

/** One choice of a select, multi_select or members field. `inactive`: resolve old values, never offer. */
export const CustomFieldOption = Type.Object({
  value: Type.String(),
  label: Type.String(),
  color: Type.Optional(nullable(Type.String())),
  image: Type.Optional(nullable(Type.String())),
  inactive: Type.Optional(Type.Boolean()),
});

/** Shows a field only while its parent field holds one of `values`. */
export const VisibilityRule = Type.Object({
  parentFieldId: Type.String(),
  values: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 200 }),
});

/** Contract, "Custom field definition". */
export const CustomField = Type.Object({
  id: Type.String(),
  entityType: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  description: nullable(Type.String()),
  placeholder: nullable(Type.String()),
  fieldType: Type.String(),
  options: nullable(Type.Array(CustomFieldOption)),
  config: nullable(looseObject()),
  isRequired: Type.Boolean(),
  apiOnly: Type.Boolean(),
  displayOrder: Type.Integer(),
  section: nullable(Type.String()),
  pipelineConfig: nullable(looseObject()),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  visibilityRule: nullable(VisibilityRule),
});

const maybe = (schema: Schema) => Type.Optional(nullable(schema));
const named = () => Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });

/** An option to choose. Without `value` it is made from the label; without `color` there is none. */
const OptionRequest = Type.Object({
  value: maybe(Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" })),
  label: named(),
  color: maybe(Type.String({ pattern: "^#[0-9a-fA-F]{6}$" })),
});

const Attendee = Type.Object({
  type: oneOf(["lead_contact", "deal_co_owner", "member", "contact", "member_field"]),
  userId: maybe(Type.String()),
  contactId: maybe(Type.String()),
  fieldSlug: maybe(Type.String()),
  label: maybe(Type.String({ maxLength: 255 })),
});

/** Contract, `config.event`: the calendar event that a field of the type `event` makes. */
const EventConfig = Type.Object({
  title: named(),
  description: maybe(Type.String({ maxLength: 2000 })),
  durationMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
  conferenceMode: maybe(oneOf(["none", "google_meet", "custom_field"])),
  conferenceFieldSlug: maybe(Type.String({ maxLength: 100 })),
  recordWithBot: maybe(Type.Boolean()),
  attendees: maybe(Type.Array(Attendee, { maxItems: 100 })),
});

const Config = Type.Object({ event: maybe(EventConfig) }, { additionalProperties: true });

/** What may be changed later; what is left out stays. */
const changeable = {
  description: maybe(Type.String({ maxLength: 2000 })),
  placeholder: maybe(Type.String({ maxLength: 255 })),
  options: maybe(Type.Array(OptionRequest, { maxItems: 500 })),
  config: maybe(Config),
  isRequired: Type.Optional(Type.Boolean()),
  apiOnly: Type.Optional(Type.Boolean()),
  displayOrder: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  section: maybe(Type.String({ maxLength: 255 })),
  pipelineConfig: maybe(looseObject()),
  visibilityRule: maybe(VisibilityRule),
};

/** A new field. Without `slug` it is made from the name; it never changes. */
export const CreateCustomFieldRequest = Type.Object({
  name: named(),
  fieldType: oneOf(FIELD_TYPES),
  entityType: Type.Optional(Type.Unsafe({ ...oneOf(FIELD_ENTITIES), default: "deal" })),
  slug: maybe(Type.String({ maxLength: 100, pattern: "^[a-z0-9][a-z0-9_-]*$" })),
  ...changeable,
});

/** Entity, type and slug are accepted as they are stored, so that a field can be sent back as it was read. */
export const UpdateCustomFieldRequest = Type.Object({
  name: Type.Optional(named()),
  fieldType: Type.Optional(Type.String()),
  entityType: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  ...changeable,
});
