import type { CalendarAttendee, CreateMeetingRequest, FieldError, UpdateMeetingRequest } from "@trilho/contract";
import type { DealReference, Lookups } from "../reference/lookups.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { done, invalid, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import { MAX_MEETING_DAYS, type MeetingDraft } from "./port.ts";
import { rangeOf } from "../../platform/service/range.ts";

type Body = UpdateMeetingRequest;
type AttendeeBody = NonNullable<CreateMeetingRequest["attendees"]>[number];

/** A meeting with every field at its default. */
export const newMeeting = (
  { memberId }: Principal,
  { title, startsAt, endsAt }: CreateMeetingRequest,
): MeetingDraft => ({
  userId: memberId,
  title,
  startsAt,
  endsAt,
  description: null,
  allDay: false,
  dealId: null,
  contactId: null,
  attendees: [],
  conferenceUrl: null,
  location: null,
  status: "scheduled",
});

/** A meeting changed by a body, whose references are checked. What it leaves out stays. */
export async function mergedMeeting(
  lookups: Lookups,
  member: Principal,
  current: MeetingDraft,
  body: Body,
): Promise<Outcome<MeetingDraft>> {
  const userId = body.userId ?? current.userId;
  if (userId !== current.userId && !mayUseCalendarOf(member, userId)) return refused(NOT_YOUR_CALENDAR);
  const deal = typeof body.dealSeq === "number" ? await lookups.holdDeal(member, body.dealSeq) : null;
  const attendees = body.attendees && (await attendeesOf(lookups, member, body.attendees));
  const { range, problems: ofRange } = meetingRange({ ...current, ...definedTimes(body) });
  const problems = [
    ...ofRange,
    ...(await problemsOf(lookups, member, current, body, deal)),
    ...(attendees?.problems ?? []),
  ];
  if (range === null || problems.length > 0) return refused(invalid(problems));
  return done({
    userId,
    title: body.title?.trim() ?? current.title,
    description: body.description === undefined ? current.description : body.description,
    startsAt: range.from,
    endsAt: range.to,
    allDay: body.allDay ?? current.allDay,
    dealId: body.dealSeq === undefined ? current.dealId : (deal?.id ?? null),
    contactId: contactOf(current, body, deal),
    attendees: attendees?.attendees ?? current.attendees,
    conferenceUrl: body.conferenceUrl === undefined ? current.conferenceUrl : body.conferenceUrl,
    location: body.location === undefined ? current.location : body.location,
    status: body.status ?? current.status,
  });
}

/** Members who see their own data alone have their own calendar alone. */
export const mayUseCalendarOf = ({ visibility, memberId }: Principal, userId: string): boolean =>
  visibility === "all" || userId === memberId;

export const NOT_YOUR_CALENDAR: Failure = {
  code: "FORBIDDEN",
  message: "This key's member may use their own calendar only.",
};

const meetingRange = ({ startsAt, endsAt }: Pick<MeetingDraft, "startsAt" | "endsAt">) =>
  rangeOf(
    { from: startsAt, to: endsAt },
    { names: ["startsAt", "endsAt"], maxDays: MAX_MEETING_DAYS, isEmptyAllowed: false },
  );

const definedTimes = ({ startsAt, endsAt }: Body) => ({
  ...(startsAt !== undefined && { startsAt }),
  ...(endsAt !== undefined && { endsAt }),
});

/** A meeting that gets a deal gets its contact too, unless one is named. */
function contactOf(current: MeetingDraft, body: Body, deal: DealReference | null): string | null {
  if (body.contactId !== undefined) return body.contactId;
  return deal !== null && deal.id !== current.dealId ? deal.contactId : current.contactId;
}

async function problemsOf(
  lookups: Lookups,
  member: Principal,
  current: MeetingDraft,
  { userId, contactId, dealSeq }: Body,
  deal: DealReference | null,
): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  const isNewUser = userId !== undefined && userId !== current.userId;
  if (isNewUser && (await lookups.member(member.workspaceId, userId)) === null) problems.push(NO_MEMBER);
  if (typeof dealSeq === "number" && deal === null) problems.push(NO_DEAL);
  const isNewContact = typeof contactId === "string" && contactId !== current.contactId;
  if (isNewContact && (await lookups.contact(member, contactId)) === null) problems.push(NO_CONTACT);
  return problems;
}

const NO_MEMBER = { field: "userId", message: "is no active member of this workspace" };
const NO_DEAL = { field: "dealSeq", message: "is no deal of this workspace" };
const NO_CONTACT = { field: "contactId", message: "is no contact of this workspace" };

async function attendeesOf(
  lookups: Lookups,
  member: Principal,
  bodies: readonly AttendeeBody[],
): Promise<{ attendees: CalendarAttendee[]; problems: FieldError[] }> {
  const attendees: CalendarAttendee[] = [];
  const problems: FieldError[] = [];
  for (const [index, body] of bodies.entries()) {
    const answer = await attendeeOf(lookups, member, body);
    if ("attendee" in answer) attendees.push(answer.attendee);
    else problems.push({ field: `attendees[${index}]${answer.field}`, message: answer.message });
  }
  return { attendees, problems };
}

/** Names and addresses that are not given are the member's or the contact's own, as they are now. */
async function attendeeOf(
  lookups: Lookups,
  viewer: Principal,
  body: AttendeeBody,
): Promise<{ attendee: CalendarAttendee } | { field: string; message: string }> {
  const { userId = null, contactId = null, email = null, name = null } = body;
  if (userId === null && contactId === null && email === null) {
    return { field: "", message: "needs a userId, a contactId or an email" };
  }
  const member = userId === null ? null : await lookups.member(viewer.workspaceId, userId);
  if (userId !== null && member === null) return { field: ".userId", message: NO_MEMBER.message };
  const contact = contactId === null ? null : await lookups.contact(viewer, contactId);
  if (contactId !== null && contact === null) return { field: ".contactId", message: NO_CONTACT.message };
  return {
    attendee: {
      userId,
      contactId,
      email: email ?? member?.email ?? contact?.email ?? null,
      name: name ?? member?.name ?? contact?.name ?? null,
    },
  };
}
