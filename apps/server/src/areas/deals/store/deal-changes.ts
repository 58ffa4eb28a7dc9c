import { failureReason } from "@trilho/engine/failures";
import { type Kysely, type SqlBool, sql } from "kysely";
import { historyOfChange, historyOfNew } from "../history.ts";
import type { CurrentDeal, DealChange, DealPlan, DealValues, StoredDeal } from "../model.ts";
import type { DealKey, DealStore } from "../port.ts";
import { displayNameOf, type StoredContact } from "../../contacts/model.ts";
import { isTest, type Actor } from "../../activities/history.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { done, existing, invalid, refused, type Failure, type Outcome } from "../../../platform/service/outcome.ts";
import { toContact } from "../../contacts/contact-rows.ts";
import { cadenceFollowsDeal, CONCERNS_CADENCES, startPlaybook } from "../../cadences/store/cadence-hooks.ts";
import { findVisibleDeal } from "../../reference/store/deal-lookup.ts";
import { editContact, findOrInsertContact, resolveCompany, resolveResponsible } from "./deal-people.ts";
import { hasClosedDeal, isDouble, openDealOf, standsBeside } from "./contact-deals.ts";
import { dealColumns, type DealRow, toDeal } from "./deal-rows.ts";
import { codeOf } from "../../../platform/service/thrown.ts";
import { historyOf, insertHistory } from "../../activities/history-store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { addTags } from "../tags/tag-store.ts";
import { unknownTags } from "../tags/unknown-tags.ts";
import { orderedId } from "../../../platform/service/ordered-id.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { dealIsVisible, visibilityOf } from "../../../platform/database/visibility.ts";
import { nextSeq } from "../../../platform/database/workspace-rows.ts";

/** Takes back what a transaction did before it came to a refusal. */
class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * What `work` refuses leaves nothing behind; within another's transaction, a contact or company that it found out about.
 * Where writers at the same time collide, the transaction begins anew, once, and sees what the other one did.
 */
async function settle<T>(db: Kysely<Database>, work: (trx: Kysely<Database>) => Promise<T>): Promise<Outcome<T>> {
  const attempt = () => refusable(() => inTransaction(db, work));
  try {
    return await attempt();
  } catch (error) {
    if (db.isTransaction || !COLLISIONS.has(codeOf(error) ?? "")) throw error;
    return attempt();
  }
}

/** PostgreSQL's unique_violation, serialization_failure and deadlock_detected. */
const COLLISIONS: ReadonlySet<string> = new Set(["23505", "40001", "40P01"]);

async function refusable<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await work());
  } catch (error) {
    if (error instanceof Refused) return refused(error.failure);
    throw error;
  }
}

const TWICE = failureReason("deal-twice");
const DUPLICATE: Failure = {
  code: "CONFLICT",
  message: "This contact has an open deal in this pipeline already.",
  reason: TWICE,
};

/** Says no more than creating the contact itself would: that there is one. */
const outOfSight = (by: "phone" | "email"): Failure => ({
  code: "CONFLICT",
  message: `This ${by === "phone" ? "phone" : "e-mail"} belongs to a contact that this key's member may not see.`,
});

export const createDeal: (
  db: Kysely<Database>,
  ...args: Parameters<DealStore["create"]>
) => ReturnType<DealStore["create"]> = (db, viewer, actor, plan) =>
  settle(db, (trx) => insertDeal(trx, viewer, actor, plan));

