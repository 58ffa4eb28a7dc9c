import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientProvider } from "./client-provider.tsx";
import { useWaitingRuns } from "./runs.ts";

const session = { baseUrl: "http://crm.test", apiKey: "trk_test_0123456789abcdef0123456789abcdef" };
const Service = ({ children }: { children: ReactNode }) => (
  <ClientProvider session={session}>{children}</ClientProvider>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

let asked: number;
beforeEach(() => {
  asked = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("are counted anew while nobody does anything, and wherever they are shown at once", async () => {
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    const waiting = [{ nodeId: "ask", automationVersion: 1, runs: asked, awaitingReply: 0, nextAttemptAt: null }];
    return Response.json({ data: { from: "", to: "", runs: 0, byStatus: [], ways: [], waiting }, message: null });
  });
  const { result } = renderHook(() => [useWaitingRuns("a1"), useWaitingRuns("a1")], { wrapper: Service });
  await pass(100);
  const shown = () => result.current.map(({ data }) => data?.map(({ runs }) => runs));
  expect(shown()).toEqual([[1], [1]]);
  await pass(15_000);
  expect(shown()).toEqual([[2], [2]]);
});

it("are asked for once of a service that does not count", async () => {
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return Response.json({ code: "NOT_FOUND", message: "no such route" }, { status: 404 });
  });
  const { result } = renderHook(() => useWaitingRuns("a1"), { wrapper: Service });
  await pass(100);
  expect(result.current.isError).toBe(true);
  await pass(60_000);
  expect(asked).toBe(1);
});
