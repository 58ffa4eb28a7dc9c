import type { UpdateDealRequest } from "@trilho/contract";
import { done, invalid, problem, refused, type Outcome, type Problem } from "../../platform/service/outcome.ts";
import { readCustomValues } from "../reference/custom-fields/custom-values.ts";
import type { CurrentDeal, DealChange } from "./model.ts";
import {
  channelProblems,
  findStage,
  missingFields,
  readCompany,
  readContact,
  readInstant,
  readResponsible,
  valueContextOf,
  type DealRules,
} from "./rules.ts";
import { textOf } from "../../platform/service/texts.ts";

type Set = DealChange["set"];
/** One part of a change, and what is wrong with it. */
interface Part {
  set: Set;
  problems: Problem[];
}

/** What a request makes of a deal; every problem of it at once. What is left out stays. */
export function decideChange(
  current: CurrentDeal,
  asked: UpdateDealRequest,
  at: string,
  rules: DealRules,
): Outcome<DealChange> {
  const { catalogue, country } = rules;
  const body = withoutSame(current, asked);
  const moved = readMove(current, body, at, rules);
  const parts = [moved, readPlain(body, rules), readCustom(current, body, rules), readCoOwner(body, rules)];
  const set: Set = Object.assign({}, ...parts.map((part) => part.set));
  const pipelineId = set.pipelineId ?? current.pipelineId;
  const { contact, problems: ofContact } = readContact(body, country);
  const { company, problems: ofCompany } = readCompany(body, catalogue);
  const { choice, problems: ofResponsible } = readResponsible(body, pipelineId, rules);
  const problems = [...parts.flatMap((part) => part.problems), ...ofContact, ...ofCompany, ...ofResponsible];
  const after = {
    ...current,
    ...set,
    email: contact?.email ?? current.contact?.email ?? null,
    phone: contact?.phone ?? current.contact?.phone ?? null,
  };
  const all = [...problems, ...newlyMissing(current, after, rules)];
  if (all.length > 0) return refused(invalid(firstOfEachField(all)));
  return done({
    set,
    ...(contact !== null && { contact }),
    ...(company !== undefined && { company }),
    ...(choice !== undefined && { responsible: choice }),
  });
}

/** Who is in charge already stays so, though the member is inactive by now. */
function withoutSame(
  current: CurrentDeal,
  { responsibleUserId, coOwnerUserId, ...body }: UpdateDealRequest,
): UpdateDealRequest {
  return {
    ...body,
    ...(responsibleUserId !== undefined && responsibleUserId !== current.responsibleUserId && { responsibleUserId }),
    ...(coOwnerUserId !== undefined && coOwnerUserId !== current.coOwnerUserId && { coOwnerUserId }),
  };
}

/** Stage, outcome and reason, which belong together. */
function readMove(current: CurrentDeal, body: UpdateDealRequest, at: string, rules: DealRules): Part {
  const target = body.stageId ?? current.stageId;
  const found = target === current.stageId ? { stage: null } : findStage(rules, target);
  if ("problem" in found) return { set: {}, problems: [found.problem] };
  const { stage } = found;
  const status = stage === null ? current.status : stage.isWon ? "won" : stage.isLost ? "lost" : "open";
  const reason = readReason(current, body, status, rules);
  const set: Set = { ...reason.set };
  if (stage !== null) {
    Object.assign(set, { stageId: stage.id, pipelineId: stage.pipelineId, status });
    if (status !== current.status) set.closedAt = status === "open" ? null : at;
  }
  return { set, problems: reason.problems };
}

