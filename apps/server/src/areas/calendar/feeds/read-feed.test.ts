import { describe, expect, it } from "vitest";
import type { FeedEvent } from "../feeds.ts";
import { readFeed } from "./read-feed.ts";
import { calendarOf } from "./testing/remote-calendar.ts";

const RANGE = {
  from: Date.parse("2027-03-01T00:00:00Z"),
  to: Date.parse("2027-04-01T00:00:00Z"),
  timeZone: "America/Sao_Paulo",
  untitled: "Busy",
};
const read = (text: string) => readFeed(text, RANGE);
const eventsOf = async (...events: string[]): Promise<FeedEvent[]> => (await read(calendarOf(...events))).events ?? [];
const only = async (lines: string): Promise<FeedEvent | undefined> =>
  (await eventsOf(`UID:a\nDTSTART:20270310T120000Z\n${lines}`))[0];
const startsOf = async (...events: string[]) =>
  (await eventsOf(...events)).map(({ startsAt }) => startsAt.replace(":00.000Z", ""));

describe("an event", () => {
  it.each<[string, string, boolean]>([
    ["that ends as the range begins", "DTSTART:20270228T230000Z\nDTEND:20270301T000000Z", false],
    ["that lasts into the range", "DTSTART:20270228T230000Z\nDTEND:20270301T000001Z", true],
    ["that takes no time as the range begins", "DTSTART:20270301T000000Z", true],
    ["that takes no time before it", "DTSTART:20270228T235959Z", false],
    ["that begins just before the range ends", "DTSTART:20270331T235959Z", true],
    ["that begins as the range ends", "DTSTART:20270401T000000Z", false],
  ])("%s is in it: %s", async (_, lines, isIn) => {
    expect(await eventsOf(`UID:a\n${lines}`)).toHaveLength(isIn ? 1 : 0);
  });

  it.each<[string, string, string]>([
    ["a zone that the calendar describes", "DTSTART;TZID=Eastern:20270310T120000", "2027-03-10T17:00"],
    ["a zone that only the platform knows", "DTSTART;TZID=Asia/Tokyo:20270310T123007", "2027-03-10T03:30:07.000Z"],
    ["a zone that nobody knows", "DTSTART;TZID=Moon:20270310T120000", "2027-03-10T15:00"],
    ["none", "DTSTART:20270310T120000", "2027-03-10T15:00"],
    ["UTC", "DTSTART:20270310T120000Z", "2027-03-10T12:00"],
  ])("begins by the clock of its zone: %s", async (_, start, expected) => {
    expect(await startsOf(`UID:a\n${start}`)).toEqual([expected]);
  });

  it.each([
    ["as Google names it", "Asia/Tokyo", "2027-03-10T03:00"],
    ["unless nobody knows it", "Moon", "2027-03-10T15:00"],
  ])("without a zone is in its calendar's, %s", async (_, name, expected) => {
    const text = calendarOf("UID:a\nDTSTART:20270310T120000").replace("PRODID:", `X-WR-TIMEZONE:${name}\r\nPRODID:`);
    expect((await read(text)).events).toMatchObject([{ startsAt: `${expected}:00.000Z` }]);
  });

  it("never ends before it begins", async () => {
    expect(await only("DTEND:20270310T110000Z")).toMatchObject({ endsAt: "2027-03-10T12:00:00.000Z" });
  });

  it.each<[string, string, Partial<FeedEvent>]>([
    ["no name", "", { title: "Busy", description: null, location: null, status: "confirmed", conferenceUrl: null }],
    ["a blank name", "SUMMARY:  ", { title: "Busy" }],
    ["a long name", `SUMMARY:${"x".repeat(300)}`, { title: "x".repeat(255) }],
    ["a name that would be cut within a character", `SUMMARY:${"x".repeat(254)}🎉`, { title: "x".repeat(254) }],
    ["a page as its place", "LOCATION:https://meet.example/a", { conferenceUrl: "https://meet.example/a" }],
    ["a place that only holds a page", "LOCATION:see https://meet.example/a", { conferenceUrl: null }],
    ["a page with words behind it", "LOCATION:https://meet.example/a room 2", { conferenceUrl: null }],
    ["a page without encryption", "LOCATION:http://meet.example/a", { conferenceUrl: "http://meet.example/a" }],
    ["a page of another kind", "CONFERENCE;VALUE=URI:tel:+551199", { conferenceUrl: null }],
    [
      "a page of each kind",
      "LOCATION:https://place.example\nX-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example",
      { conferenceUrl: "https://teams.example", location: "https://place.example" },
    ],
  ])("with %s is kept as the API shows it", async (_, lines, expected) => {
    expect(await only(lines)).toMatchObject({ allDay: false, ...expected });
  });

  it.each<[string, string, { name: string | null; email: string | null }[]]>([
    ["an address", "ATTENDEE:MAILTO:eva@mail.example", [{ name: null, email: "eva@mail.example" }]],
    ["a name alone", "ATTENDEE;CN=Eva:urn:x", [{ name: "Eva", email: null }]],
    ["an address that is none", "ATTENDEE;CN=Eva:mailto:eva", [{ name: "Eva", email: null }]],
    ["neither", "ATTENDEE:urn:x", []],
    ["an address of another kind", "ATTENDEE;CN=Eva:x-mailto:eva@mail.example", [{ name: "Eva", email: null }]],
  ])("tells of who takes part: %s", async (_, lines, attendees) => {
    const nobody = { userId: null, contactId: null };
    expect((await only(lines))?.attendees).toEqual(attendees.map((attendee) => ({ ...nobody, ...attendee })));
  });

  it("tells of a hundred who take part at most", async () => {
    const lines = Array.from({ length: 101 }, (_, index) => `ATTENDEE:mailto:a${index}@mail.example`);
    const attendees = (await only(lines.join("\n")))?.attendees ?? [];
    expect([attendees.length, attendees.at(-1)?.email]).toEqual([100, "a99@mail.example"]);
  });
});

