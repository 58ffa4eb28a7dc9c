import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import type { Answer } from "../../app/testing/test-app.ts";

const TO = "+5511911110001";
/** One a minute, from noon; the fourth and fifth at the same time. */
const TIMES = [0, 1, 2, 3, 3, 4, 5].map((minute) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString());
const WORDS = TIMES.map((_, index) => `Message ${index + 1}`);

let api: TestApi;
let conversationId: string;
let channelIds: string[];
beforeAll(async () => {
  api = await startTestApi();
  channelIds = [await addChannel(api), await addChannel(api, { name: "Support", isDefault: false })];
  for (const [index, text] of WORDS.entries()) {
    const json = { to: TO, text, channelId: channelIds[index % 2] };
    const { data } = (await api.call("POST", "/conversations/messages", { json })).body;
    ({ conversationId } = data);
    const sent_at = new Date(TIMES[index] ?? 0);
    await api.app.opened.db.updateTable("messages").set({ sent_at }).where("id", "=", data.id).execute();
  }
});
afterAll(() => api.app.close());

const read = (query: string, key = conversationId) => api.call("GET", `/conversations/${key}/messages${query}`);
const page = async (query: string): Promise<{ words: string[]; next: string; hasMore: boolean }> => {
  const { items, nextCursor, hasMore } = expectSuccess("listConversationMessages", await read(query));
  return { words: items.map(({ body }: Answer["body"]) => body), next: encodeURIComponent(nextCursor ?? ""), hasMore };
};

describe("the history of a conversation", () => {
  it("is read backwards from the newest message, chronological within a page", async () => {
    const first = await page("?limit=3");
    expect(first.words).toEqual(WORDS.slice(4));
    const second = await page(`?limit=3&cursor=${first.next}`);
    expect(second.words).toEqual(WORDS.slice(1, 4));
    const third = await page(`?limit=3&cursor=${second.next}`);
    expect(third).toEqual({ words: WORDS.slice(0, 1), next: "", hasMore: false });
  });

  it("is read forward with `since`, which is inclusive", async () => {
    const since = `since=${TIMES[3]}`;
    const first = await page(`?${since}&limit=1`);
    expect(first.words).toEqual(["Message 4"]);
    const second = await page(`?${since}&limit=2&cursor=${first.next}`);
    expect(second.words).toEqual(["Message 5", "Message 6"]);
    const third = await page(`?${since}&limit=2&cursor=${second.next}`);
    expect(third).toEqual({ words: ["Message 7"], next: "", hasMore: false });
  });

  it("with a cursor but without its `since` goes back to reading backwards", async () => {
    const { next } = await page(`?since=${TIMES[2]}&limit=2`);
    expect((await page(`?cursor=${next}&limit=2`)).words).toEqual(["Message 2", "Message 3"]);
  });

  it("can be of one channel, and is found by phone", async () => {
    expect((await page(`?channelId=${channelIds[1]}`)).words).toEqual(["Message 2", "Message 4", "Message 6"]);
    expect((await page("?channelId=none")).words).toEqual([]);
    const byPhone = await read("", encodeURIComponent(TO));
    expect(byPhone.body.data.items).toHaveLength(WORDS.length);
  });

  it("tells times with an offset as well", async () => {
    expect((await page(`?since=${encodeURIComponent("2026-01-01T09:05:00-03:00")}`)).words).toEqual(["Message 7"]);
    expect((await page("?since=2100-01-01T00:00:00Z")).words).toEqual([]);
  });

  it.each(["2026-01-01", "noon", "", "2026-01-01T12:00:00", "2016-12-31T23:59:60Z", "2026-13-01T00:00:00Z"])(
    "refuses %j as `since`",
    async (since) => {
      const answer = await read(`?since=${encodeURIComponent(since)}`);
      expect([answer.status, answer.body.code, fieldsOf(answer)]).toEqual([400, "VALIDATION_ERROR", ["since"]]);
    },
  );

  it("refuses a cursor with another `since` than its own, however its own is written", async () => {
    const { next } = await page(`?since=${TIMES[2]}&limit=2`);
    const same = encodeURIComponent("2026-01-01T09:02:00-03:00");
    expect((await page(`?since=${same}&limit=1&cursor=${next}`)).words).toEqual(["Message 5"]);
    const { next: backward } = await page("?limit=2");
    for (const query of [`?since=${TIMES[1]}&cursor=${next}`, `?since=${TIMES[2]}&cursor=${backward}`]) {
      const answer = await read(query);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["cursor"]]);
    }
  });

  it("refuses cursors of another channel or conversation", async () => {
    const { next } = await page("?limit=2");
    const json = { to: "+5511922220000", text: "Elsewhere" };
    const other = (await api.call("POST", "/conversations/messages", { json })).body.data.conversationId;
    for (const [query, key] of [
      [`?cursor=${next}&channelId=${channelIds[0]}`, conversationId],
      [`?cursor=${next}`, other],
      ["?cursor=abc", conversationId],
    ] as const) {
      const answer = await read(query, key);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["cursor"]]);
    }
  });
});
