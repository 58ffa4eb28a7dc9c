import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { showCalendars } from "../../../launch/commands/calendars.ts";
import { createFeedReader } from "../feeds.ts";
import { startTestApp, type Answer, type TestApp } from "../../../app/testing/test-app.ts";
import { applyProvision } from "../../../provision/apply.ts";
import type { ProvisionCalendar } from "../../../provision/file.ts";
import { parseProvisionFile } from "../../../provision/parse.ts";
import { digestKey } from "../../../platform/security/keys.ts";
import { createSealer } from "../../../platform/security/sealer.ts";
import { createFeedStore } from "../store/feed-store.ts";
import { createFeedFetcher } from "./fetch-feed.ts";
import { readFeed } from "./read-feed.ts";
import { calendarOf, type RemoteCalendar, startRemoteCalendar } from "./testing/remote-calendar.ts";

const NOW = Date.parse("2027-03-01T12:00:00Z");
const DAY_MS = 86_400_000;

let app: TestApp;
let remote: RemoteCalendar;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  remote = await startRemoteCalendar();
});
afterEach(async () => {
  await remote.close();
  await app.opened.db.deleteFrom("calendar_feeds").execute();
});

const google = (): ProvisionCalendar => ({ url: remote.url, source: "google" });

/** A member of a workspace of its own whose calendars are these, and another member beside. */
function newMember() {
  const slug = `w-${randomUUID()}`;
  const [key, otherKey] = [`trk_test_${randomUUID()}`, `trk_test_${randomUUID()}`];
  const member = (name: string, secret: string) => ({
    email: `${name}@${slug}.example`,
    name,
    role: "owner",
    keys: [{ name: "k", secret }],
  });
  const provision = (calendars?: ProvisionCalendar[]) => {
    const members = [{ ...member("ana", key), calendars }, member("bia", otherKey)];
    const text = JSON.stringify({ workspaces: [{ slug, name: "W", features: ["API_ACCESS", "CALENDAR"], members }] });
    const { opened } = app;
    return applyProvision(
      opened.db,
      parseProvisionFile(text, "f.json"),
      "f.json",
      (secret) => digestKey(opened.serverSecret, secret),
      createSealer(opened.serverSecret, "secrets"),
    );
  };
  const call = (method: string, path: string, init: object = {}, as = key) =>
    app.call(method, `/api/v1/calendar/events${path}`, { key: as, ...init });
  const list = async (range = "from=2027-02-01T00:00:00Z&to=2027-04-30T00:00:00Z", as = key): Promise<Answer["body"]> =>
    (await call("GET", `?types=external&limit=100&${range}`, {}, as)).body.data.items;
  return { slug, otherKey, provision, call, list };
}

const problems: string[] = [];

/** Reads all feeds now, as if the time of each had come. */
async function readAll({ now = NOW, allowPrivate = true } = {}): Promise<void> {
  await app.opened.db
    .updateTable("calendar_feeds")
    .set({ next_at: new Date(0) })
    .execute();
  const fetcher = createFeedFetcher({ allowPrivate });
  const read = createFeedReader({
    store: createFeedStore(app.opened.db, createSealer(app.opened.serverSecret, "secrets")),
    fetch: (url, known) => fetcher.fetch(url, known),
    parse: readFeed,
    onProblem: (_, problem) => problems.push(problem),
  });
  while ((await read(now, 4)) > 0);
  await fetcher.close();
}

/** A member whose calendar is the remote one, already read. */
async function withCalendar(...events: string[]) {
  const member = newMember();
  remote.publish(calendarOf(...events));
  await member.provision([google()]);
  await readAll();
  return member;
}

const problemOf = async (slug: string): Promise<string | undefined> =>
  (await showCalendars(app.opened)).split("\n").find((line) => line.startsWith(slug));
const starts = (events: { title: string; startsAt: string }[]) =>
  events.map(({ title, startsAt }) => [title, startsAt]);

const VISIT = "UID:visit\nDTSTART:20270310T120000Z\nDTEND:20270310T130000Z\nSUMMARY:Visit";
/** The occurrence of a weekly event on this day is as these lines say. */
const exception = (day: string, lines: string): string =>
  `UID:weekly\nRECURRENCE-ID;TZID=Eastern:${day}T090000\n${lines}`;
const inDays = (days: number): string => new Date(NOW + days * DAY_MS).toISOString().replaceAll(/[-:]|\.000/g, "");

