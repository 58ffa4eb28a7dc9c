import type { CreateDealRequest, UpdateDealRequest } from "@trilho/contract";
import type { Facts, JsonObject } from "@trilho/engine/contract";
import type { Store } from "../../ports.ts";
import { refusal, succeeded, type Action, type ActionCall } from "../action.ts";
import type { ActionOutcome } from "../model.ts";
import {
  actorOfRun,
  dealContextOf,
  dealsOf,
  factIn,
  instantAfter,
  NO_DEAL,
  numberIn,
  outcomeOf,
  textIn,
  textsIn,
} from "./context.ts";

type Inside = Extract<Action, { where: "inside" }>;
const inside = (perform: Inside["perform"]): Inside => ({ where: "inside", perform });

/** Changes the run's deal by the rules of a request for it. */
async function change(store: Store, call: ActionCall, body: UpdateDealRequest): Promise<ActionOutcome> {
  const { dealId } = call.run;
  if (dealId === null) return NO_DEAL;
  const outcome = await dealsOf(store, call).changeFor(dealContextOf(call.run), { id: dealId }, body);
  return outcomeOf(outcome, () => body as JsonObject);
}

export const moveStage = inside((store, call) => {
  const lostReason = textIn(call.config, "lostReason");
  const stageId = textIn(call.config, "targetStageId") ?? "";
  return change(store, call, { stageId, ...(lostReason !== null && { lostReason }) });
});

export const assignResponsible = inside((store, call) =>
  change(store, call, { responsibleUserId: textIn(call.config, "userId") ?? "" }),
);

export const addCoOwner = inside((store, call) => {
  const coOwnerUserId = textIn(call.config, "userId");
  return coOwnerUserId === null ? Promise.resolve(refusal("co-owner-missing")) : change(store, call, { coOwnerUserId });
});

export const setCustomField = inside(async (store, call) => {
  const { config, run } = call;
  const fields = await store.deals.fields(run.workspaceId);
  const wanted = textIn(config, "fieldSlug") ?? fields.find(({ id }) => id === config["fieldId"])?.slug ?? null;
  if (wanted === null) return refusal("field-gone");
  const value = config["value"] === "" ? null : (config["value"] ?? null);
  return change(store, call, { customFields: { [wanted]: value } });
});

/** Both take the tags that exist; when none does, there was nothing to do. */
const tags = (act: "addToDeal" | "removeFromDeal"): Inside =>
  inside(async (store, { run, config }) => {
    if (run.dealId === null) return NO_DEAL;
    const deal = { id: run.dealId, contactId: run.contactId };
    const ids = textsIn(config["tagIds"]);
    const done = await store.tags[act](run.workspaceId, actorOfRun(run), deal, ids);
    const touched = Array.isArray(done) ? done : done.tags;
    if (act === "addToDeal" && touched.length === 0) return refusal("tags-gone");
    return succeeded({ tagIds: touched.map(({ id }) => id) });
  });
export const addTag = tags("addToDeal");
export const removeTag = tags("removeFromDeal");

export const createTask = inside(async (store, call) => {
  const { run, config, at } = call;
  if (run.dealId === null) return NO_DEAL;
  const dueInSeconds = numberIn(config, "dueInSeconds") ?? DAY_SECONDS;
  const assignee = textIn(config, "assigneeUserId") ?? factIn(await call.facts(), "deal", "responsibleUserId");
  const member = assignee === null ? null : await store.lookups.member(run.workspaceId, assignee);
  if (member === null) return refusal("assignee-gone");
  const task = await store.tasks.create(
    run.workspaceId,
    actorOfRun(run),
    { id: run.dealId, contactId: run.contactId },
    {
      title: (textIn(config, "title") ?? run.automationName).slice(0, MAX_TITLE),
      description: textIn(config, "description"),
      dueAt: instantAfter(at, dueInSeconds * 1000),
      assigneeUserId: member.id,
      categoryName: null,
      categoryColor: null,
    },
  );
  return succeeded({ taskId: task.id });
});

const DAY_SECONDS = 86_400;
const MAX_TITLE = 255;

