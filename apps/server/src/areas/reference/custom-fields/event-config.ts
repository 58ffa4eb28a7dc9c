import type { CreateCustomFieldRequest, CustomField, FieldError } from "@trilho/contract";

export type Config = CreateCustomFieldRequest["config"];
type Event = NonNullable<NonNullable<Config>["event"]>;
type Attendee = NonNullable<Event["attendees"]>[number];

/** Ids that an event's attendees name, for whoever can tell which of them exist. */
export function attendeeIds(config: Config): { userIds: string[]; contactIds: string[] } {
  const attendees = config?.event?.attendees ?? [];
  return {
    userIds: attendees.flatMap(({ userId }) => userId ?? []),
    contactIds: attendees.flatMap(({ contactId }) => contactId ?? []),
  };
}

/** What exists of what an event's config names. */
export interface Known {
  userIds: ReadonlySet<string>;
  contactIds: ReadonlySet<string>;
  /** All definitions of the workspace. */
  fields: readonly CustomField[];
}

/** What is wrong with the config of a field of this type, beyond its schema. */
export function configProblems(fieldType: string, entityType: string, config: Config, known: Known): FieldError[] {
  const event = config?.event ?? null;
  if (fieldType !== "event") {
    return event === null ? [] : [{ field: "config.event", message: "applies to fields of the type event alone" }];
  }
  if (event === null) return [{ field: "config.event", message: "is required by the type event" }];
  return [
    ...conferenceProblems(event, entityType, known),
    ...(event.attendees ?? []).flatMap((attendee, index) => {
      const problem = ATTENDEES[attendee.type](attendee, known);
      return problem === null ? [] : [{ ...problem, field: `config.event.attendees[${index}].${problem.field}` }];
    }),
  ];
}

function conferenceProblems(event: Event, entityType: string, { fields }: Known): FieldError[] {
  if (event.conferenceMode !== "custom_field") return [];
  const field = "config.event.conferenceFieldSlug";
  if (!event.conferenceFieldSlug) return [{ field, message: "is required by the conference mode custom_field" }];
  const isField = fields.some(
    ({ slug, entityType: entity }) => slug === event.conferenceFieldSlug && entity === entityType,
  );
  return isField ? [] : [{ field, message: `is no custom field of the entity ${entityType}` }];
}

const ATTENDEES: Record<Attendee["type"], (attendee: Attendee, known: Known) => FieldError | null> = {
  lead_contact: () => null,
  deal_co_owner: () => null,
  member: ({ userId }, { userIds }) =>
    userIds.has(userId ?? "") ? null : { field: "userId", message: "is no member of this workspace" },
  contact: ({ contactId }, { contactIds }) =>
    contactIds.has(contactId ?? "") ? null : { field: "contactId", message: "is no contact of this workspace" },
  member_field: ({ fieldSlug }, { fields }) =>
    fields.some(({ slug, fieldType }) => slug === fieldSlug && fieldType === "members")
      ? null
      : { field: "fieldSlug", message: "is no members field of this workspace" },
};
