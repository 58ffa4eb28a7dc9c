import type { CreateDealRequest } from "@trilho/contract";
import { TRACKING_KEYS } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { done, invalid, problem, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import { readCustomValues } from "../reference/custom-fields/custom-values.ts";
import type { DealPlan } from "./model.ts";
import {
  channelProblems,
  findStage,
  firstStage,
  isFinal,
  missingFields,
  readCompany,
  readContact,
  readInstant,
  readResponsible,
  nextInRotation,
  valueContextOf,
  type DealRules,
} from "./rules.ts";
import { textOf } from "../../platform/service/texts.ts";

const DEFAULT_CURRENCY = "BRL";
const NO_PIPELINE: Failure = {
  code: "CONFLICT",
  message: "There is no pipeline that a deal could start in.",
  reason: failureReason("pipeline-missing"),
};

/** What a request for a deal comes to; every problem of it at once. */
export function planDeal(body: CreateDealRequest, source: string, rules: DealRules): Outcome<DealPlan> {
  const { catalogue, country } = rules;
  const place = readPlace(body.stageId ?? null, rules);
  if (place === null) return refused(NO_PIPELINE);
  const stage = "stage" in place ? place.stage : null;
  const { contact, problems: ofContact } = readContact(body, country);
  const { company = null, problems: ofCompany } = readCompany(body, catalogue);
  const { choice, problems: ofResponsible } = readResponsible(body, stage?.pipelineId ?? "", rules);
  const custom = readCustomValues(body.customFields ?? {}, {}, valueContextOf(rules));
  const close = body.expectedCloseAt ? readInstant("expectedCloseAt", body.expectedCloseAt) : NO_INSTANT;
  const values = {
    value: body.value ?? 0,
    currency: textOf(body.currency)?.toUpperCase() ?? DEFAULT_CURRENCY,
    closeProbability: body.closeProbability ?? 0,
    coOwnerUserId: null,
    channelId: body.channelId ?? null,
    lostReason: null,
    notes: textOf(body.notes),
    // Nothing was there that null could clear.
    customFields: Object.fromEntries(Object.entries(custom.values).filter(([, value]) => value !== null)),
    metadata: body.metadata ?? null,
    expectedCloseAt: close.value,
  };
  const name = textOf(body.name);
  const required =
    stage === null
      ? []
      : missingFields(
          stage.id,
          {
            ...values,
            name: name ?? contact?.firstName ?? null,
            email: contact?.email ?? null,
            phone: contact?.phone ?? null,
          },
          catalogue,
        );
  const problems = [
    ...("problem" in place ? [place.problem] : []),
    ...ofContact,
    ...ofCompany,
    ...ofResponsible,
    ...close.problems,
    // Requests are held to it by their schema; what an action computes is not.
    ...(values.value < 0 ? [problem("value", "must be 0 or more")] : []),
    ...channelProblems(values.channelId, catalogue),
    ...custom.problems,
  ];
  const all = [...problems, ...required.filter(({ field }) => !problems.some((other) => other.field === field))];
  if (stage === null || all.length > 0) return refused(invalid(all));
  return done({
    name,
    values: { ...values, pipelineId: stage.pipelineId, stageId: stage.id },
    source,
    tracking: readTracking(body.tracking ?? null),
    contact,
    fillsContact: rules.editsContacts,
    company,
    tagIds: body.tagIds ?? [],
    responsible:
      choice ?? (rules.memberId === null ? nextInRotation(stage.pipelineId, catalogue) : { userId: rules.memberId }),
  });
}

const NO_INSTANT = { value: null, problems: [] };

/** The stage a deal starts in; null where there is none at all. */
function readPlace(stageId: string | null, rules: DealRules): ReturnType<typeof findStage> | null {
  if (stageId === null) {
    const stage = firstStage(rules);
    return stage && { stage };
  }
  const found = findStage(rules, stageId);
  if ("stage" in found && isFinal(found.stage))
    return { problem: problem("stageId", "is a final stage, and deals start open", "stage-final") };
  return found;
}

/** The texts that say something; null where none does. */
function readTracking(given: CreateDealRequest["tracking"] | null): JsonObject | null {
  const parts = given as Readonly<Record<string, string | null>> | null;
  const entries = TRACKING_KEYS.flatMap((key) => {
    const text = textOf(parts?.[key]);
    return text === null ? [] : [[key, text] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
