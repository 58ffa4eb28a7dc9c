import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@trilho/engine";
import { type Kysely, sql } from "kysely";
import { iso } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import type { Sealer } from "../../../platform/security/sealer.ts";
import type { GivenCredentials } from "../credentials.ts";
import { readDraft, saveDraft } from "../draft-store.ts";
import { actorNames, actorOf, nameIn, recordChange } from "../history-store.ts";
import type { AskedReview, AutomationReviews, HeldReview, NewReview, StoredReview } from "./review-port.ts";
import type { Author } from "../port.ts";
import { stateOf } from "./review-rows.ts";

/** Bound to the automation, as its secrets. */
const sealingContext = (workspaceId: string, id: string): string => `review/${workspaceId}/${id}`;

export const createAutomationReviews = (db: Kysely<Database>, sealer: Sealer): AutomationReviews => ({
  async isRequired(workspaceId) {
    const row = await db
      .selectFrom("workspaces")
      .where("id", "=", workspaceId)
      .select("automation_review")
      .executeTakeFirstOrThrow();
    return row.automation_review;
  },

  get: (workspaceId, automationId) => readReview(db, workspaceId, automationId),

  async hold(workspaceId, automationId) {
    const row = await db
      .selectFrom("automations")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", automationId)
      .select(["version", "enabled", "approved"])
      .forUpdate()
      .executeTakeFirst();
    return row ?? null;
  },

  async mark(workspaceId, automationId, approved) {
    await db
      .updateTable("automations")
      .set({ approved })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", automationId)
      .execute();
  },

  ask: (workspaceId, automationId, review, by) =>
    inTransaction(db, (trx) => ask(trx, sealer, { workspaceId, automationId }, review, by)),

  async waiting(workspaceId, automationId, revision) {
    const row = await selectReview(db, workspaceId, automationId).executeTakeFirst();
    const request = row && requestOf(row);
    if (row === undefined || request?.state !== "waiting" || request.revision !== revision) return null;
    const { by_api_key_id: keyId, base_version: baseVersion } = row;
    if (keyId === null || baseVersion === null) return null;
    const sealed = sealer.open(row.secrets ?? "", sealingContext(workspaceId, automationId));
    if (sealed === null) throw new Error(`The credentials of a review of automation ${automationId} do not open`);
    return {
      request,
      content: row.content,
      // Written by `ask` alone; what was left out of it is left out again.
      given: JSON.parse(sealed) as GivenCredentials,
      baseVersion,
      by: { memberId: request.askedBy.id, keyId },
    } satisfies HeldReview;
  },

  sendBack: (workspaceId, automationId, comment, by) =>
    inTransaction(db, async (trx) => {
      await trx
        .updateTable("automation_reviews")
        .set({
          comment,
          sent_back_by_member_id: by.memberId,
          sent_back_by_api_key_id: by.keyId,
          sent_back_at: sql<Date>`now()`,
        })
        .where("workspace_id", "=", workspaceId)
        .where("automation_id", "=", automationId)
        .execute();
      await recordChange(trx, { workspaceId, automationId, by, type: "review-sent-back", note: comment });
    }),

  close: (workspaceId, automationId, published) =>
    inTransaction(db, async (trx) => {
      const place = { workspace_id: workspaceId, automation_id: automationId };
      const removed = await trx
        .deleteFrom("automation_reviews")
        .where((eb) => eb.and(place))
        .returning("draft_revision")
        .executeTakeFirst();
      const revision = removed?.draft_revision ?? null;
      if (published && revision !== null)
        await trx
          .deleteFrom("automation_drafts")
          .where((eb) => eb.and({ ...place, revision }))
          .execute();
      return removed !== undefined;
    }),
});

interface Place {
  workspaceId: string;
  automationId: string;
}

