import { expectSuccess, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addContact, addDeal, addMember, type TestMember } from "../../../app/testing/deal-work.ts";
import type { Answer } from "../../../app/testing/test-app.ts";

/** A server with two members, of whom Caio sees own data alone, and a deal of Bia's. */
export interface CalendarApi {
  api: TestApi;
  bia: TestMember;
  caio: TestMember;
  contactId: string;
  deal: { id: string; seq: number };
  /** Each expects success and answers the resource; calls are Bia's, unless said otherwise. */
  create(json: object): Promise<Answer["body"]>;
  list(query: string, by?: TestMember): Promise<Answer["body"]>;
}

export async function startCalendarApi(): Promise<CalendarApi> {
  const api = await startTestApi(["API_ACCESS", "CALENDAR"]);
  const [bia, caio] = [
    await addMember(api, { name: "Bia" }),
    await addMember(api, { name: "Caio", visibility: "own" }),
  ];
  const contactId = await addContact(api, "Davi");
  return {
    api,
    bia,
    caio,
    contactId,
    deal: await addDeal(api, bia, contactId),
    create: async (json) => expectSuccess("createMeeting", await bia.call("POST", "/calendar/events", { json })),
    list: async (query, by = bia) =>
      expectSuccess("listCalendarEvents", await by.call("GET", `/calendar/events?${query}`)),
  };
}

/** A month of its own for each test: an instant by its day and hour, and the range of its first 28 days. */
export interface Month {
  at(day: number, hour?: number): string;
  range: string;
}

let months = 0;
export function newMonth(): Month {
  months += 1;
  const first = new Date(Date.UTC(2040, months, 1));
  const at = (day: number, hour = 12) => new Date(first.getTime() + ((day - 1) * 24 + hour) * 3_600_000).toISOString();
  return { at, range: `from=${at(1, 0)}&to=${at(29, 0)}` };
}

/** What is sent for a meeting on the tenth, from 12:00 to 13:00 UTC. */
export const meeting = ({ at }: Month, change: object = {}) => ({
  title: "Visit",
  startsAt: at(10, 12),
  endsAt: at(10, 13),
  ...change,
});