export const createLead = inside(async (store, call) => {
  const { config } = call;
  const contact = config["copyContact"] === false ? {} : contactOf(await call.facts());
  const place = await placeOf(store, call);
  if ("ok" in place) return place;
  const { stageId } = place;
  const responsibleUserId =
    textIn(config, "responsibleUserId") ?? factIn(await call.facts(), "deal", "responsibleUserId");
  const body: CreateDealRequest = {
    ...contact,
    ...(textIn(config, "name") !== null && { name: textIn(config, "name") }),
    ...(numberIn(config, "value") !== null && { value: numberIn(config, "value") }),
    ...(stageId !== null && { stageId }),
    ...(responsibleUserId === null ? { useAssignmentStrategy: true } : { responsibleUserId }),
  };
  const outcome = await dealsOf(store, call).createFor(dealContextOf(call.run), body, "automation");
  return outcomeOf(outcome, ({ id, seq }) => ({ dealId: id, dealSeq: seq }));
});

const contactOf = (facts: Facts): CreateDealRequest => ({
  phone: factIn(facts, "contact", "phone"),
  email: factIn(facts, "contact", "email"),
  contactFirstName: factIn(facts, "contact", "firstName"),
  contactLastName: factIn(facts, "contact", "lastName"),
});

/** Where the new deal begins: at the stage chosen, or the pipeline's first; null where neither was chosen. */
async function placeOf(store: Store, { run, config }: ActionCall): Promise<{ stageId: string | null } | ActionOutcome> {
  const stageId = textIn(config, "stageId");
  const pipelineId = textIn(config, "pipelineId");
  if (stageId !== null || pipelineId === null) return { stageId };
  const pipelines = await store.reference.pipelines(run.workspaceId);
  const pipeline = pipelines.find(({ id }) => id === pipelineId);
  if (pipeline === undefined) return refusal("pipeline-gone");
  const first = pipeline.stages.find(({ isWon, isLost }) => !isWon && !isLost);
  return first === undefined ? refusal("pipeline-without-stage") : { stageId: first.id };
}

export const createCalendarEvent = inside(async (store, call) => {
  const { run, config, at } = call;
  const facts = await call.facts();
  const userId = textIn(config, "userId") ?? factIn(facts, "deal", "responsibleUserId");
  const member = userId === null ? null : await store.lookups.member(run.workspaceId, userId);
  if (member === null) return refusal("calendar-owner-gone");
  const startsInMs = (numberIn(config, "startsInSeconds") ?? DAY_SECONDS) * 1000;
  const lengthMs = (numberIn(config, "durationMinutes") ?? 30) * 60_000;
  const invited = config["inviteContact"] !== false && run.contactId !== null;
  const id = await store.meetings.create(run.workspaceId, actorOfRun(run), {
    userId: member.id,
    title: (textIn(config, "title") ?? run.automationName).slice(0, MAX_TITLE),
    description: textIn(config, "description"),
    startsAt: instantAfter(at, startsInMs),
    endsAt: instantAfter(at, startsInMs + lengthMs),
    allDay: false,
    dealId: run.dealId,
    contactId: run.contactId,
    attendees: invited
      ? [
          {
            userId: null,
            contactId: run.contactId,
            email: factIn(facts, "contact", "email"),
            name: factIn(facts, "contact", "displayName"),
          },
        ]
      : [],
    conferenceUrl: null,
    location: null,
    status: "scheduled",
  });
  return succeeded({ meetingId: id });
});

export const stopAutomations = inside(async (store, { run, config }) => {
  if (run.dealId === null) return NO_DEAL;
  const reason = textIn(config, "reason");
  return succeeded({ cancelledRuns: await store.runs.cancelOfDeal(run, reason && shortened(reason)) });
});

/** It is written with every run that is stopped. */
const shortened = (reason: string): string => Array.from(reason).slice(0, MAX_TITLE).join("");

export const closeConversation = inside(async (store, call) => {
  const { workspaceId } = call.run;
  const facts = await call.facts();
  const key = {
    id: factIn(facts, "event", "conversationId") ?? "",
    phone: factIn(facts, "contact", "phone"),
    instagramId: null,
  };
  const conversation = await store.conversations.find(dealContextOf(call.run).viewer, key);
  if (conversation === null) return refusal("conversation-missing");
  const closed = await store.conversations.setClosed(workspaceId, conversation.id, true);
  return succeeded({ conversationId: conversation.id, closed });
});