const LATER = "UID:later\nDTSTART:20270311T120000Z\nSUMMARY:Later";

describe("a member's calendar elsewhere", () => {
  test("stands in the unified calendar of its owner alone, and is not changed there", async () => {
    const { call, list, otherKey } = await withCalendar(
      `${VISIT}\nDESCRIPTION:Bring\\, please\\, the\\ncontract\nLOCATION:Rua A\\, 1\nSTATUS:TENTATIVE` +
        "\nX-GOOGLE-CONFERENCE:https://meet.example/abc\nATTENDEE;CN=Eva Lima:mailto:eva@mail.example\nATTENDEE:urn:x",
    );
    const [event, ...more] = await list();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: "external",
      title: "Visit",
      description: "Bring, please, the\ncontract",
      startsAt: "2027-03-10T12:00:00.000Z",
      endsAt: "2027-03-10T13:00:00.000Z",
      allDay: false,
      dealSeq: null,
      attendees: [{ userId: null, contactId: null, email: "eva@mail.example", name: "Eva Lima" }],
      conferenceUrl: "https://meet.example/abc",
      location: "Rua A, 1",
      status: "tentative",
      editable: false,
    });
    expect((await call("GET", `/${event.id}`)).body.data).toEqual(event);
    expect((await call("PATCH", `/${event.id}`, { json: { title: "Mine" } })).status).toBe(422);
    expect((await call("DELETE", `/${event.id}`)).status).toBe(422);
    expect(await list(undefined, otherKey)).toEqual([]);
    expect((await call("GET", `/${event.id}`, {}, otherKey)).status).toBe(404);
  });

  test("repeats at its own wall time across a change of clocks, but for what is moved, left out or cancelled", async () => {
    const weekly = "UID:weekly\nDTSTART;TZID=Eastern:20200106T090000\nDTEND;TZID=Eastern:20200106T093000";
    const { list } = await withCalendar(
      `${weekly}\nRRULE:FREQ=WEEKLY;UNTIL=20270430T000000Z\nEXDATE;TZID=Eastern:20270322T090000\nSUMMARY:Weekly`,
      exception("20270308", "DTSTART;TZID=Eastern:20270309T140000\nDTEND;TZID=Eastern:20270309T150000\nSUMMARY:Moved"),
      exception("20270329", "DTSTART;TZID=Eastern:20270329T090000\nSTATUS:CANCELLED"),
    );
    expect(starts(await list("from=2027-03-01T00:00:00Z&to=2027-04-30T00:00:00Z"))).toEqual([
      ["Weekly", "2027-03-01T14:00:00.000Z"],
      ["Moved", "2027-03-09T19:00:00.000Z"],
      ["Weekly", "2027-03-15T13:00:00.000Z"],
      ["Weekly", "2027-04-05T13:00:00.000Z"],
      ["Weekly", "2027-04-12T13:00:00.000Z"],
      ["Weekly", "2027-04-19T13:00:00.000Z"],
      ["Weekly", "2027-04-26T13:00:00.000Z"],
    ]);
  });

  test("has days from midnight to midnight where the workspace is, and a name for what says none", async () => {
    const { list } = await withCalendar("UID:day\nDTSTART;VALUE=DATE:20270310\nDTEND;VALUE=DATE:20270312");
    expect(await list()).toMatchObject([
      { title: "Ocupado", allDay: true, startsAt: "2027-03-10T03:00:00.000Z", endsAt: "2027-03-12T03:00:00.000Z" },
    ]);
  });

  test("is kept from 31 days back to 366 days ahead", async () => {
    const days = [-32, -30, 365, 367];
    const { slug } = await withCalendar(...days.map((day) => `UID:${day}\nDTSTART:${inDays(day)}\nSUMMARY:${day}`));
    const kept = await app.opened.db
      .selectFrom("external_events")
      .innerJoin("workspaces", "workspaces.id", "external_events.workspace_id")
      .where("slug", "=", slug)
      .select("title")
      .orderBy("starts_at")
      .execute();
    expect(kept.map(({ title }) => title)).toEqual(["-30", "365"]);
  });

  test("loses what is cancelled or gone there; what stays keeps its id, and its row where it says the same", async () => {
    const { list, slug } = await withCalendar(VISIT, LATER, "UID:gone\nDTSTART:20270312T120000Z\nSUMMARY:Gone");
    const before = await list();
    const rows = async () =>
      (
        await sql`select external_id, events.xmin::text from external_events as events
        join workspaces on workspaces.id = workspace_id where slug = ${slug} order by 1`.execute(app.opened.db)
      ).rows;
    const written = await rows();
    remote.publish(calendarOf(VISIT, `${LATER}\nSTATUS:CANCELLED`));
    await readAll();
    expect(await list()).toEqual([before[0]]);
    expect(written).toEqual(expect.arrayContaining(await rows()));
    remote.publish(calendarOf(VISIT.replace("SUMMARY:Visit", "SUMMARY:Big visit")));
    await readAll();
    expect(await list()).toEqual([{ ...before[0], title: "Big visit" }]);
  });

  test("is asked only for what has changed, but read anew every day, as other days come into range", async () => {
    const member = newMember();
    const marks = { etag: '"v1"', "last-modified": "Mon, 01 Mar 2027 00:00:00 GMT" };
    remote.publish(calendarOf(VISIT), marks);
    await member.provision([{ url: remote.url, source: "icloud" }]);
    await readAll();
    remote.answer = ({ headers }, response) =>
      response.writeHead(headers["if-none-match"] === '"v1"' ? 304 : 200, marks).end();
    await readAll({ now: NOW + 60_000 });
    expect(remote.requests.at(-1)).toMatchObject({
      "if-none-match": '"v1"',
      "if-modified-since": marks["last-modified"],
    });
    expect(await member.list()).toHaveLength(1);
    expect(await problemOf(member.slug)).toMatch(/icloud +1 +2027-03-01T12:01:00.000Z +-$/);
    await readAll({ now: NOW + DAY_MS - 1 });
    expect(remote.requests.at(-1)).toHaveProperty("if-none-match");
    await readAll({ now: NOW + DAY_MS });
    expect(remote.requests.at(-1)).not.toHaveProperty("if-none-match");
  });

  test.each<[string, () => void, string]>([
    ["is no calendar", () => remote.publish("<html>Sign in</html>"), "Its content is no calendar (iCalendar)."],
    ["ends in the middle", () => remote.publish(calendarOf(LATER).slice(0, -60)), "Its content is no calendar"],
    ["has 10 MB", () => remote.publish("x".repeat(10 * 1024 * 1024)), "Its content has more than 8 MB."],
    [
      "is not there",
      () => (remote.answer = (_, response) => response.writeHead(404).end()),
      "Its address answers 404.",
    ],
    [
      "hangs up",
      () => (remote.answer = (request) => request.socket.destroy()),
      "Its address cannot be reached: UND_ERR",
    ],
    [
      "leads in circles",
      () => (remote.answer = (_, response) => response.writeHead(302, { location: "/again" }).end()),
      "Its address leads nowhere.",
    ],
  ])("that %s keeps what was there, and says so once without its address", async (_, breakIt, problem) => {
    const { list, slug } = await withCalendar(VISIT);
    const before = await list();
    problems.length = 0;
    breakIt();
    await readAll();
    await readAll();
    expect(await list()).toEqual(before);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(await problemOf(slug)).toContain(problem);
    expect(await problemOf(slug)).not.toContain("secret-part");
    remote.publish(calendarOf(VISIT));
    await readAll();
    expect(await problemOf(slug)).toMatch(/-$/);
  });

  test("shows what can be read of it, and says how much cannot", async () => {
    const endless = "UID:endless\nDTSTART:20270301T120000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31";
    const { list, slug } = await withCalendar("UID:odd\nDTSTART:soon", endless, VISIT);
    expect(starts(await list())).toContainEqual(["Visit", "2027-03-10T12:00:00.000Z"]);
    expect(await problemOf(slug)).toContain("2 of its events cannot be read.");
  });

  test("of which not all can be read says so once, and is never asked only for what has changed", async () => {
    const member = newMember();
    remote.publish(calendarOf("UID:odd\nDTSTART:soon", VISIT), { etag: '"v1"' });
    await member.provision([google()]);
    problems.length = 0;
    for (const now of [NOW, NOW + 1]) await readAll({ now });
    expect(problems).toEqual(["1 of its events cannot be read."]);
    expect(remote.requests.at(-1)).not.toHaveProperty("if-none-match");
  });

  test("shows 5,000 events at most, the earliest", async () => {
    const events = Array.from({ length: 5001 }, (_, index) => `UID:${index}\nDTSTART:20270310T120000Z`);
    const { slug } = await withCalendar(...events);
    expect(await problemOf(slug)).toMatch(/ 5000 .*Of its 5001 events, only the first 5000 are shown\.$/);
  });

  test("on the server's own network is not read, unless that is allowed", async () => {
    const member = newMember();
    remote.publish(calendarOf(VISIT));
    await member.provision([google()]);
    await readAll({ allowPrivate: false });
    expect(await problemOf(member.slug)).toContain("127.0.0.1 is on this server's own network");
    expect([remote.requests, await member.list()]).toEqual([[], []]);
  });

  test("is read by one process at a time, and not that of a member who is no longer active", async () => {
    const { slug } = await withCalendar(VISIT);
    const { db, serverSecret } = app.opened;
    const store = createFeedStore(db, createSealer(serverSecret, "secrets"));
    const quarter = NOW + 15 * 60_000;
    expect(await store.take(quarter - 1, quarter, 100)).toEqual([]);
    expect((await store.take(quarter, quarter + 1, 100)).map(({ url }) => url)).toEqual([remote.url]);
    await db
      .updateTable("calendar_feeds")
      .set({ next_at: new Date(0) })
      .execute();
    const taken = await Promise.all([1, 2, 3].map(() => store.take(NOW, NOW + 1, 100)));
    const ids = taken.flat().map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    expect(taken.flat().map(({ url }) => url)).toContain(remote.url);
    await sql`update members set active = false from workspaces
      where workspaces.id = workspace_id and slug = ${slug}`.execute(db);
    expect((await store.take(NOW + 1, NOW + 2, 100)).map(({ url }) => url)).not.toContain(remote.url);
  });
});

