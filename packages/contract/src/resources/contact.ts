import { Type } from "typebox";
import { dateTime, looseObject, nullable } from "../schema.ts";

/** Contract, "Contact detail". `phone` is empty where there is none; `customName` is made of first and last name. */
export const ContactDetail = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  phone: Type.String(),
  displayName: Type.String(),
  name: nullable(Type.String()),
  customName: nullable(Type.String()),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  avatarUrl: nullable(Type.String()),
  email: nullable(Type.String()),
  instagramUsername: nullable(Type.String()),
  notes: nullable(Type.String()),
  optedOutKeyword: nullable(Type.String()),
  optedOutSource: nullable(Type.String()),
  blocked: Type.Boolean(),
  isInternal: Type.Boolean(),
  optedOutAt: nullable(dateTime()),
  lastMarketingAt: nullable(dateTime()),
  lastMessageAt: nullable(dateTime()),
  lastActivityAt: dateTime(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});

/** One contact in a list: the detail, its company, and its values of custom fields by slug. */
export const ContactListItem = Type.Object({
  ...ContactDetail.properties,
  company: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  customFields: looseObject(),
});

/** Values of custom fields by slug, of which the detail says nothing. */
export const ContactCustomFields = Type.Object({ customFields: looseObject() });

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));

/**
 * All optional. `name` is a full name, split at the first space, and ignored when a first or last name is sent. Blank
 * texts are none. At least one of name, phone, e-mail and Instagram is needed to create a contact.
 */
const writable = {
  name: text(255),
  firstName: text(255),
  lastName: text(255),
  phone: text(50),
  email: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  instagramUsername: text(255),
  notes: text(2000),
  companyId: text(100),
  blocked: Type.Optional(Type.Boolean()),
  isInternal: Type.Optional(Type.Boolean()),
  customFields: Type.Optional(nullable(looseObject())),
};

export const CreateContactRequest = Type.Object(writable);

/** What is left out stays; null or a blank text removes. */
export const UpdateContactRequest = Type.Object({ ...writable, optedOut: Type.Optional(Type.Boolean()) });
