import { nextTurn } from "@trilho/engine/trigger";
import { type Kysely, sql } from "kysely";
import type { CompanyChoice, ContactInput, ResponsibleChoice } from "../model.ts";
import type { ContactValues, StoredContact } from "../../contacts/model.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { findOrInsertCompany } from "../../companies/company-rows.ts";
import {
  contactColumns,
  contactIsSeen,
  findContactByEmail,
  findContactByPhone,
  findTaken,
  insertContact,
  lockContactCreation,
  toContact,
} from "../../contacts/contact-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

interface Finding {
  /** Nobody is found, or changed, whom this member may not see. */
  viewer: Viewer;
  /** The member who brings what is new. */
  createdBy: string | null;
}

/** The person of a deal; or what was said of them that is somebody else's, whom this deal cannot have. */
export type Person = { contact: StoredContact } | { taken: "phone" | "email" };

/**
 * The contact that is meant: by its phone, else by its e-mail, else a new one. One phone is one contact, so a contact
 * with this e-mail and another phone is somebody else, who keeps the e-mail. What a known contact lacks is filled in,
 * unless `fills` says otherwise; one out of sight stays there, whoever knows its phone.
 */
export async function findOrInsertContact(
  trx: Kysely<Database>,
  { viewer, createdBy }: Finding,
  wish: ContactInput,
  { companyId, fills }: { companyId: string | null; fills: boolean },
): Promise<Person> {
  const { workspaceId } = viewer;
  const { phone, email } = wish;
  const byPhone = phone && (await findContactByPhone(trx, workspaceId, phone));
  const byEmail = byPhone ? null : email && (await findContactByEmail(trx, workspaceId, email));
  const isOther = byEmail && phone !== null && byEmail.phone !== null;
  const known = byPhone || (isOther ? null : byEmail);
  if (known) {
    if (!(await contactIsSeen(trx, viewer, known.id))) return { taken: byPhone ? "phone" : "email" };
    return { contact: fills ? await fillIn(trx, workspaceId, known, { ...wish, companyId }) : known };
  }
  const { firstName, lastName } = wish;
  const inserted = await insertContact(trx, workspaceId, {
    firstName,
    lastName,
    phone,
    email: isOther ? null : email,
    companyId,
    createdBy,
  });
  if (inserted.outcome === "inserted") return { contact: inserted.contact };
  // Somebody else was faster, and is looked at like everybody.
  return findOrInsertContact(trx, { viewer, createdBy }, wish, { companyId, fills });
}

type Details = Pick<ContactValues, "phone" | "email" | "firstName" | "lastName" | "companyId">;

/** Adds what a contact lacks. Names are filled in together: a first name of here and a last name of there are nobody's. */
async function fillIn(
  trx: Kysely<Database>,
  workspaceId: string,
  known: StoredContact,
  wish: Details,
): Promise<StoredContact> {
  const mayHaveEmail =
    known.email === null && wish.email !== null && (await findContactByEmail(trx, workspaceId, wish.email)) === null;
  const filled = await saveContact(trx, workspaceId, known, ({ phone, email, firstName, lastName, companyId }) => ({
    phone: phone ?? wish.phone,
    email: mayHaveEmail ? (email ?? wish.email) : email,
    ...(firstName === null && lastName === null && { firstName: wish.firstName, lastName: wish.lastName }),
    companyId: companyId ?? wish.companyId,
  }));
  return filled ?? known;
}

