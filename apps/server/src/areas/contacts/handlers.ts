import { PAGE_SIZES } from "@trilho/contract";
import type { ContactService } from "./service.ts";
import type { Handlers } from "../../platform/http/handlers.ts";

type ContactOperation =
  | "listContacts"
  | "createContact"
  | "getContact"
  | "updateContact"
  | "deleteContact"
  | "getContactCustomFields"
  | "getContactAvatar"
  | "setContactAvatar"
  | "deleteContactAvatar";

export const contactHandlers = (service: ContactService): Pick<Handlers, ContactOperation> => ({
  listContacts: ({ principal, query }) => service.list(principal, { limit: PAGE_SIZES.contacts.default, ...query }),
  createContact: ({ principal, body }) => service.create(principal, body),
  getContact: ({ principal, params }) => service.get(principal, params.id),
  updateContact: ({ principal, params, body }) => service.update(principal, params.id, body),
  deleteContact: ({ principal, params }) => service.delete(principal, params.id),
  getContactCustomFields: ({ principal, params }) => service.customFields(principal, params.id),
  getContactAvatar: ({ principal, params }) => service.avatar(principal, params.id),
  setContactAvatar: ({ principal, params, body }) => service.setAvatar(principal, params.id, body),
  deleteContactAvatar: ({ principal, params }) => service.deleteAvatar(principal, params.id),
});
