import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addContact, addDeal, addMember, type TestMember } from "../../app/testing/deal-work.ts";
import { addCadenceStep, addExternalEvent } from "../../app/testing/calendar.ts";
import type { Answer } from "../../app/testing/test-app.ts";

let api: TestApi;
let bia: TestMember;
let caio: TestMember;
let deal: { id: string; seq: number };
let contactId: string;
beforeAll(async () => {
  api = await startTestApi(["API_ACCESS", "CALENDAR"]);
  [bia, caio] = [await addMember(api, { name: "Bia" }), await addMember(api, { name: "Caio", visibility: "own" })];
  contactId = await addContact(api, "Davi");
  deal = await addDeal(api, bia, contactId);
});
afterAll(() => api.app.close());

/** Every test has a month of its own. */
let months = 0;
const newMonth = () => {
  months += 1;
  const first = new Date(Date.UTC(2040, months, 1));
  const at = (day: number, hour = 12) => new Date(first.getTime() + ((day - 1) * 24 + hour) * 3_600_000).toISOString();
  const range = `from=${at(1, 0)}&to=${at(29, 0)}`;
  return { at, range };
};
type Month = ReturnType<typeof newMonth>;

const meeting = ({ at }: Month, change: object = {}) => ({
  title: "Visit",
  startsAt: at(10, 12),
  endsAt: at(10, 13),
  ...change,
});
const create = async (json: object, by = bia): Promise<Answer["body"]> =>
  expectSuccess("createMeeting", await by.call("POST", "/calendar/events", { json }));
const list = async (query: string, by = bia): Promise<Answer["body"]> =>
  expectSuccess("listCalendarEvents", await by.call("GET", `/calendar/events?${query}`));
const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id);
const idsBetween = async (from: string, to: string) => idsOf(await list(`from=${from}&to=${to}&userIds=${bia.id}`));

async function idsByPage(query: string, next = ""): Promise<string[]> {
  const page = await list(`${query}${next}`);
  if (page.nextCursor === null) return idsOf(page);
  return [...idsOf(page), ...(await idsByPage(query, `&cursor=${encodeURIComponent(page.nextCursor)}`))];
}

async function addTask(dueAt: string, change: object = {}): Promise<string> {
  const json = { title: "Call", dueAt, ...change };
  return expectSuccess("createTask", await bia.call("POST", `/deals/${deal.seq}/tasks`, { json })).id;
}

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

