import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope, page } from "../envelopes.ts";
import {
  ContactCustomFields,
  ContactDetail,
  ContactListItem,
  CreateContactRequest,
  UpdateContactRequest,
} from "../resources/contact.ts";
import type { Route } from "../route.ts";
import { changedBetween, cursor, idOf, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const view = { ...group, method: "GET", permission: "contacts.view" } as const;
const edit = { ...group, permission: "contacts.edit" } as const;

const byId = Type.Object({ id: idOf("the contact", EXAMPLE_IDS.contact) });
const one = { status: 200, schema: envelope(ContactDetail) } as const;

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const CONTACT_ROUTES = {
  listContacts: {
    ...view,
    client: "contacts.list",
    path: "/contacts",
    summary: "Contacts, newest first",
    description:
      "`search` looks in names, e-mail and phone. `updatedFrom` and `updatedTo` serve incremental loads. Members " +
      "limited to own data see contacts of their deals, and those they created.",
    query: Type.Object({
      search: text(255, "Part of a name, the e-mail or the phone, in any case, accents or not."),
      phone: text(50, "The contact's phone, however it is written."),
      email: text(255, "The contact's e-mail, in any case."),
      companyId: text(100, "Contacts of this company."),
      ...changedBetween(),
      limit: limit(PAGE_SIZES.contacts),
      cursor: cursor(),
    }),
    success: { status: 200, schema: envelope(page(ContactListItem)) },
    errors: [400, 401, 403, 429],
  },
  createContact: {
    ...edit,
    client: "contacts.create",
    method: "POST",
    path: "/contacts",
    summary: "Create a contact; a phone or e-mail belongs to one contact",
    description:
      "One of name, phone, e-mail and Instagram user is needed. A phone is kept as E.164, of the country of the " +
      "workspace's language where it names none; one that another contact has is a 409.",
    body: CreateContactRequest,
    success: { status: 201, schema: envelope(ContactDetail) },
    errors: [400, 401, 403, 409, 429],
  },
  getContact: {
    ...view,
    client: "contacts.get",
    path: "/contacts/{id}",
    summary: "One contact",
    description: "Without its custom values, which have a route of their own.",
    params: byId,
    success: one,
    errors: [401, 403, 404, 429],
  },
  updateContact: {
    ...edit,
    client: "contacts.update",
    method: "PATCH",
    path: "/contacts/{id}",
    summary: "Change a contact",
    description:
      "What is left out stays; null or a blank text removes. `optedOut: true` records that the contact wants no " +
      "more messages, and stops its cadences.",
    params: byId,
    body: UpdateContactRequest,
    success: one,
    errors: [400, 401, 403, 404, 409, 429],
  },
  deleteContact: {
    ...edit,
    client: "contacts.delete",
    method: "DELETE",
    path: "/contacts/{id}",
    summary: "Remove a contact that has no deals",
    description: "A contact that has deals, open or closed, is a 409. Its conversations go with it.",
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 409, 429],
  },
  getContactCustomFields: {
    ...view,
    client: "contacts.getCustomFields",
    path: "/contacts/{id}/custom-fields",
    summary: "A contact's values of custom fields, by slug",
    description: "The same values that the list of contacts shows.",
    params: byId,
    success: { status: 200, schema: envelope(ContactCustomFields) },
    errors: [401, 403, 404, 429],
  },
  getContactAvatar: {
    ...view,
    client: "contacts.getAvatar",
    path: "/contacts/{id}/avatar",
    summary: "The uploaded photo of a contact",
    description: "The bytes as they were uploaded. 404 where there is none.",
    params: byId,
    success: { status: 200, schema: null, binary: true },
    errors: [401, 403, 404, 429],
  },
  setContactAvatar: {
    ...edit,
    client: "contacts.setAvatar",
    method: "PUT",
    path: "/contacts/{id}/avatar",
    summary: "Upload a photo of a contact: PNG, JPEG, GIF, WebP or AVIF",
    description: "In the part `file` of a form. It takes the place of the one before.",
    params: byId,
    upload: { field: "file", maxBytes: 5 * 1024 * 1024 },
    success: one,
    errors: [400, 401, 403, 404, 429],
  },
  deleteContactAvatar: {
    ...edit,
    client: "contacts.deleteAvatar",
    method: "DELETE",
    path: "/contacts/{id}/avatar",
    summary: "Remove the photo of a contact; idempotent",
    description: "The answer is the contact, also where there was no photo.",
    params: byId,
    success: one,
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
