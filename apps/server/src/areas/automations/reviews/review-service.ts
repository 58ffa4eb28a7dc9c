import type { AskReviewRequest, Automation, AutomationReview, CreateAutomationRequest } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine";
import type { Handlers } from "../../../platform/service/handlers.ts";
import { done, found, invalid, noticed, notFound, refused, type Outcome } from "../../../platform/service/outcome.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import type { ReferenceStore } from "../../reference/reference.ts";
import { credentialsIn, mergeSecrets, NO_SECRETS } from "../credentials.ts";
import { checkDraft, isSameDefinition, toReplacement } from "../draft.ts";
import { withHookToken } from "../hook-token.ts";
import type { AutomationReplacement } from "../model.ts";
import { noticesOf, type NoticeStores } from "../notices.ts";
import { presentAutomation } from "../present.ts";
import { replaceStored } from "../replace.ts";
import type { ReviewedStores } from "./review-guard.ts";
import type { HeldReview } from "./review-port.ts";
import { NOTHING_TO_REVIEW, NOTHING_WAITS, OWN_REVIEW } from "./review-refusals.ts";
import type { AutomationHistory } from "../port.ts";

type ReviewOperation =
  | "getAutomationReview"
  | "askAutomationReview"
  | "withdrawAutomationReview"
  | "approveAutomationReview"
  | "sendBackAutomationReview";

interface Inside extends Pick<ReviewedStores, "automations" | "automationReviews"> {
  reference: ReferenceStore;
  automationHistory: AutomationHistory;
}

interface Stores extends Inside, NoticeStores {
  transaction<T>(work: (inside: Inside) => Promise<T>): Promise<T>;
}

const WHAT = "automation";

/** Changes of automations that another member approves. Whoever may edit may review, but nobody their own. */
export function createReviewService(store: Stores, callsPrivateAddresses: boolean): Pick<Handlers, ReviewOperation> {
  const told = async ({ workspaceId, memberId }: Principal, id: string): Promise<Outcome<AutomationReview>> => {
    const stored = await store.automationReviews.get(workspaceId, id);
    const request = stored?.request ?? null;
    const shown = request && { ...request, mine: request.askedBy.id === memberId };
    return found(stored && { ...stored, request: shown }, WHAT);
  };
  return {
    getAutomationReview: ({ principal, params: { id } }) => told(principal, id),

    async askAutomationReview({ principal: by, params: { id }, body }) {
      const asked = await store.transaction((inside) => ask(inside, by, id, body));
      if (!asked.ok) return asked;
      return noticed(await told(by, id), await noticesOf({ ...store, callsPrivateAddresses }, by, asked.value));
    },

    async withdrawAutomationReview({ principal: by, params: { id } }) {
      const { workspaceId } = by;
      await store.transaction(async ({ automationReviews, automationHistory }) => {
        if ((await automationReviews.hold(workspaceId, id)) === null) return;
        if (await automationReviews.close(workspaceId, id, false))
          await automationHistory.record({ workspaceId, automationId: id, by, type: "review-withdrawn" });
      });
      return told(by, id);
    },

    approveAutomationReview: ({ principal: by, params: { id }, body: { revision, comment } }) =>
      store.transaction((inside) => approve(inside, by, id, revision, comment)),

    async sendBackAutomationReview({ principal: by, params: { id }, body: { revision, comment } }) {
      const { workspaceId } = by;
      const sent = await store.transaction(async ({ automationReviews }) => {
        if ((await automationReviews.hold(workspaceId, id)) === null) return refused(notFound(WHAT));
        if ((await automationReviews.waiting(workspaceId, id, revision)) === null) return refused(NOTHING_WAITS);
        await automationReviews.sendBack(workspaceId, id, comment.trim(), by);
        return done(null);
      });
      return sent.ok ? told(by, id) : sent;
    },
  };
}

