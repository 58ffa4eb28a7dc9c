import type { ContactDetail, ContactListItem, CustomField } from "@trilho/contract";
import { definedValues } from "../reference/custom-fields/values.ts";
import { avatarUrlOf, customNameOf, displayNameOf, type StoredContact } from "./model.ts";
import type { ListedContact } from "./port.ts";

/** The contract's resource. */
export const presentContact = (contact: StoredContact): ContactDetail => ({
  id: contact.id,
  seq: contact.seq,
  phone: contact.phone ?? "",
  displayName: displayNameOf(contact),
  name: contact.name ?? customNameOf(contact),
  customName: customNameOf(contact),
  firstName: contact.firstName,
  lastName: contact.lastName,
  avatarUrl: avatarUrlOf(contact),
  email: contact.email,
  instagramUsername: contact.instagramUsername,
  notes: contact.notes,
  optedOutKeyword: contact.optedOutKeyword,
  optedOutSource: contact.optedOutSource,
  blocked: contact.blocked,
  isInternal: contact.isInternal,
  optedOutAt: contact.optedOutAt,
  lastMarketingAt: contact.lastMarketingAt,
  lastMessageAt: contact.lastMessageAt,
  lastActivityAt: contact.lastActivityAt,
  createdAt: contact.createdAt,
  updatedAt: contact.updatedAt,
});

export const presentListed = (contact: ListedContact, definitions: readonly CustomField[]): ContactListItem => ({
  ...presentContact(contact),
  company: contact.company,
  customFields: definedValues(contact.customFields, definitions),
});