async function insertDeal(trx: Kysely<Database>, viewer: Viewer, actor: Actor, plan: DealPlan): Promise<StoredDeal> {
  const { workspaceId } = viewer;
  const finding = { viewer, createdBy: actor.userId };
  const company = plan.company && (await resolveCompany(trx, finding, plan.company));
  const how = { companyId: company?.id ?? null, fills: plan.fillsContact };
  const known = await readContact(trx, workspaceId, plan.contactId ?? null);
  const person =
    known !== null ? { contact: known } : plan.contact && (await findOrInsertContact(trx, finding, plan.contact, how));
  if (person !== null && "taken" in person) throw new Refused(outOfSight(person.taken));
  const contact = person?.contact ?? null;
  const isFurther = contact !== null && (await standsBeside(trx, viewer, contact.id, plan));
  if (contact !== null && !isFurther) await refuseSecondDeal(trx, viewer, contact.id, plan.values.pipelineId);
  const isReturning = contact !== null && (await hasClosedDeal(trx, workspaceId, contact.id));
  const responsibleUserId = await resolveResponsible(trx, workspaceId, plan.responsible);
  const seq = await nextSeq(trx, workspaceId, "deal");
  const values: DealValues = {
    ...plan.values,
    name: plan.name ?? (contact && displayNameOf(contact)) ?? company?.name ?? `#${seq}`,
    status: "open",
    closedAt: null,
    contactId: contact?.id ?? null,
    companyId: company?.id ?? null,
    responsibleUserId,
  };
  const row = await trx
    .insertInto("deals")
    .values({
      ...dealColumns(values),
      workspace_id: workspaceId,
      id: orderedId(),
      seq,
      source: plan.source,
      tracking: plan.tracking === null ? null : JSON.stringify(plan.tracking),
      is_test: isTest(actor),
      is_further: isFurther,
      is_returning: isReturning,
      return_signaled_at: isReturning ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "contact_id", "pipeline_id"])
        .where(sql<SqlBool>`status = 'open' and contact_id is not null and not is_further`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  // Somebody else was faster.
  if (row === undefined) throw new Refused(DUPLICATE);
  const deal = toDeal(row);
  await insertHistory(trx, workspaceId, actor, historyOfNew(deal));
  await tagNew(trx, workspaceId, actor, deal, plan.tagIds);
  const hook = { workspaceId, dealId: deal.id, actor, now: row.created_at.getTime() };
  await startPlaybook(trx, hook, deal.stageId);
  return deal;
}

async function tagNew(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  deal: StoredDeal,
  tagIds: readonly string[],
): Promise<void> {
  const { tags } = await addTags(trx, workspaceId, actor, deal, tagIds);
  const unknown = unknownTags(tagIds, tags);
  if (unknown.length > 0) throw new Refused(invalid(unknown));
}

/** Names the deal that is there to who may see it. */
async function refuseSecondDeal(
  trx: Kysely<Database>,
  viewer: Viewer,
  contactId: string,
  pipelineId: string,
): Promise<void> {
  const other = await openDealOf(trx, viewer.workspaceId, contactId, pipelineId);
  if (other === null) return;
  const isSeen = (await findVisibleDeal(trx, viewer, other.seq)) !== null;
  throw new Refused({ ...DUPLICATE, ...(isSeen && { details: existing("deal", other), existingId: other.id }) });
}

export const changeDeal = async (
  db: Kysely<Database>,
  viewer: Viewer,
  key: DealKey,
  actor: Actor,
  decide: (current: CurrentDeal, at: string) => Outcome<DealChange>,
): Promise<Outcome<StoredDeal> | null> => {
  const outcome = await settle(db, async (trx) => {
    const locked = await lockDeal(trx, viewer, key);
    if (locked === null) return null;
    const contact = await readContact(trx, viewer.workspaceId, locked.contact_id);
    const current = toDeal(locked);
    const decision = decide({ ...current, contact }, locked.at.toISOString());
    if (!decision.ok) throw new Refused(decision.failure);
    const step = { before: current, contact, change: decision.value, at: locked.at };
    return applyChange(trx, viewer, actor, step);
  });
  if (!outcome.ok) return outcome;
  return outcome.value === null ? null : done(outcome.value);
};

async function lockDeal(trx: Kysely<Database>, viewer: Viewer, key: DealKey): Promise<(DealRow & { at: Date }) | null> {
  const row = await trx
    .selectFrom("deals")
    .modifyFront(sql.raw(`/* ready: lock_deal_by_${"seq" in key ? "seq" : "id"}_${visibilityOf(viewer)} */`))
    .selectAll("deals")
    // Not the transaction's beginning, which may lie before a change that it waited for.
    .select(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as("at"))
    .where("deals.workspace_id", "=", viewer.workspaceId)
    .where("seq" in key ? sql<SqlBool>`deals.seq = ${key.seq}` : sql<SqlBool>`deals.id = ${key.id}`)
    .where(dealIsVisible(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

async function readContact(
  trx: Kysely<Database>,
  workspaceId: string,
  id: string | null,
): Promise<StoredContact | null> {
  if (id === null) return null;
  const row = await trx
    .selectFrom("contacts")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : toContact(row);
}

interface Step {
  before: StoredDeal;
  contact: StoredContact | null;
  change: DealChange;
  at: Date;
}

async function applyChange(
  trx: Kysely<Database>,
  viewer: Viewer,
  actor: Actor,
  { before, contact, change, at }: Step,
): Promise<StoredDeal> {
  const { workspaceId } = viewer;
  const people = await resolvePeople(trx, { viewer, createdBy: actor.userId }, contact, change);
  const wanted: StoredDeal = { ...before, ...change.set, ...people };
  if (await isDouble(trx, workspaceId, before, wanted))
    throw new Refused(
      invalid([{ field: "contactId" in people ? "phone" : "stageId", message: DOUBLES, reason: TWICE }]),
    );
  const history = historyOfChange(before, wanted);
  if (history.events.length === 0) return before;
  const hasMoved = wanted.stageId !== before.stageId;
  const columns = { ...dealColumns(wanted), updated_at: at, ...(hasMoved && { stage_changed_at: at }) };
  const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const ready = sql.raw(`/* ready: ${hasMoved ? "move" : "change"}_deal */`);
  const { rows } = await sql<DealRow & { concerns_cadences: boolean }>`${ready}
    with ${historyOf(workspaceId, actor, history)}
    update deals set ${sql.join(set)} where workspace_id = ${workspaceId} and id = ${before.id}
    returning deals.*, ${CONCERNS_CADENCES} as concerns_cadences`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error("A deal that is locked was removed");
  const after = toDeal(row);
  const isOther = hasMoved || after.status !== before.status || after.contactId !== before.contactId;
  if (isOther && row.concerns_cadences) {
    const hook = { workspaceId, dealId: after.id, actor, now: at.getTime() };
    await cadenceFollowsDeal(trx, hook, hasMoved ? after.stageId : null);
  }
  return after;
}

/** A phone of somebody in sight makes them the deal's contact; an e-mail stays with whoever has it. */
const TAKEN = {
  phone: "belongs to a contact that this key's member may not see",
  email: "belongs to another contact",
};

const DOUBLES = "would give the contact a second open deal in this pipeline";

/** What only the database can settle: ids of people and companies that may be new. */
async function resolvePeople(
  trx: Kysely<Database>,
  finding: { viewer: Viewer; createdBy: string | null },
  current: StoredContact | null,
  { company, contact, responsible }: DealChange,
): Promise<Partial<Pick<DealValues, "companyId" | "contactId" | "responsibleUserId">>> {
  const companyId = company ? (await resolveCompany(trx, finding, company)).id : company;
  const person =
    contact === undefined
      ? undefined
      : current === null
        ? await findOrInsertContact(trx, finding, contact, { companyId: companyId ?? null, fills: true })
        : await editContact(trx, finding, current, contact);
  if (person !== undefined && "taken" in person)
    throw new Refused(invalid([{ field: person.taken, message: TAKEN[person.taken] }]));
  return {
    ...(companyId !== undefined && { companyId }),
    ...(person !== undefined && { contactId: person.contact.id }),
    ...(responsible !== undefined && {
      responsibleUserId: await resolveResponsible(trx, finding.viewer.workspaceId, responsible),
    }),
  };
}