/** Changes the deal's own contact, as somebody who edits the deal means it; another one where the phone is another's. */
export async function editContact(
  trx: Kysely<Database>,
  finding: Finding,
  current: StoredContact,
  wish: ContactInput,
): Promise<Person> {
  const { workspaceId } = finding.viewer;
  const { phone, email } = wish;
  if (phone !== null && phone !== current.phone) {
    const other = await findContactByPhone(trx, workspaceId, phone);
    if (other !== null || current.phone !== null)
      return findOrInsertContact(trx, finding, wish, { companyId: null, fills: true });
  }
  const owner = email && (await findContactByEmail(trx, workspaceId, email));
  if (owner && owner.id !== current.id) return { taken: "email" };
  const { firstName, lastName, isFullName } = wish;
  const contact = await saveContact(trx, workspaceId, current, (known) => ({
    phone: phone ?? known.phone,
    email: email ?? known.email,
    firstName: firstName ?? known.firstName,
    lastName: isFullName ? lastName : (lastName ?? known.lastName),
  }));
  return contact === null ? { taken: "email" } : { contact };
}

/**
 * What is said of a contact is added to what it is once its row is held: somebody may have changed it since it was found.
 * Null, and nothing is changed, where the phone or e-mail became another contact's meanwhile.
 */
async function saveContact(
  trx: Kysely<Database>,
  workspaceId: string,
  found: StoredContact,
  changeOf: (known: StoredContact) => Partial<Details>,
): Promise<StoredContact | null> {
  const meant = changedBy(found, changeOf);
  if (meant === null) return found;
  if (isReachedOtherwise(meant, found)) await lockContactCreation(trx, workspaceId);
  const known = await holdContact(trx, workspaceId, found.id);
  const changed = known && changedBy(known, changeOf);
  if (known === null || changed === null) return known ?? found;
  if (isReachedOtherwise(changed, known) && (await findTaken(trx, workspaceId, changed, known.id)) !== null)
    return null;
  await trx
    .updateTable("contacts")
    .set({ ...contactColumns(changed), updated_at: sql<Date>`now()` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", known.id)
    .execute();
  return changed;
}

/** Null where it says nothing new. */
function changedBy(contact: StoredContact, changeOf: (known: StoredContact) => Partial<Details>): StoredContact | null {
  const change = changeOf(contact);
  const changed = { ...contact, ...change };
  return (Object.keys(change) as (keyof Details)[]).every((key) => changed[key] === contact[key]) ? null : changed;
}

const isReachedOtherwise = (changed: StoredContact, { phone, email }: StoredContact): boolean =>
  changed.phone !== phone || changed.email !== email;

/** Until the transaction ends, nobody else changes it; null where it is gone. */
async function holdContact(trx: Kysely<Database>, workspaceId: string, id: string): Promise<StoredContact | null> {
  const row = await trx
    .selectFrom("contacts")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toContact(row);
}

/** The id and name of the company that is chosen. */
export async function resolveCompany(
  trx: Kysely<Database>,
  { viewer: { workspaceId }, createdBy }: Finding,
  choice: CompanyChoice,
): Promise<{ id: string; name: string }> {
  if ("inline" in choice) return findOrInsertCompany(trx, workspaceId, { ...choice.inline, createdBy });
  return trx
    .selectFrom("companies")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", choice.id)
    .select(["id", "name"])
    .executeTakeFirstOrThrow();
}

/** The member who takes a deal. Turns go by id; the pipeline's row is locked until the deal is there, or is not. */
export async function resolveResponsible(
  trx: Kysely<Database>,
  workspaceId: string,
  choice: ResponsibleChoice,
): Promise<string> {
  if ("userId" in choice) return choice.userId;
  const { pipelineId, userIds } = choice.turn;
  const { member_id: last } = await trx
    .insertInto("assignment_turns")
    .values({ workspace_id: workspaceId, pipeline_id: pipelineId, member_id: null })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "pipeline_id"]).doUpdateSet({ member_id: sql`assignment_turns.member_id` }),
    )
    .returning("member_id")
    .executeTakeFirstOrThrow();
  const next = nextTurn(userIds, last);
  if (next === null) throw new Error("A workspace has an active member: the one whose key this is");
  await trx
    .updateTable("assignment_turns")
    .set({ member_id: next })
    .where("workspace_id", "=", workspaceId)
    .where("pipeline_id", "=", pipelineId)
    .execute();
  return next;
}
