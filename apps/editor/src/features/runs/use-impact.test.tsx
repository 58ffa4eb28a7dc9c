import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReactNode } from "react";
import { ClientProvider } from "../../data/client-provider.tsx";
import { useImpact } from "./use-impact.ts";

const session = { baseUrl: "http://crm.test", apiKey: "trk_test_0123456789abcdef0123456789abcdef" };
const Connected = ({ children }: { children: ReactNode }) => (
  <ClientProvider session={session}>{children}</ClientProvider>
);

/** What the service was asked, in order: each is answered when the test says so. */
let questions: ((answer: Response) => void)[] = [];
beforeEach(() => {
  questions = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => questions.push(resolve)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = (runs: number): Response => {
  const waiting = { nodeId: "pause", automationVersion: 1, runs, awaitingReply: 0, nextAttemptAt: null };
  return Response.json({ data: { waiting: runs === 0 ? [] : [waiting], versions: [] }, message: null });
};
const noSuchRoute = (): Response =>
  Response.json({ error: "No such route.", code: "NOT_FOUND", requestId: "r1" }, { status: 404 });

/** A builder of automation a1 whose draft is the last of `drafts`; `pushed` is what was pushed. */
function build({ automationId = "a1", isSound = true }: { automationId?: string | null; isSound?: boolean } = {}) {
  const pushed: string[] = [];
  const hook = renderHook(
    ({ draft, canPush }) =>
      useImpact({ automationId, canPush, isSound: () => isSound, push: () => void pushed.push(draft) }),
    { wrapper: Connected, initialProps: { draft: "first draft", canPush: true } },
  );
  const press = () => act(() => hook.result.current.push());
  let answered = 0;
  const answer = async (response: Response) => {
    await vi.waitFor(() => expect(questions.length).toBeGreaterThan(answered), 20_000);
    answered = questions.length;
    await act(async () => questions.at(-1)?.(response));
  };
  return { ...hook, pushed, press, answer, now: () => hook.result.current };
}

it("pushes once it is told that nobody waits, and says meanwhile that it is at work", async () => {
  const { press, answer, now, pushed } = build();
  press();
  expect(now().checking).toBe(true);
  expect(pushed).toEqual([]);
  await answer(told(0));
  await waitFor(() => expect(pushed).toEqual(["first draft"]));
  expect(now().checking).toBe(false);
});

it("asks the person first when an answer that comes late tells of waiting runs", async () => {
  const { press, answer, now, pushed } = build();
  press();
  await answer(told(2));
  await waitFor(() => expect(now().dialog.open).toBe(true));
  expect(now().dialog.waiting?.waiting).toMatchObject([{ nodeId: "pause", runs: 2 }]);
  expect(pushed).toEqual([]);
  act(() => now().dialog.onPush());
  expect(pushed).toEqual(["first draft"]);
});

it("asks anew at each press", async () => {
  const { press, answer, now, pushed } = build();
  press();
  await answer(told(1));
  await waitFor(() => expect(now().dialog.open).toBe(true));
  act(() => now().dialog.onClose());
  press();
  await answer(told(0));
  await waitFor(() => expect(pushed).toEqual(["first draft"]));
  expect(now().dialog.open).toBe(false);
  expect(questions).toHaveLength(2);
});

it("asks once, however often it is pressed", async () => {
  const { press, answer, pushed } = build();
  press();
  press();
  await answer(told(0));
  await waitFor(() => expect(pushed).toEqual(["first draft"]));
  expect(questions).toHaveLength(1);
});

it("pushes without asking when the answer does not come in time, and hears it no more", async () => {
  vi.useFakeTimers();
  const { press, answer, now, pushed } = build();
  press();
  await act(() => vi.advanceTimersByTimeAsync(2999));
  expect(pushed).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(pushed).toEqual(["first draft"]);
  expect(now().checking).toBe(false);
  await answer(told(2));
  expect(now().dialog.open).toBe(false);
});

it("pushes where the service has no such route", async () => {
  const { press, answer, pushed } = build();
  press();
  await answer(noSuchRoute());
  await waitFor(() => expect(pushed).toEqual(["first draft"]));
});

it("pushes what the draft has become meanwhile", async () => {
  const { press, answer, rerender, pushed } = build();
  press();
  rerender({ draft: "second draft", canPush: true });
  await answer(told(0));
  await waitFor(() => expect(pushed).toEqual(["second draft"]));
});

it("pushes nothing when there is nothing to push any more", async () => {
  const { press, answer, rerender, now, pushed } = build();
  press();
  rerender({ draft: "first draft", canPush: false });
  await answer(told(2));
  await waitFor(() => expect(now().checking).toBe(false));
  expect(now().dialog.open).toBe(false);
  expect(pushed).toEqual([]);
});

it("pushes nothing once its page is gone", async () => {
  const { press, answer, unmount, pushed } = build();
  press();
  unmount();
  await answer(told(0));
  expect(pushed).toEqual([]);
});

it.each([
  { what: "of an automation that was never pushed", given: { automationId: null } },
  { what: "of a draft that cannot be pushed", given: { isSound: false } },
])("asks nothing $what", ({ given }) => {
  const { press, now, pushed } = build(given);
  press();
  expect(pushed).toEqual(["first draft"]);
  expect(now().checking).toBe(false);
  expect(questions).toEqual([]);
});

it("asks nothing without a network", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { press, pushed } = build();
  press();
  expect(pushed).toEqual(["first draft"]);
  expect(questions).toEqual([]);
  vi.restoreAllMocks();
});