const days = (...list: number[]) => list.map((day) => `2027-03-${String(day).padStart(2, "0")}T12:00`);
/** An occurrence of somebody else's series. */
const single = (day: number, more = "") =>
  `UID:a\nRECURRENCE-ID:202703${day}T120000Z\nDTSTART:202703${day}T120000Z\nSUMMARY:x${more}`;

describe("a series", () => {
  it.each<[string, string, string[]]>([
    ["every ninth day since 2020", "DTSTART:20200101T120000Z\nRRULE:FREQ=DAILY;INTERVAL=9", days(4, 13, 22, 31)],
    ["every third week since 2020", "DTSTART:20200101T120000Z\nRRULE:FREQ=WEEKLY;INTERVAL=3", days(10, 31)],
    ["every day from its first on", "DTSTART:20270330T120000Z\nRRULE:FREQ=DAILY", days(30, 31)],
    ["every day for ages", "DTSTART:01010101T120000Z\nRRULE:FREQ=DAILY;UNTIL=20270302T120000Z", days(1, 2)],
    ["every month since 2020", "DTSTART:20200115T120000Z\nRRULE:FREQ=MONTHLY", days(15)],
    ["so many times, long ago", "DTSTART:20200101T120000Z\nRRULE:FREQ=DAILY;COUNT=100", []],
    ["so many times, lately", "DTSTART:20270226T120000Z\nRRULE:FREQ=DAILY;COUNT=5", days(1, 2)],
    ["cancelled as a whole", "DTSTART:20270310T120000Z\nRRULE:FREQ=DAILY;COUNT=2\nSTATUS:CANCELLED", []],
    [
      "by the day and by the month",
      "DTSTART:20200120T120000Z\nRRULE:FREQ=DAILY;INTERVAL=2000\nRRULE:FREQ=MONTHLY",
      days(20),
    ],
  ])("%s happens when its rule says", async (_, lines, expected) => {
    expect(await startsOf(`UID:a\n${lines}`)).toEqual(expected);
  });

  it("that lasts shows what began before the range and goes on in it", async () => {
    const lines = "UID:a\nDTSTART:20200105T120000Z\nDTEND:20200107T120000Z\nRRULE:FREQ=WEEKLY;UNTIL=20270302T000000Z";
    expect(await startsOf(lines)).toEqual(["2027-02-28T12:00"]);
  });

  it("changes from one of its occurrences on, where that says so", async () => {
    const main = "UID:a\nDTSTART:20270301T120000Z\nRRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Old";
    const from = "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20270315T120000Z\nDTSTART:20270315T130000Z\nSUMMARY:New";
    const shown = (await eventsOf(main, from)).map(({ title, startsAt }) => `${title} ${startsAt.slice(8, 13)}`);
    expect(shown).toEqual(["Old 01T12", "Old 08T12", "New 15T13", "New 22T13"]);
  });

  it("of somebody else shows the occurrences that one is invited to, but for those that are cancelled", async () => {
    expect(await startsOf(single(10), single(12), single(11, "\nSTATUS:CANCELLED"))).toEqual(days(10, 12));
  });
});

/** So many minutes before the range ends. */
const beforeEnd = (minutes: number): string =>
  new Date(RANGE.to - minutes * 60_000).toISOString().replaceAll(/[-:]|\.000/g, "");

describe("a calendar", () => {
  it.each([
    ["an event without an id", "DTSTART:20270310T120000Z"],
    ["an event without a beginning", "UID:b\nSUMMARY:When?"],
    ["an event that begins at no time", "UID:b\nDTSTART:soon"],
  ])("with %s says that one cannot be read, and shows the rest", async (_, broken) => {
    const { events, problem } = await read(calendarOf(broken, "UID:a\nDTSTART:20270310T120000Z"));
    expect(events).toHaveLength(1);
    expect(problem).toBe("1 of its events cannot be read.");
  });

  it("shows 5,000 events and says nothing, and of more the earliest, wherever they stand", async () => {
    const events = Array.from({ length: 5001 }, (_, index) => `UID:${index}\nDTSTART:${beforeEnd(index + 1)}`);
    const some = await read(calendarOf(...events.slice(1)));
    expect([some.events?.length, some.problem]).toEqual([5000, null]);
    const most = await read(calendarOf(...events));
    expect(most.problem).toBe("Of its 5001 events, only the first 5000 are shown.");
    expect([most.events?.length, most.events?.[0]?.externalId, most.events?.at(-1)?.externalId]).toEqual([
      5000,
      "5000",
      "1",
    ]);
  });

  it("holds what other components it may, and none that is no calendar's", async () => {
    const [event] = await eventsOf("UID:a\nDTSTART:20270310T120000Z\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM");
    expect(event).toBeDefined();
    const card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Eva\r\nEND:VCARD\r\n";
    expect(await read(card)).toEqual({ events: null, problem: "Its content is no calendar (iCalendar)." });
    expect(await read(calendarOf())).toEqual({ events: [], problem: null });
  });
});