describe("the unified calendar", () => {
  test("shows everything in the order of its start, page by page", async () => {
    const month = newMonth();
    const task = await addTask(month.at(11));
    const step = await addCadenceStep(api, bia, month.at(9));
    const external = await addExternalEvent(api, bia, month.at(8), month.at(8, 13));
    const early = await create(meeting(month, { startsAt: month.at(7), endsAt: month.at(7, 13) }));
    const all = await list(month.range);
    expect(all.items).toMatchObject([
      { id: early.id, type: "meeting", editable: true },
      { id: `external:${external}`, type: "external", title: "Dentist", userId: bia.id, editable: false },
      {
        id: `cadence_step:${step}`,
        type: "cadence_step",
        title: expect.stringContaining("E-mail: "),
        description: "Say hello",
        userId: bia.id,
        status: "pending",
        editable: false,
      },
      { id: `task:${task}`, type: "task", title: "Call", dealSeq: deal.seq, status: "pending", editable: false },
    ]);
    expect(await idsByPage(`${month.range}&limit=1`)).toEqual(idsOf(all));
    expect(idsOf(await list(`${month.range}&types=task,external`))).toEqual([`external:${external}`, `task:${task}`]);
    const [ours, theirs] = [`userIds=${bia.id},${caio.id}`, `userIds=${caio.id},${bia.id}`];
    const first = await list(`${month.range}&types=task,external&limit=1&${ours}`);
    const rest = `cursor=${encodeURIComponent(first.nextCursor)}`;
    expect(idsOf(await list(`${month.range}&types=external,task&limit=1&${theirs}&${rest}`))).toEqual([`task:${task}`]);
    for (const event of all.items) {
      expect(expectSuccess("getCalendarEvent", await bia.call("GET", `/calendar/events/${event.id}`))).toEqual(event);
    }
  });

  test("gives every event of one instant once, whatever the page ends at", async () => {
    const month = newMonth();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.push((await create(meeting(month))).id, `task:${await addTask(month.at(10, 12))}`);
    }
    expect((await idsByPage(`${month.range}&limit=2`)).toSorted()).toEqual(ids.toSorted());
  });

  test("holds what reaches into the range, and nothing that only touches it", async () => {
    const month = newMonth();
    const { id } = await create(meeting(month, { startsAt: month.at(5), endsAt: month.at(7) }));
    const task = `task:${await addTask(month.at(7))}`;
    expect(await idsBetween(month.at(6), month.at(6, 13))).toEqual([id]);
    expect(await idsBetween(month.at(7), month.at(8))).toEqual([task]);
    expect(await idsBetween(month.at(4), month.at(5))).toEqual([]);
    expect(await idsBetween(month.at(6), month.at(7))).toEqual([id]);
  });

  it.each<[string, string, string[]]>([
    ["without a range", "", ["from", "to"]],
    ["from a day", "from=2040-01-01&to=2040-01-02T00:00:00Z", ["from"]],
    ["without a zone", "from=2040-01-01T00:00:00&to=2040-01-02T00:00:00Z", ["from"]],
    ["backwards", "from=2040-01-02T00:00:00Z&to=2040-01-01T00:00:00Z", ["to"]],
    ["of nothing", "from=2040-01-02T00:00:00Z&to=2040-01-02T00:00:00Z", ["to"]],
    ["of more than 92 days", "from=2040-01-01T00:00:00Z&to=2040-04-03T00:00:01Z", ["to"]],
    ["of an unknown type", "from=2040-01-01T00:00:00Z&to=2040-01-02T00:00:00Z&types=party", ["types"]],
    ["with a cursor of another list", "from=2040-01-01T00:00:00Z&to=2040-01-02T00:00:00Z&cursor=abc", ["cursor"]],
  ])("%s is refused", async (_, query, fields) => {
    const answer = await bia.call("GET", `/calendar/events?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  });

  test("may span 92 days, and is empty for a member who is nobody", async () => {
    const range = "from=2039-01-01T00:00:00Z&to=2039-04-03T00:00:00Z";
    expect((await list(range)).items).toEqual([]);
    expect((await list(`${range}&userIds=nobody`)).items).toEqual([]);
  });

  test("shows what others do elsewhere to nobody but them", async () => {
    const month = newMonth();
    const external = `external:${await addExternalEvent(api, caio, month.at(8), month.at(9))}`;
    expect(idsOf(await list(month.range))).toEqual([]);
    expect(idsOf(await list(`${month.range}&userIds=${caio.id}`))).toEqual([]);
    expect(idsOf(await list(month.range, caio))).toEqual([external]);
    expect((await bia.call("GET", `/calendar/events/${external}`)).status).toBe(404);
  });

  test("of a member limited to own data is their own, and no other's", async () => {
    const month = newMonth();
    const invited = await create(meeting(month, { dealSeq: deal.seq, attendees: [{ userId: caio.id }] }));
    const same = { userId: bia.id, contactId, title: "Mine too" };
    const kept = await caio.call("PATCH", `/calendar/events/${invited.id}`, { json: same });
    expect(expectSuccess("updateMeeting", kept)).toMatchObject(same);
    await bia.call("PATCH", `/calendar/events/${invited.id}`, { json: { title: invited.title } });
    const foreign = await create(meeting(month));
    await addTask(month.at(11), { assigneeUserId: caio.id });
    expect((await list(month.range, caio)).items).toEqual([invited]);
    expect((await list(`${month.range}&userIds=${caio.id}`, caio)).items).toEqual([invited]);
    for (const userIds of [bia.id, `${caio.id},${bia.id}`, "nobody"]) {
      const answer = await caio.call("GET", `/calendar/events?${month.range}&userIds=${userIds}`);
      expect([answer.status, answer.body.code]).toEqual([403, "FORBIDDEN"]);
    }
    const forBia = await caio.call("POST", "/calendar/events", { json: meeting(month, { userId: bia.id }) });
    expect([forBia.status, forBia.body.code]).toEqual([403, "FORBIDDEN"]);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const init = method === "PATCH" ? { json: { title: "Mine" } } : {};
      expect((await caio.call(method, `/calendar/events/${foreign.id}`, init)).status).toBe(404);
    }
    expect((await list(`${month.range}&userIds=${caio.id}`)).items).toMatchObject([
      { id: invited.id },
      { type: "task" },
    ]);
  });

  test("of one deal has what is planned with it, also in a colleague's calendar, for who may see the deal", async () => {
    const month = newMonth();
    const theirs = await addDeal(api, caio, await addContact(api));
    const meant = await create(meeting(month, { dealSeq: theirs.seq }));
    await create(meeting(month, { dealSeq: deal.seq }));
    await addTask(month.at(11));
    await addCadenceStep(api, bia, month.at(9));
    await addExternalEvent(api, bia, month.at(8), month.at(9));
    const ofTheirs = `${month.range}&dealSeq=${theirs.seq}`;
    for (const member of [bia, caio]) expect((await list(ofTheirs, member)).items).toEqual([meant]);
    expect((await list(`${month.range}&dealSeq=${deal.seq}`, caio)).items).toEqual([]);
    expect((await list(`${month.range}&dealSeq=${deal.seq}`)).items).toMatchObject([
      { type: "meeting", dealSeq: deal.seq },
      { type: "task", dealSeq: deal.seq },
    ]);
  });

  test("lets native meetings alone be changed", async () => {
    const month = newMonth();
    const ids = [
      `task:${await addTask(month.at(11))}`,
      `cadence_step:${await addCadenceStep(api, bia, month.at(9))}`,
      `external:${await addExternalEvent(api, bia, month.at(8), month.at(9))}`,
    ];
    for (const id of ids) {
      for (const answer of [
        await bia.call("PATCH", `/calendar/events/${id}`, { json: { title: "Mine" } }),
        await bia.call("DELETE", `/calendar/events/${id}`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
      }
    }
    expect((await list(month.range)).items).toHaveLength(3);
    for (const id of [
      "nothing",
      "task:nothing",
      "external:nothing",
      "cadence_step:nothing",
      "%00",
      "task:%00",
      "__proto__",
    ]) {
      for (const answer of [
        await bia.call("GET", `/calendar/events/${id}`),
        await bia.call("PATCH", `/calendar/events/${id}`, { json: { title: "Mine" } }),
        await bia.call("DELETE", `/calendar/events/${id}`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
      }
    }
  });

  test("belongs to its workspace", async () => {
    const month = newMonth();
    const { id } = await create(meeting(month));
    const key = await (await api.app.workspace(["API_ACCESS", "CALENDAR"])).addKey();
    expect((await api.call("GET", `/calendar/events/${id}`, { key })).status).toBe(404);
    expect((await api.call("GET", `/calendar/events?${month.range}`, { key })).body.data.items).toEqual([]);
    const off = await (await api.app.workspace()).addKey();
    const answer = await api.call("GET", `/calendar/events?${month.range}`, { key: off });
    expect([answer.status, answer.body.code]).toEqual([403, "FEATURE_DISABLED"]);
  });

  test("forgets the deal of a meeting, not the meeting, when the deal is gone", async () => {
    const month = newMonth();
    const gone = await addDeal(api, bia);
    const { id } = await create(meeting(month, { dealSeq: gone.seq }));
    await api.app.opened.db.deleteFrom("deals").where("id", "=", gone.id).execute();
    expect((await list(month.range)).items).toMatchObject([{ id, dealSeq: null }]);
  });
});
