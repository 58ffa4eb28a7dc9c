import type { CreateContactRequest, FieldError, Operations } from "@trilho/contract";
import type { Cursors } from "../../platform/security/cursors.ts";
import { changedValues, definedValues, valueContext, type ValueStores } from "../reference/custom-fields/values.ts";
import { readChangedBetween } from "../../platform/service/bounds.ts";
import { textOf } from "../../platform/service/texts.ts";
import { Download } from "../../platform/service/files.ts";
import type { Principal, Viewer } from "../../platform/security/principal.ts";
import { done, existing, found, invalid, notFound, refused, type Failure } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import type { ContactTaken } from "./model.ts";
import { countryOf, normalisePhone, phoneDigits } from "../../platform/service/phone.ts";
import { pictureType } from "./picture.ts";
import type { ContactFilter, ContactStore } from "./port.ts";
import { presentContact, presentListed } from "./present.ts";
import { isSomebody, readContact } from "./values.ts";
import type { Atomic } from "../../platform/service/atomic.ts";
import type { CompanyStore } from "../companies/port.ts";
import type { BodyChecks, Handlers } from "../../platform/service/handlers.ts";

type ListQuery = Operations["listContacts"]["query"] & { limit: number };

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

const WHAT = "contact";

interface ContactServiceParts {
  store: Atomic<ValueStores & { contacts: ContactStore; companies: CompanyStore }>;
  cursors: Cursors;
}

/** Contacts of one workspace that a member may see. */
export function createContactService({ store, cursors }: ContactServiceParts): Pick<Handlers, ContactOperation> {
  const { contacts, files, reference } = store;

  /** Names the other contact to who may see it. */
  const takenBy = async (viewer: Viewer, { by, contact }: ContactTaken): Promise<Failure> => ({
    code: "CONFLICT",
    message: `Another contact of this workspace has this ${by === "phone" ? "phone" : "e-mail"}.`,
    ...((await contacts.get(viewer, contact.id)) !== null && { details: existing(WHAT, contact) }),
  });

  return {
    async listContacts({ principal, query: { limit, cursor, ...query } }) {
      const { filter, problems } = readFilter(query, principal);
      if (problems.length > 0) return refused(invalid(problems));
      const definitions = await reference.customFields(principal.workspaceId, "contact");
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId: principal.workspaceId, operationId: "listContacts", filters: { ...query } },
        read: (count, after) => contacts.list(principal, filter, principal.timeZone, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: (contact) => presentListed(contact, definitions),
      });
    },

    async getContact({ principal: viewer, params: { id } }) {
      const contact = await contacts.get(viewer, id);
      return found(contact && presentContact(contact), WHAT);
    },

    async createContact({ principal, body }) {
      const { workspaceId, memberId } = principal;
      const { values, customFields, problems } = await readNew(store, principal, body);
      if (problems.length === 0 && !isSomebody(values)) problems.push(NOBODY);
      if (problems.length > 0) return refused(invalid(problems));
      const result = await contacts.insert(workspaceId, {
        ...values,
        customFields,
        createdBy: memberId,
      });
      return result.outcome === "taken"
        ? refused(await takenBy(principal, result))
        : done(presentContact(result.contact));
    },

    async updateContact({ principal, params: { id }, body }) {
      const { values, problems } = readContact(body, principal.locale);
      const all = [...problems, ...(await companyProblems(store, principal, values.companyId))];
      if (all.length > 0) return refused(invalid(all));
      const { optedOut } = body;
      const context = await valueContext(store, principal, "contact", body.customFields);
      const result = await contacts.change(principal, id, (current) => {
        const custom = changedValues(body.customFields, current.customFields, context);
        const isNobody = !isSomebody({ ...current, ...values }) && current.name === null;
        const wrong = [...custom.problems, ...(isNobody ? [NOBODY] : [])];
        if (wrong.length > 0) return refused(invalid(wrong));
        return done({ ...values, customFields: custom.values, optedOut });
      });
      if (result === null) return refused(notFound(WHAT));
      if ("outcome" in result) return refused(await takenBy(principal, result));
      return result.ok ? done(presentContact(result.value)) : result;
    },

    /** Values of custom fields by slug. */
    async getContactCustomFields({ principal: viewer, params: { id } }) {
      const contact = await contacts.get(viewer, id);
      if (contact === null) return refused(notFound(WHAT));
      const definitions = await reference.customFields(viewer.workspaceId, "contact");
      return done({ customFields: definedValues(contact.customFields, definitions) });
    },

    async deleteContact({ principal: viewer, params: { id } }) {
      const result = await contacts.delete(viewer, id);
      if (result === "inUse") return refused(IN_USE);
      return result === "deleted" ? done(null) : refused(notFound(WHAT));
    },

    async getContactAvatar({ principal: viewer, params: { id } }) {
      const contact = await contacts.get(viewer, id);
      if (contact === null) return refused(notFound(WHAT));
      const file = contact.avatarKey === null ? null : await files.read(viewer.workspaceId, contact.avatarKey);
      return found(file && new Download(file), "photo");
    },

    async setContactAvatar({ principal: viewer, params: { id }, body: { name, content } }) {
      const mimeType = pictureType(content);
      if (mimeType === null) return refused(invalid([NO_PICTURE]));
      return store.transaction(async (inside) => {
        const file = { name, mimeType, content, createdBy: viewer.memberId };
        const { key } = await inside.files.put(viewer.workspaceId, file);
        const contact = await inside.contacts.setAvatar(viewer, id, key);
        if (contact === null) await inside.files.delete(viewer.workspaceId, key);
        return found(contact && presentContact(contact), WHAT);
      });
    },

    /** Idempotent. */
    async deleteContactAvatar({ principal: viewer, params: { id } }) {
      const contact = await contacts.setAvatar(viewer, id, null);
      return found(contact && presentContact(contact), WHAT);
    },
  };
}

