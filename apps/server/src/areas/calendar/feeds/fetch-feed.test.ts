import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createFeedFetcher, type FeedFetcher } from "./fetch-feed.ts";
import { startRemoteCalendar, type RemoteCalendar } from "./testing/remote-calendar.ts";

let remote: RemoteCalendar;
let fetcher: FeedFetcher;
beforeAll(async () => {
  remote = await startRemoteCalendar();
  fetcher = createFeedFetcher({ allowPrivate: true });
});
afterEach(() => {
  remote.requests.length = 0;
});
afterAll(async () => {
  await fetcher.close();
  await remote.close();
});

const UNKNOWN = { etag: null, lastModified: null };
const failed = (problem: string) => ({ kind: "failed", problem });
/** Leads so many times elsewhere, then answers. */
const leadOn = (status: number, times: number) => {
  let left = times;
  remote.answer = (_, response) => {
    if (left === 0) return response.writeHead(200).end("content");
    left -= 1;
    return response.writeHead(status, { location: `next-${left}` }).end();
  };
};

describe("the address of a calendar", () => {
  it.each([
    [301, 1],
    [302, 1],
    [303, 1],
    [307, 1],
    [308, 1],
    [302, 3],
  ])("that leads elsewhere with %i, %i times, is followed", async (status, times) => {
    leadOn(status, times);
    expect(await fetcher.fetch(remote.url, UNKNOWN)).toEqual({ kind: "content", text: "content", ...UNKNOWN });
    expect(remote.requests).toHaveLength(times + 1);
  });

  it("is followed three times, and no further", async () => {
    leadOn(302, 4);
    expect(await fetcher.fetch(remote.url, UNKNOWN)).toEqual(failed("Its address leads nowhere."));
    expect(remote.requests).toHaveLength(4);
  });

  it.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["what is no address", { location: "http://" }],
    ["what is not read by HTTP", { location: "ftp://calendar.example/a.ics" }],
  ])("that leads to %s leads nowhere", async (_, headers) => {
    remote.answer = (__, response) => response.writeHead(302, headers).end();
    expect(await fetcher.fetch(remote.url, UNKNOWN)).toEqual(failed("Its address leads nowhere."));
    expect(remote.requests).toHaveLength(1);
  });

  it.each([204, 300, 404, 500])("that answers %i has no content", async (status) => {
    remote.answer = (_, response) => response.writeHead(status, { location: "/next" }).end();
    expect(await fetcher.fetch(remote.url, UNKNOWN)).toEqual(failed(`Its address answers ${status}.`));
  });

  it.each<[{ etag: string | null; lastModified: string | null }, object]>([
    [UNKNOWN, {}],
    [{ ...UNKNOWN, etag: '"a"' }, { "if-none-match": '"a"' }],
    [
      { ...UNKNOWN, lastModified: "Mon, 01 Mar 2027 00:00:00 GMT" },
      { "if-modified-since": "Mon, 01 Mar 2027 00:00:00 GMT" },
    ],
  ])("is asked for what is other than %j", async (known, sent) => {
    remote.publish("content", { etag: '"b"', "last-modified": "Tue, 02 Mar 2027 00:00:00 GMT" });
    const marks = { etag: '"b"', lastModified: "Tue, 02 Mar 2027 00:00:00 GMT" };
    expect(await fetcher.fetch(remote.url, known)).toEqual({ kind: "content", text: "content", ...marks });
    const { "if-none-match": etag, "if-modified-since": since, ...rest } = remote.requests[0] ?? {};
    const conditions = { ...(etag && { "if-none-match": etag }), ...(since && { "if-modified-since": since }) };
    expect([conditions, rest["accept"], rest["user-agent"]]).toEqual([sent, "text/calendar", "Trilho"]);
    remote.answer = (_, response) => response.writeHead(304).end();
    expect(await fetcher.fetch(remote.url, known)).toEqual({ kind: "unchanged" });
  });
});
