import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import {
  ContactCustomFields,
  ContactDetail,
  ContactListItem,
  CreateContactRequest,
  UpdateContactRequest,
} from "../resources/contact.ts";
import type { Route } from "../route.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const view = { ...group, method: "GET", permission: "contacts.view" } as const;
const edit = { ...group, permission: "contacts.edit" } as const;

const byId = Type.Object({ id: Type.String() });
const one = { status: 200, schema: envelope(ContactDetail) } as const;

const instant = () => Type.Optional(Type.String({ maxLength: 40 }));

export const CONTACT_ROUTES = {
  listContacts: {
    ...view,
    client: "contacts.list",
    path: "/contacts",
    summary: "Contacts, newest first",
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 255 })),
      phone: Type.Optional(Type.String({ maxLength: 50 })),
      email: Type.Optional(Type.String({ maxLength: 255 })),
      companyId: Type.Optional(Type.String({ maxLength: 100 })),
      updatedFrom: instant(),
      updatedTo: instant(),
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
    body: CreateContactRequest,
    success: { status: 201, schema: envelope(ContactDetail) },
    errors: [400, 401, 403, 409, 429],
  },
  getContact: {
    ...view,
    client: "contacts.get",
    path: "/contacts/{id}",
    summary: "One contact",
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
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 409, 429],
  },
  getContactCustomFields: {
    ...view,
    client: "contacts.getCustomFields",
    path: "/contacts/{id}/custom-fields",
    summary: "A contact's values of custom fields, by slug",
    params: byId,
    success: { status: 200, schema: envelope(ContactCustomFields) },
    errors: [401, 403, 404, 429],
  },
  getContactAvatar: {
    ...view,
    client: "contacts.getAvatar",
    path: "/contacts/{id}/avatar",
    summary: "The uploaded photo of a contact",
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
    params: byId,
    success: one,
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
