import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { expectSuccess, fieldsOf, type TestApi } from "../../app/testing/api.ts";
import { addCadenceStep, addExternalEvent } from "../../app/testing/calendar.ts";
import { addContact, addDeal, type TestMember } from "../../app/testing/deal-work.ts";
import { meeting, newMonth, startCalendarApi, type CalendarApi } from "./testing/calendar-api.ts";

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
