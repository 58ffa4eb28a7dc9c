import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { expectSuccess, fieldsOf, type TestApi } from "../../app/testing/api.ts";
import { addContact, addDeal, type TestMember } from "../../app/testing/deal-work.ts";
import { meeting, newMonth, startCalendarApi, type CalendarApi, type Month } from "./testing/calendar-api.ts";

let api: TestApi;
let bia: TestMember;
let caio: TestMember;
let deal: CalendarApi["deal"];
let contactId: string;
let create: CalendarApi["create"];
let list: CalendarApi["list"];
beforeAll(async () => {
  ({ api, bia, caio, deal, contactId, create, list } = await startCalendarApi());
});
afterAll(() => api.app.close());

describe("a meeting", () => {
  test("is created with what was sent, and what follows from it", async () => {
    const month = newMonth();
    const created = await create(
      meeting(month, {
        title: "  Visit ",
        startsAt: month.at(10).replace("Z", "+00:00"),
        description: "Bring the contract",
        dealSeq: deal.seq,
        attendees: [{ userId: caio.id }, { contactId }, { email: "eva@mail.example", name: "Eva" }],
        conferenceUrl: "https://meet.example.com/abc",
        location: "Rua A, 1",
      }),
    );
    expect(created).toEqual({
      id: created.id,
      type: "meeting",
      title: "Visit",
      description: "Bring the contract",
      startsAt: month.at(10),
      endsAt: month.at(10, 13),
      allDay: false,
      userId: bia.id,
      dealSeq: deal.seq,
      contactId,
      attendees: [
        { userId: caio.id, contactId: null, email: `${caio.id}@example.com`, name: "Caio" },
        { userId: null, contactId, email: expect.stringContaining("@mail.example"), name: "Davi" },
        { userId: null, contactId: null, email: "eva@mail.example", name: "Eva" },
      ],
      conferenceUrl: "https://meet.example.com/abc",
      location: "Rua A, 1",
      status: "scheduled",
      editable: true,
    });
    expect(expectSuccess("getCalendarEvent", await bia.call("GET", `/calendar/events/${created.id}`))).toEqual(created);
    expect((await list(month.range)).items).toEqual([created]);
  });

  it.each<[string, object, string[]]>([
    ["without a title", { title: undefined }, ["title"]],
    ["with a blank title", { title: " " }, ["title"]],
    ["without a start", { startsAt: undefined }, ["startsAt"]],
    ["with a day for a start", { startsAt: "2040-01-01" }, ["startsAt"]],
    ["with a start without a zone", { startsAt: "2040-01-01T10:00:00" }, ["startsAt"]],
    ["with a start that does not exist", { startsAt: "2040-02-30T10:00:00Z" }, ["startsAt"]],
    ["with a leap second for a start", { startsAt: "2016-12-31T23:59:60Z" }, ["startsAt"]],
    ["that ends before it starts", { startsAt: "2040-01-02T00:00:00Z", endsAt: "2040-01-01T00:00:00Z" }, ["endsAt"]],
    ["that ends when it starts", { startsAt: "2040-01-01T00:00:00Z", endsAt: "2040-01-01T00:00:00Z" }, ["endsAt"]],
    ["of more than a month", { startsAt: "2040-01-01T00:00:00Z", endsAt: "2040-02-02T00:00:00Z" }, ["endsAt"]],
    ["of nobody", { userId: "nobody" }, ["userId"]],
    ["of a deal that is not there", { dealSeq: 999_999 }, ["dealSeq"]],
    ["with a contact that is not there", { contactId: "__proto__" }, ["contactId"]],
    ["with an attendee who is nobody", { attendees: [{}] }, ["attendees[0]"]],
    [
      "with an unknown attendee",
      { attendees: [{ userId: "x" }, { contactId: "y" }] },
      ["attendees[0].userId", "attendees[1].contactId"],
    ],
    ["with an attendee without address", { attendees: [{ email: "no" }] }, ["attendees[0].email"]],
    ["with a script to click on", { conferenceUrl: "javascript:alert(1)" }, ["conferenceUrl"]],
    ["with an unknown status", { status: "maybe" }, ["status"]],
    ["with NUL", { title: "a\0" }, ["title"]],
  ])("%s is refused", async (_, change, fields) => {
    const month = newMonth();
    const answer = await bia.call("POST", "/calendar/events", { json: meeting(month, change) });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
    const { id } = await create(meeting(month));
    const untouched = { title: undefined, startsAt: undefined };
    if (!Object.keys(change).some((key) => key in untouched && change[key as never] === undefined)) {
      const patched = await bia.call("PATCH", `/calendar/events/${id}`, { json: change });
      expect([patched.status, fieldsOf(patched)]).toEqual([400, fields]);
    }
  });

  test("is changed by what is sent, the rest stays", async () => {
    const month = newMonth();
    const created = await create(meeting(month, { dealSeq: deal.seq, location: "Here" }));
    const change = async (json: object) =>
      expectSuccess("updateMeeting", await bia.call("PATCH", `/calendar/events/${created.id}`, { json }));
    expect(await change({ status: "no_show", location: null })).toEqual({
      ...created,
      status: "no_show",
      location: null,
    });
    expect(await change({})).toMatchObject({ status: "no_show" });
    expect(await change({ startsAt: month.at(10, 11) })).toMatchObject({
      startsAt: month.at(10, 11),
      endsAt: created.endsAt,
    });
    expect(await change({ endsAt: month.at(10, 16) })).toMatchObject({
      startsAt: month.at(10, 11),
      endsAt: month.at(10, 16),
    });
    const late = await bia.call("PATCH", `/calendar/events/${created.id}`, { json: { startsAt: month.at(11) } });
    expect(fieldsOf(late)).toEqual(["endsAt"]);
    expect(await change({ dealSeq: null, userId: caio.id })).toMatchObject({
      dealSeq: null,
      contactId,
      userId: caio.id,
    });
  });

  it.each<[field: string, sent: (month: Month) => unknown]>([
    ["title", () => "Other"],
    ["description", () => "Other"],
    ["description", () => null],
    ["startsAt", (month) => month.at(10, 11)],
    ["endsAt", (month) => month.at(10, 14)],
    ["allDay", () => false],
    ["userId", () => caio.id],
    ["contactId", () => null],
    ["attendees", () => []],
    ["conferenceUrl", () => "https://other.example"],
    ["conferenceUrl", () => null],
    ["location", () => "Other"],
    ["location", () => null],
    ["status", () => "no_show"],
  ])("is changed in its %s alone, which is told alone (%#)", async (field, sent) => {
    const month = newMonth();
    const own = await addDeal(api, bia, await addContact(api));
    const details = { description: "d", allDay: true, location: "Here", conferenceUrl: "https://meet.example" };
    const attendees = [{ email: "eva@mail.example" }];
    const full = await create(meeting(month, { ...details, attendees, dealSeq: own.seq }));
    expect(full).toMatchObject({ ...details, contactId: expect.any(String), dealSeq: own.seq });
    const said = { [field]: sent(month) };
    const changed = await bia.call("PATCH", `/calendar/events/${full.id}`, { json: said });
    expect(expectSuccess("updateMeeting", changed)).toEqual({ ...full, ...said });
    const { items } = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${own.seq}/activities`));
    const told = items.filter(({ type }: { type: string }) => type === "MEETING_UPDATED");
    expect(told.map((line: { field: string }) => line.field)).toEqual([field]);
    expect(told[0].metadata).toMatchObject({ meetingId: full.id, title: changed.body.data.title });
  });

  test("gets the contact of a deal that it is moved to, unless one is named, and keeps it where it stays", async () => {
    const [own, other] = [await addContact(api, "Own"), await addContact(api, "Other")];
    const [mine, theirs] = [await addDeal(api, bia, own), await addDeal(api, bia, other)];
    const { id } = await create(meeting(newMonth(), { dealSeq: mine.seq }));
    const contactAfter = async (json: object) =>
      expectSuccess("updateMeeting", await bia.call("PATCH", `/calendar/events/${id}`, { json })).contactId;
    expect(await contactAfter({ contactId: other })).toBe(other);
    expect(await contactAfter({ dealSeq: mine.seq })).toBe(other);
    expect(await contactAfter({ dealSeq: null })).toBe(other);
    expect(await contactAfter({ dealSeq: mine.seq })).toBe(own);
    expect(await contactAfter({ dealSeq: theirs.seq, contactId: null })).toBeNull();
  });

  test("names whoever takes part as they are named, else as they are called", async () => {
    const attendees = [
      { userId: caio.id, email: "other@mail.example", name: "Other" },
      { contactId, email: "davi@mail.example", name: "Mr Davi" },
      { email: "eva@mail.example" },
      { userId: caio.id, contactId },
    ];
    expect((await create(meeting(newMonth(), { attendees }))).attendees).toEqual([
      { contactId: null, ...attendees[0] },
      { userId: null, ...attendees[1] },
      { userId: null, contactId: null, name: null, ...attendees[2] },
      { ...attendees[3], name: "Caio", email: `${caio.id}@example.com` },
    ]);
  });

  test("is told in the history of its deal", async () => {
    const month = newMonth();
    const [first, second] = [await addDeal(api, bia), await addDeal(api, bia)];
    const historyOf = async ({ seq }: { seq: number }): Promise<string[]> => {
      const page = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${seq}/activities`));
      return page.items
        .map(({ type, field }: { type: string; field: string | null }) => (field === null ? type : `${type} ${field}`))
        .toSorted();
    };
    const { id } = await create(meeting(month, { dealSeq: first.seq }));
    await bia.call("PATCH", `/calendar/events/${id}`, { json: { title: "Call", attendees: [{ userId: caio.id }] } });
    await bia.call("PATCH", `/calendar/events/${id}`, { json: { title: "Call" } });
    const created = ["MEETING_CREATED", "MEETING_UPDATED attendees", "MEETING_UPDATED title"];
    expect(await historyOf(first)).toEqual(created);
    await bia.call("PATCH", `/calendar/events/${id}`, { json: { dealSeq: second.seq } });
    expect(await historyOf(first)).toEqual(["MEETING_CREATED", "MEETING_DELETED", ...created.slice(1)]);
    expectSuccess("deleteMeeting", await bia.call("DELETE", `/calendar/events/${id}`));
    expect(await historyOf(second)).toEqual(["MEETING_CREATED", "MEETING_DELETED"]);
    for (const method of ["GET", "DELETE"]) expect((await bia.call(method, `/calendar/events/${id}`)).status).toBe(404);
  });
});
