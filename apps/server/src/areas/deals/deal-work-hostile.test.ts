import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addContact, addDeal, addMember, type TestMember } from "../../app/testing/deal-work.ts";

let api: TestApi;
let bia: TestMember;
let deal: { id: string; seq: number };
let contactId: string;
let taskId: string;
let meetingId: string;
beforeAll(async () => {
  api = await startTestApi(["API_ACCESS", "CALENDAR"]);
  bia = await addMember(api, { role: "owner" });
  contactId = await addContact(api);
  deal = await addDeal(api, bia, contactId);
  const create = async (path: string, json: object) => (await bia.call("POST", path, { json })).body.data.id;
  taskId = await create(`/deals/${deal.seq}/tasks`, goodBodies().task);
  meetingId = await create("/calendar/events", goodBodies().meeting);
});
afterAll(() => api.app.close());

const goodBodies = () => ({
  note: { content: "x", attachments: [{ key: "k", name: "a", size: 1, mimeType: "text/plain" }] },
  tag: { name: "VIP", color: "#000000" },
  dealTag: { tagId: api.workspace.tagId },
  task: {
    title: "Call",
    description: "x",
    dueAt: "2030-01-01T00:00:00Z",
    assigneeUserId: bia.id,
    categoryName: "Phone",
    categoryColor: "#000000",
    done: true,
  },
  meeting: {
    title: "Visit",
    description: "x",
    startsAt: "2030-01-01T00:00:00Z",
    endsAt: "2030-01-01T01:00:00+00:30",
    allDay: false,
    userId: bia.id,
    dealSeq: deal.seq,
    contactId,
    attendees: [{ userId: bia.id, contactId, email: "a@b.example", name: "A" }],
    conferenceUrl: "https://a.example",
    location: "Here",
    status: "scheduled",
  },
});

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\0", "\ud800", "__proto__", "", " ", 1e308, -0, 2 ** 31, [], {}, [{}], null),
  fc.constantFrom("0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2016-12-31T23:59:60Z", "2030-01-01t00:00:00z"),
);

/** A good body with one of its members, at any depth, replaced or left out. */
function bent(value: unknown, place: number, change: unknown): unknown {
  if (typeof value !== "object" || value === null || place % 7 === 0) return change;
  const keys = Object.keys(value);
  const key = keys[place % keys.length];
  if (key === undefined) return change;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
  copy[key] = bent(copy[key], Math.floor(place / keys.length), change);
  return copy;
}

it.each<[string, keyof ReturnType<typeof goodBodies>, string, () => string]>([
  ["a note", "note", "POST", () => `/deals/${deal.seq}/notes`],
  ["a tag", "tag", "POST", () => "/tags"],
  ["a deal's tag", "dealTag", "POST", () => `/deals/${deal.seq}/tags`],
  ["a task", "task", "POST", () => `/deals/${deal.seq}/tasks`],
  ["a task's change", "task", "PATCH", () => `/deals/${deal.seq}/tasks/${taskId}`],
  ["a meeting", "meeting", "POST", () => "/calendar/events"],
  ["a meeting's change", "meeting", "PATCH", () => `/calendar/events/${meetingId}`],
])(
  "%s of any body at all is stored or refused by field, never a failure of ours",
  async (_, good, method, path) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), anything, async (place, change) => {
        const body = bent(goodBodies()[good], place, change);
        const answer = await bia.call(method, path(), { raw: JSON.stringify(body) });
        expect([200, 201, 400, 409]).toContain(answer.status);
        if (answer.body.code === "VALIDATION_ERROR") expect(answer.body.fieldErrors.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);
