import { createClient, type Client } from "@trilho/api-client";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { GivenClient } from "./client-provider.tsx";
import { sampleDeals, useDealSearch, useFoundDeals } from "./deals.ts";

/** What each page holds, by the search that it is asked with; the last one ends the list. */
const PAGES: Readonly<Record<string, number[][]>> = {
  "": [[1, 2], [], [3], []],
  ana: [[], [], [7]],
  all: Array.from({ length: 9 }, (_, page) => Array.from({ length: 8 }, (_item, index) => page * 8 + index)),
  // Never answered beyond its first page.
  endless: [[], []],
};

let server: Server;
let client: Client;
/** Searches with the number of the page that was asked for. */
let asked: string[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://here").searchParams;
    const [search, number] = [query.get("search") ?? "", Number(query.get("cursor") ?? 0)];
    asked.push(`${search} ${number}`);
    const pages = PAGES[search] ?? [];
    if (search === "endless" && number > 0) {
      response.once("close", () => asked.push(`${search} given up`));
      return;
    }
    const hasMore = number + 1 < pages.length;
    const items = (pages[number] ?? []).map((seq) => ({ seq }));
    const data = { items, nextCursor: hasMore ? String(number + 1) : null, hasMore };
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data, message: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  client = createClient({ baseUrl: `http://127.0.0.1:${port}/api/v1`, apiKey: "trk_test_key", retries: 0 });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const Service = ({ children }: { children: ReactNode }) => <GivenClient client={client}>{children}</GivenClient>;
const search = (text: string) =>
  renderHook(({ of }) => useDealSearch(of, true), { wrapper: Service, initialProps: { of: text } });
const found = (hook: ReturnType<typeof search>) => hook.result.current.data?.map(({ seq }) => seq);

describe("a search for deals", () => {
  it("goes on behind pages that are short or empty, to the end", async () => {
    const hook = search("ana");
    await waitFor(() => expect(found(hook)).toEqual([7]));
    expect(asked).toEqual(["ana 0", "ana 1", "ana 2"]);
  });

  it("ends when there are enough", async () => {
    const hook = search("all");
    await waitFor(() => expect(found(hook)).toHaveLength(20));
    expect(asked).toEqual(["all 0", "all 1", "all 2"]);
  });

  it("is given up for another text", async () => {
    const hook = search("endless");
    await waitFor(() => expect(asked).toEqual(["endless 0", "endless 1"]));
    hook.rerender({ of: "ana" });
    await waitFor(() => expect(found(hook)).toEqual([7]));
    await waitFor(() => expect(asked).toContain("endless given up"));
  });
});

const list = (text: string) => renderHook(() => useFoundDeals(text), { wrapper: Service });
const shown = (hook: ReturnType<typeof list>) =>
  hook.result.current.data?.pages.map(({ items }) => items.map(({ seq }) => seq));

describe("a list of deals", () => {
  it("goes on where it stopped, to the last deal", async () => {
    const hook = list("all");
    await waitFor(() => expect(shown(hook)?.map(({ length }) => length)).toEqual([24]));
    for (const pages of [2, 3]) {
      expect(hook.result.current.hasNextPage).toBe(true);
      await act(() => hook.result.current.fetchNextPage());
      await waitFor(() => expect(shown(hook)).toHaveLength(pages));
    }
    expect(hook.result.current.hasNextPage).toBe(false);
    expect(shown(hook)?.flat()).toEqual(Array.from({ length: 72 }, (_, index) => index));
    expect(asked).toEqual(Array.from({ length: 9 }, (_, page) => `all ${page}`));
  });

  it("passes over pages without deals", async () => {
    const hook = list("ana");
    await waitFor(() => expect(shown(hook)).toEqual([[7]]));
    expect(hook.result.current.hasNextPage).toBe(false);
  });
});

it("a sample of deals is read through short pages", async () => {
  const deals = await sampleDeals(client, null, new AbortController().signal, () => undefined);
  expect(deals.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});
