import type { JsonObject } from "@trilho/engine/contract";
import type { ChangedBetween } from "../../platform/service/bounds.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import type { Outcome } from "../../platform/service/outcome.ts";
import type { ContactInserted, ContactTaken, ContactValues, NewContact, StoredContact } from "./model.ts";
import type { Position } from "../../platform/security/cursors.ts";

export interface ContactFilter extends ChangedBetween {
  /** Part of a name, e-mail, Instagram username or phone, in any case; `digits` part of the phone alone. */
  search?: string;
  digits?: string;
  /** E.164. */
  phone?: string;
  email?: string;
  companyId?: string;
}

/** A contact with the company that it belongs to. */
export type ListedContact = StoredContact & { company: { id: string; name: string } | null };

/** What a change writes. `optedOut` true or false sets or lifts the opt-out. */
export interface ContactChange extends Partial<ContactValues> {
  optedOut?: boolean | undefined;
  /** All of them. */
  customFields?: JsonObject;
}

/** Contacts that a viewer may see; others are not there. */
export interface ContactStore {
  /** Newest first. Days of the filter are of `timeZone`. */
  list(
    viewer: Viewer,
    filter: ContactFilter,
    timeZone: string,
    limit: number,
    after: Position | null,
  ): Promise<ListedContact[]>;
  get(viewer: Viewer, id: string): Promise<StoredContact | null>;
  insert(workspaceId: string, contact: NewContact): Promise<ContactInserted>;
  /** Writes what `decide` makes of the stored contact, unless its new phone or e-mail is another contact's. */
  change(
    viewer: Viewer,
    id: string,
    decide: (current: StoredContact) => Outcome<ContactChange>,
  ): Promise<Outcome<StoredContact> | ContactTaken | null>;
  /** `inUse` while deals have it. Its messages go too. */
  delete(viewer: Viewer, id: string): Promise<"deleted" | "inUse" | "missing">;
  /** Puts a file in the place of the picture, or nothing, and drops the one before. */
  setAvatar(viewer: Viewer, id: string, key: string | null): Promise<StoredContact | null>;
}