/** Checked as what is published is, so that nobody looks at what cannot be. Answers what is to be looked at. */
async function ask(
  { automations, automationReviews, reference }: Inside,
  by: Principal,
  id: string,
  { note, baseVersion, revision, ...body }: AskReviewRequest,
): Promise<Outcome<AutomationReplacement>> {
  const { workspaceId } = by;
  const { problems, scope } = await checkDraft(reference, workspaceId, body);
  if (problems.length > 0 || scope === null) return refused(invalid(problems));
  const held = await automationReviews.hold(workspaceId, id);
  const stored = await automations.get(workspaceId, id);
  if (held === null || stored === null) return refused(notFound(WHAT));
  if (baseVersion !== undefined && baseVersion !== held.version) return refused(olderBase(baseVersion, held.version));
  const { enabled: _, ...content } = withHookToken(toReplacement(body, scope), stored);
  const given = credentialsIn({ ...body, triggerConfig: body.triggerConfig ?? null });
  const secrets = (await automations.secrets(workspaceId, id)) ?? NO_SECRETS;
  const { missing } = mergeSecrets(secrets, given, content.graphDefinition, stored.graphDefinition);
  if (missing.length > 0) return refused(invalid(missing));
  const isStored = isSameDefinition(stored, content);
  if (isStored && held.approved) return refused(NOTHING_TO_REVIEW);
  const outcome = await automationReviews.ask(
    workspaceId,
    id,
    {
      // What is stored needs no draft, which would say that something is unpublished.
      content: isStored ? null : (content as unknown as JsonObject),
      given,
      baseVersion: held.version,
      draftRevision: revision,
      note,
    },
    by,
  );
  if (outcome === "missing") return refused(notFound(WHAT));
  return outcome === "conflict" ? refused(NEWER_DRAFT) : done(content);
}

/** Publishes in the author's name what another member approves in theirs: all of it, or nothing. */
async function approve(
  inside: Inside,
  by: Principal,
  id: string,
  revision: string,
  comment: string | undefined,
): Promise<Outcome<Automation>> {
  const { automationReviews, automationHistory } = inside;
  const { workspaceId } = by;
  if ((await automationReviews.hold(workspaceId, id)) === null) return refused(notFound(WHAT));
  const review = await automationReviews.waiting(workspaceId, id, revision);
  if (review === null) return refused(NOTHING_WAITS);
  if (review.by.memberId === by.memberId) return refused(OWN_REVIEW);
  const published = await publish(inside, workspaceId, id, review);
  if (!published.ok) return published;
  await automationReviews.mark(workspaceId, id, true);
  await automationReviews.close(workspaceId, id, true);
  const { version } = published.value;
  await automationHistory.record({
    workspaceId,
    automationId: id,
    by,
    type: "review-approved",
    version,
    note: comment,
  });
  return published;
}

async function publish(
  { automations, reference }: Inside,
  workspaceId: string,
  id: string,
  { request, content, given, baseVersion, by }: HeldReview,
): Promise<Outcome<Automation>> {
  if (content === null) {
    const stored = await automations.get(workspaceId, id);
    return found(stored && presentAutomation(stored), WHAT);
  }
  // It was good when it was asked about; its pipeline or a stage may be gone since.
  const { problems, scope } = await checkDraft(reference, workspaceId, content);
  if (problems.length > 0 || scope === null) return refused(invalid(problems));
  const replacement = toReplacement(content as unknown as CreateAutomationRequest, scope);
  return replaceStored(automations, workspaceId, id, {
    replacement,
    given,
    baseVersion,
    by,
    note: request.note ?? undefined,
  });
}

const NEWER_DRAFT = {
  code: "CONFLICT",
  message: "Somebody changed the draft since. Read it again and apply your change to it.",
} as const;

const olderBase = (base: number, stored: number) =>
  ({
    code: "CONFLICT",
    message: "Another change was stored since. Read the automation again and apply yours to it.",
    details: `baseVersion ${base}, stored version ${stored}`,
  }) as const;