/** A lost deal has a reason out of the workspace's, any where there are none; others have none. */
function readReason(
  current: CurrentDeal,
  { lostReason }: UpdateDealRequest,
  status: CurrentDeal["status"],
  { catalogue: { lossReasons } }: DealRules,
): Part {
  const given = textOf(lostReason);
  if (status !== "lost") {
    const problems =
      given === null
        ? []
        : [problem("lostReason", "belongs to lost deals: move it to a lost stage too", "loss-reason-not-lost")];
    return { set: { lostReason: null }, problems };
  }
  const stays = current.status === "lost" && lostReason === undefined;
  if (stays) return NOTHING;
  const reason = lossReasons.length === 0 ? given : lossReasons.find((known) => sameText(known, given));
  if (reason !== null && reason !== undefined) return { set: { lostReason: reason }, problems: [] };
  const wrong =
    given === null
      ? problem("lostReason", "is required for a lost deal", "loss-reason-missing")
      : problem("lostReason", `must be one of ${lossReasons.join(", ")}`, "loss-reason-gone");
  return { set: {}, problems: [wrong] };
}

const sameText = (known: string, given: string | null): boolean => known.toLowerCase() === given?.toLowerCase();

const NOTHING: Part = { set: {}, problems: [] };

/** Fields that stand for themselves. null clears what can be empty, and changes nothing elsewhere. */
function readPlain(body: UpdateDealRequest, { catalogue }: DealRules): Part {
  const close = readClose(body.expectedCloseAt);
  const [name, currency] = [textOf(body.name), textOf(body.currency)];
  const set: Set = {
    ...(name !== null && { name }),
    ...(typeof body.value === "number" && { value: body.value }),
    ...(currency !== null && { currency: currency.toUpperCase() }),
    ...(typeof body.closeProbability === "number" && { closeProbability: body.closeProbability }),
    ...(body.notes !== undefined && { notes: textOf(body.notes) }),
    ...(body.channelId !== undefined && { channelId: body.channelId }),
    ...(body.metadata !== undefined && { metadata: body.metadata }),
    ...close.set,
  };
  return { set, problems: [...close.problems, ...channelProblems(body.channelId ?? null, catalogue)] };
}

function readClose(text: string | null | undefined): Part {
  if (text === undefined) return NOTHING;
  if (text === null) return { set: { expectedCloseAt: null }, problems: [] };
  const { value, problems } = readInstant("expectedCloseAt", text);
  return { set: { expectedCloseAt: value }, problems };
}

/** Merged by slug: what is not named stays. */
function readCustom(current: CurrentDeal, { customFields }: UpdateDealRequest, rules: DealRules): Part {
  if (customFields === undefined || customFields === null) return NOTHING;
  const { values, problems } = readCustomValues(customFields, current.customFields, valueContextOf(rules));
  // A field that never had a value is not cleared by null.
  const changes = Object.entries(values).filter(
    ([slug, value]) => value !== null || Object.hasOwn(current.customFields, slug),
  );
  return { set: { customFields: Object.fromEntries([...Object.entries(current.customFields), ...changes]) }, problems };
}

function readCoOwner({ coOwnerUserId }: UpdateDealRequest, { catalogue }: DealRules): Part {
  if (coOwnerUserId === undefined) return NOTHING;
  const isKnown = coOwnerUserId === null || catalogue.members.some(({ id, active }) => id === coOwnerUserId && active);
  return isKnown
    ? { set: { coOwnerUserId }, problems: [] }
    : { set: {}, problems: [problem("coOwnerUserId", "is not an active member", "co-owner-gone")] };
}

type After = CurrentDeal & { email: string | null; phone: string | null };

/** What a stage requires is asked for on the way into it, and cannot be taken away there; what always lacked may lack on. */
function newlyMissing(current: CurrentDeal, after: After, { catalogue }: DealRules): Problem[] {
  const { stageId } = after;
  const missing = missingFields(stageId, after, catalogue);
  if (stageId !== current.stageId) return missing;
  const before = { ...current, email: current.contact?.email ?? null, phone: current.contact?.phone ?? null };
  const lacked = new Set(missingFields(stageId, before, catalogue).map(({ field }) => field));
  return missing.filter(({ field }) => !lacked.has(field));
}

const firstOfEachField = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index);
