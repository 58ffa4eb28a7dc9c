import { useQueryClient } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { automationKeys } from "./automation-cache.ts";
import { beginWithList } from "./automation-list.ts";
import { ClientProvider } from "./client-provider.tsx";
import { beginWithDeal } from "./deal.ts";
import { askEarly, fetchEarly, isHere, LIST, pathsOfDeal } from "./early-answers.ts";

const session = { baseUrl: "https://crm.test", apiKey: "trk_1" };
const URL_OF_LIST = "https://crm.test/api/v1/automations/overview";
const asks = (apiKey = "trk_1", method = "GET") => ({ method, headers: { authorization: `Bearer ${apiKey}` } });

/** A network that numbers its answers. */
function network() {
  let count = 0;
  const send = vi.fn(async () => new Response(String((count += 1))));
  vi.stubGlobal("fetch", send);
  return send;
}
const read = async (answer: Promise<Response>): Promise<string> => (await answer).text();

afterEach(() => vi.unstubAllGlobals());

it("the first who asks for the list gets the answer that is on its way; the next one asks anew", async () => {
  const send = network();
  askEarly(session, [LIST]);
  expect(await read(fetchEarly(URL_OF_LIST, asks()))).toBe("1");
  expect(send).toHaveBeenCalledTimes(1);
  expect(await read(fetchEarly(URL_OF_LIST, asks()))).toBe("2");
});

it.each([
  ["another address", "https://crm.test/api/v1/pipelines", asks()],
  ["another key", URL_OF_LIST, asks("trk_2")],
  ["a change", URL_OF_LIST, asks("trk_1", "POST")],
])("%s is asked for by itself", async (_, url, init) => {
  network();
  askEarly(session, [LIST]);
  expect(await read(fetchEarly(url, init))).toBe("2");
});

it("a failure is told to whoever takes the answer, and to nobody else", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("No network");
  });
  askEarly(session, [LIST]);
  await expect(fetchEarly(URL_OF_LIST, asks())).rejects.toThrow("No network");
});

it("an answer that has no body is handed over as it is", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  askEarly(session, [LIST]);
  expect((await fetchEarly(URL_OF_LIST, asks())).status).toBe(204);
});

it("an answer that is cut short is a failure for whoever takes it", async () => {
  const cut = new ReadableStream({ start: (body) => body.error(new TypeError("Cut short")) });
  vi.stubGlobal("fetch", async () => new Response(cut));
  askEarly(session, [LIST]);
  await expect(fetchEarly(URL_OF_LIST, asks())).rejects.toThrow("Cut short");
  expect(isHere(session, LIST)).toBe(false);
});

const EqualSession = ({ children }: { children: ReactNode }) => (
  <ClientProvider session={{ ...session }}>{children}</ClientProvider>
);

/** What is known where an equal session is drawn first. */
const known = (key: readonly unknown[]): unknown =>
  renderHook(() => useQueryClient().getQueryData(key), { wrapper: EqualSession }).result.current;

describe("before anything is drawn", () => {
  it("a list that has arrived is known", async () => {
    const list = { memberId: "ana", items: [] };
    vi.stubGlobal("fetch", async () => Response.json({ success: true, message: "OK", data: list, timestamp: "" }));
    askEarly(session, [LIST]);
    await vi.waitFor(() => expect(isHere(session, LIST)).toBe(true));
    await beginWithList(session);
    expect(known(automationKeys.overview)).toEqual(list);
  });

  it.each<[string, () => Promise<Response>]>([
    ["is still on its way", () => new Promise(() => undefined)],
    ["may be asked for later", async () => new Response("{}", { status: 429, headers: { "retry-after": "90" } })],
  ])("nobody waits for a list that %s", async (_, answer) => {
    vi.stubGlobal("fetch", async (url: string) => (url.endsWith(LIST) ? answer() : Response.json({})));
    askEarly(session, [LIST, "/pipelines"]);
    await vi.waitFor(() => expect(isHere(session, "/pipelines")).toBe(true));
    expect(isHere(session, LIST)).toBe(false);
    await beginWithList(session);
    expect(known(automationKeys.overview)).toBeUndefined();
  });

  it("of a deal, what has arrived is known, and nobody waits for the rest", async () => {
    const [of = "", timeline = ""] = pathsOfDeal(41);
    const answer = async (url: string) =>
      url.endsWith(timeline) ? new Promise(() => undefined) : Response.json({ data: { seq: 41 } });
    vi.stubGlobal("fetch", answer);
    askEarly(session, pathsOfDeal(41));
    await vi.waitFor(() => expect(isHere(session, of)).toBe(true));
    await beginWithDeal(session, 41);
    expect(known(["deals", "one", 41, "deal"])).toEqual({ seq: 41 });
    expect(known(["deals", "one", 41, "timeline"])).toBeUndefined();
  });
});