async function ask(
  trx: Kysely<Database>,
  sealer: Sealer,
  { workspaceId, automationId }: Place,
  { content, given, baseVersion, draftRevision, note }: NewReview,
  by: Author,
): Promise<"asked" | "conflict" | "missing"> {
  let asked: string | null = null;
  if (content !== null) {
    const draft = await keepDraft(trx, { workspaceId, automationId }, { content, baseVersion, draftRevision }, by);
    if (typeof draft === "string") return draft;
    asked = draft.revision;
  }
  const columns = {
    revision: randomUUID(),
    draft_revision: asked,
    base_version: baseVersion,
    secrets: sealer.seal(JSON.stringify(given), sealingContext(workspaceId, automationId)),
    note: note?.trim() || null,
    by_member_id: by.memberId,
    by_api_key_id: by.keyId,
    asked_at: sql<Date>`now()`,
    comment: null,
    sent_back_by_member_id: null,
    sent_back_by_api_key_id: null,
    sent_back_at: null,
  };
  await trx
    .insertInto("automation_reviews")
    .values({ workspace_id: workspaceId, automation_id: automationId, ...columns })
    .onConflict((conflict) => conflict.columns(["workspace_id", "automation_id"]).doUpdateSet(columns))
    .execute();
  await recordChange(trx, { workspaceId, automationId, by, type: "review-requested", note });
  return "asked";
}

/** The draft as it is where it says the same: whoever has it open goes on with it. */
async function keepDraft(
  trx: Kysely<Database>,
  { workspaceId, automationId }: Place,
  { content, baseVersion, draftRevision }: { content: JsonObject } & Pick<NewReview, "baseVersion" | "draftRevision">,
  by: Author,
) {
  const before = await readDraft(trx, workspaceId, automationId);
  const isMeant = draftRevision === undefined || draftRevision === before?.revision;
  if (before !== null && isMeant && before.baseVersion === baseVersion && isDeepStrictEqual(before.content, content))
    return before;
  const revision = draftRevision === undefined ? {} : { revision: draftRevision };
  return saveDraft(trx, workspaceId, automationId, { content, baseVersion, ...revision }, by);
}

/** An automation with what was asked about it, if anything, and the draft that it has now. */
const selectReview = (db: Kysely<Database>, workspaceId: string, automationId: string) =>
  db
    .selectFrom("automations")
    .innerJoin("workspaces", "workspaces.id", "automations.workspace_id")
    .leftJoin("automation_reviews as review", (join) =>
      join
        .onRef("review.workspace_id", "=", "automations.workspace_id")
        .onRef("review.automation_id", "=", "automations.id"),
    )
    .leftJoin("automation_drafts as draft", (join) =>
      join
        .onRef("draft.workspace_id", "=", "automations.workspace_id")
        .onRef("draft.automation_id", "=", "automations.id"),
    )
    .where("automations.workspace_id", "=", workspaceId)
    .where("automations.id", "=", automationId)
    .select([
      "workspaces.automation_review as required",
      "automations.approved",
      "automations.version",
      "draft.revision as draft_now",
      "draft.content",
    ])
    .select([
      "review.revision",
      "review.draft_revision",
      "review.base_version",
      "review.secrets",
      "review.note",
      "review.by_member_id",
      "review.by_api_key_id",
      "review.asked_at",
      "review.comment",
      "review.sent_back_by_member_id",
      "review.sent_back_by_api_key_id",
      "review.sent_back_at",
    ])
    .select(actorNames("review"))
    .select([
      nameIn("members", "review", "sent_back_by_member_id").as("sent_back_name"),
      nameIn("api_keys", "review", "sent_back_by_api_key_id").as("sent_back_key"),
    ]);

type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReview>["execute"]>>[number];

async function readReview(
  db: Kysely<Database>,
  workspaceId: string,
  automationId: string,
): Promise<StoredReview | null> {
  const row = await selectReview(db, workspaceId, automationId).executeTakeFirst();
  return row === undefined ? null : { required: row.required, approved: row.approved, request: requestOf(row) };
}

/** Null where nobody asked, or where the draft that was asked about is gone. */
function requestOf(row: ReviewRow): AskedReview | null {
  const state = stateOf(row);
  const { revision, by_member_id, asked_at, sent_back_by_member_id, sent_back_at } = row;
  if (state === null || revision === null || by_member_id === null || asked_at === null) return null;
  return {
    state,
    revision,
    note: row.note,
    askedBy: actorOf({ ...row, by_member_id }),
    askedAt: iso(asked_at),
    sentBack:
      sent_back_by_member_id === null || sent_back_at === null
        ? null
        : {
            comment: row.comment ?? "",
            by: actorOf({
              by_member_id: sent_back_by_member_id,
              by_api_key_id: row.sent_back_by_api_key_id,
              member_name: row.sent_back_name,
              key_name: row.sent_back_key,
            }),
            at: iso(sent_back_at),
          },
  };
}