type ContactStores = ContactServiceParts["store"];

export const contactBodyChecks = (store: ContactStores): BodyChecks => ({
  createContact: async ({ principal, sound }) => (await readNew(store, principal, sound)).problems,
});

async function readNew(store: ContactStores, principal: Principal, body: CreateContactRequest) {
  const { values, problems } = readContact(body, principal.locale);
  const context = await valueContext(store, principal, "contact", body.customFields);
  const custom = changedValues(body.customFields, {}, context);
  const ofCompany = await companyProblems(store, principal, values.companyId);
  return { values, customFields: custom.values, problems: [...problems, ...custom.problems, ...ofCompany] };
}

const companyProblems = async (
  { companies }: ContactStores,
  { workspaceId }: Principal,
  companyId: string | null | undefined,
): Promise<FieldError[]> =>
  companyId === null || companyId === undefined || (await companies.get(workspaceId, companyId)) !== null
    ? []
    : [{ field: "companyId", message: "is no company of this workspace" }];

const NOBODY: FieldError = { field: "body", message: "needs a name, a phone, an e-mail or an Instagram username" };
const NO_PICTURE: FieldError = { field: "file", message: "must be a PNG, JPEG, GIF, WebP or AVIF picture" };
const IN_USE: Failure = { code: "CONFLICT", message: "This contact has deals. Remove or reassign them first." };

function readFilter(
  query: Omit<ListQuery, "limit" | "cursor">,
  { locale, timeZone }: Principal,
): { filter: ContactFilter; problems: FieldError[] } {
  const { between, problems } = readChangedBetween(query, timeZone);
  const [search, phone, email, companyId] = [query.search, query.phone, query.email, query.companyId].map(textOf);
  const e164 = phone ? normalisePhone(phone, countryOf(locale)) : null;
  if (phone && e164 === null) problems.push({ field: "phone", message: "must be a phone number" });
  const digits = search ? phoneDigits(search) : null;
  return {
    filter: {
      ...between,
      ...(search && { search }),
      ...(digits && { digits }),
      ...(e164 && { phone: e164 }),
      ...(email && { email }),
      ...(companyId && { companyId }),
    },
    problems,
  };
}
