import type { JsonObject } from "@trilho/engine/contract";

/** A contact as stored. Instants are ISO 8601. */
export interface StoredContact extends ContactValues {
  id: string;
  /** Per-workspace number. */
  seq: number;
  /** An uploaded picture's file. `avatarUrl` is a picture elsewhere, which providers name. */
  avatarKey: string | null;
  avatarUrl: string | null;
  /** By slug. */
  customFields: JsonObject;
  createdBy: string | null;
  optedOutAt: string | null;
  optedOutKeyword: string | null;
  optedOutSource: string | null;
  lastMarketingAt: string | null;
  lastMessageAt: string | null;
  lastActivityAt: string;
  createdAt: string;
  updatedAt: string;
}

/** What people and integrations say of a contact. */
export interface ContactValues {
  /** What providers call the contact; first and last name are the workspace's own. */
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  /** E.164, see `normalisePhone`; one contact a phone in a workspace. */
  phone: string | null;
  /** One contact an e-mail in a workspace, whatever its case. */
  email: string | null;
  instagramUsername: string | null;
  notes: string | null;
  companyId: string | null;
  blocked: boolean;
  isInternal: boolean;
}

/** What is unknown is null or false. `createdBy` is the member, who sees it even with the visibility `own`. */
export interface NewContact extends Partial<ContactValues> {
  createdBy: string | null;
  avatarUrl?: string | null;
  customFields?: JsonObject;
}

/** Which contact has the phone or e-mail already. */
export interface ContactTaken {
  outcome: "taken";
  by: "phone" | "email";
  contact: StoredContact;
}

export type ContactInserted = { outcome: "inserted"; contact: StoredContact } | ContactTaken;

type Named = Pick<StoredContact, "name" | "firstName" | "lastName" | "phone" | "email" | "instagramUsername" | "seq">;

/** First and last name; null where neither is known. */
export const customNameOf = ({ firstName, lastName }: Pick<Named, "firstName" | "lastName">): string | null =>
  [firstName, lastName].filter(Boolean).join(" ") || null;

/** What to call a contact: the best name that is known. */
export const displayNameOf = (contact: Named): string =>
  customNameOf(contact) ??
  contact.name ??
  contact.phone ??
  contact.email ??
  contact.instagramUsername ??
  `#${contact.seq}`;

/** An uploaded picture is downloaded with a key, under the API's own address; another picture is another address. */
export const avatarUrlOf = ({ id, avatarKey, avatarUrl }: Pick<StoredContact, "id" | "avatarKey" | "avatarUrl">) =>
  avatarKey === null ? avatarUrl : `/api/v1/contacts/${encodeURIComponent(id)}/avatar?v=${avatarKey.slice(0, 8)}`;