describe("the calendars of a provisioning file", () => {
  test("are sealed, and no row changes when the file is applied again or no longer speaks of them", async () => {
    const { provision, list, slug } = await withCalendar(VISIT);
    const rows = async () =>
      (
        await sql<{ url: string }>`select feeds.*, feeds.xmin::text from calendar_feeds as feeds
        join workspaces on workspaces.id = workspace_id where slug = ${slug}`.execute(app.opened.db)
      ).rows;
    const before = await rows();
    expect(JSON.stringify(before)).not.toContain("secret-part");
    await provision([google()]);
    await provision();
    expect(await rows()).toEqual(before);
    expect(await list()).toHaveLength(1);
  });

  test.each<[string, () => ProvisionCalendar[]]>([
    ["is no longer listed", () => []],
    ["has another address", () => [{ ...google(), url: `${remote.url}?new` }]],
    ["has another source", () => [{ ...google(), source: "outlook" }]],
  ])("one that %s goes with its events", async (_, calendars) => {
    const { provision, list } = await withCalendar(VISIT);
    await provision(calendars());
    expect(await list()).toEqual([]);
  });

  test("an address to subscribe to is read by HTTPS", async () => {
    const member = newMember();
    await member.provision([{ url: "webcal://calendar.example/a.ics", source: "icloud" }]);
    const { db, serverSecret } = app.opened;
    const store = createFeedStore(db, createSealer(serverSecret, "secrets"));
    const feeds = await store.take(Date.now() + DAY_MS, Date.now() + DAY_MS, 100);
    expect(feeds.map(({ url }) => url)).toContain("https://calendar.example/a.ics");
  });

  test.each<[string, ProvisionCalendar[], string]>([
    ["no address", [{ url: "basic.ics", source: "google" }], "calendars/0/url: must be an https, http or webcal"],
    ["a file", [{ url: "file:///etc/passwd", source: "google" }], "calendars/0/url: must be an https, http or webcal"],
    [
      "a password",
      [{ url: "https://a:b@c.example/", source: "x" }],
      "calendars/0/url: must be an https, http or webcal",
    ],
    [
      "one address twice",
      [
        { url: "https://c.example/a", source: "x" },
        { url: "https://c.example/a", source: "y" },
      ],
      "calendars/1/url: this address is used by an earlier calendar of the member",
    ],
  ])("with %s are refused, and nothing is quoted", (_, calendars, message) => {
    const members = [{ email: "a@b", name: "A", role: "owner", calendars }];
    const parse = () => parseProvisionFile(JSON.stringify({ workspaces: [{ slug: "w", name: "W", members }] }), "f");
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(calendars[0]?.url);
  });
});
