import { DAY_SECONDS } from "@trilho/engine";
import type { Facts } from "@trilho/engine/contract";
import { inside, refusal, succeeded } from "../action.ts";
import { actorOf, factIn, instantAfter, NO_DEAL, numberIn, shortened, textIn } from "./context.ts";

export const createTask = inside(async (store, call) => {
  const { run, config, at } = call;
  if (run.dealId === null) return NO_DEAL;
  const dueInSeconds = numberIn(config, "dueInSeconds") ?? DAY_SECONDS;
  const assignee = textIn(config, "assigneeUserId") ?? factIn(await call.facts(), "deal", "responsibleUserId");
  const member = assignee === null ? null : await store.lookups.member(run.workspaceId, assignee);
  if (member === null) return refusal("assignee-gone");
  const task = await store.tasks.create(
    run.workspaceId,
    actorOf(call),
    { id: run.dealId, contactId: run.contactId },
    {
      title: shortened(textIn(config, "title") ?? run.automationName),
      description: textIn(config, "description"),
      dueAt: instantAfter(at, dueInSeconds * 1000),
      assigneeUserId: member.id,
      categoryName: null,
      categoryColor: null,
    },
  );
  return succeeded({ taskId: task.id });
});

export const createCalendarEvent = inside(async (store, call) => {
  const { run, config, at } = call;
  const facts = await call.facts();
  const userId = textIn(config, "userId") ?? factIn(facts, "deal", "responsibleUserId");
  const member = userId === null ? null : await store.lookups.member(run.workspaceId, userId);
  if (member === null) return refusal("calendar-owner-gone");
  const startsAt = instantAfter(at, (numberIn(config, "startsInSeconds") ?? DAY_SECONDS) * 1000);
  const lengthMs = (numberIn(config, "durationMinutes") ?? 30) * 60_000;
  const contactId = factIn(facts, "contact", "id");
  const id = await store.meetings.create(run.workspaceId, actorOf(call), {
    userId: member.id,
    title: shortened(textIn(config, "title") ?? run.automationName),
    description: textIn(config, "description"),
    startsAt,
    endsAt: instantAfter(Date.parse(startsAt), lengthMs),
    allDay: false,
    dealId: run.dealId,
    contactId,
    attendees: config["inviteContact"] === false || contactId === null ? [] : [guestOf(facts, contactId)],
    conferenceUrl: null,
    location: null,
    status: "scheduled",
  });
  return succeeded({ meetingId: id });
});

const guestOf = (facts: Facts, contactId: string) => ({
  userId: null,
  contactId,
  email: factIn(facts, "contact", "email"),
  name: factIn(facts, "contact", "displayName"),
});
