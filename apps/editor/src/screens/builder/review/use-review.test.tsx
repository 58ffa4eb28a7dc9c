import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReactNode } from "react";
import { ClientProvider } from "../../../data/client-provider.tsx";
import { blankDraft } from "../../../document/draft/draft.ts";
import { useReview } from "./use-review.ts";

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

/** Of a service where so many runs wait. */
const told = (runs: number, toVersion = 2): Response => {
  const group = { version: 1, nodeId: "pause", phase: "sleeping", future: "same", runs, nextAttemptAt: null };
  const groups = runs === 0 ? [] : [{ ...group, at: null, changes: [], reason: null }];
  return Response.json({ data: { toVersion, groups, versions: [], latest: null }, message: null });
};
const noSuchRoute = (): Response =>
  Response.json({ error: "No such route.", code: "NOT_FOUND", requestId: "r1" }, { status: 404 });

interface Given {
  stored?: { id: string; enabled: boolean } | null;
  isSound?: boolean;
  hasWarnings?: boolean;
}

/** A builder of automation a1, which is off, whose draft has the last of these names; `published` is what was published. */
function build({ stored = { id: "a1", enabled: false }, isSound = true, hasWarnings = false }: Given = {}) {
  const published: string[] = [];
  const notes: string[] = [];
  const hook = renderHook(
    ({ draft, canPublish }) =>
      useReview({
        stored,
        baseVersion: 1,
        draft,
        canPublish,
        hasWarnings: () => hasWarnings,
        isSound: () => isSound,
        way: "publish",
        publish: (note) => {
          published.push(draft.settings.name);
          notes.push(note);
        },
      }),
    { wrapper: Connected, initialProps: { draft: blankDraft("first draft"), canPublish: true } },
  );
  const press = () => act(() => hook.result.current.publish());
  let answered = 0;
  const answer = async (response: Response) => {
    await vi.waitFor(() => expect(questions.length).toBeGreaterThan(answered), 20_000);
    answered = questions.length;
    await act(async () => questions.at(-1)?.(response));
  };
  return { ...hook, published, notes, press, answer, now: () => hook.result.current };
}

it("publishes once it is told that nobody waits, and says meanwhile that it is at work", async () => {
  const { press, answer, now, published } = build();
  press();
  expect(now().checking).toBe(true);
  expect(published).toEqual([]);
  await answer(told(0));
  await waitFor(() => expect(published).toEqual(["first draft"]));
  expect(now().checking).toBe(false);
});

it("asks the person first when an answer that comes late tells of waiting runs", async () => {
  const { press, answer, now, published } = build();
  press();
  await answer(told(2));
  await waitFor(() => expect(now().dialog.open).toBe(true));
  expect(now().dialog.preview?.groups).toMatchObject([{ nodeId: "pause", runs: 2 }]);
  expect(published).toEqual([]);
});

it("asks anew at each press", async () => {
  const { press, answer, now, published } = build();
  press();
  await answer(told(1));
  await waitFor(() => expect(now().dialog.open).toBe(true));
  act(() => now().dialog.close());
  press();
  await answer(told(0));
  await waitFor(() => expect(published).toEqual(["first draft"]));
  expect(now().dialog.open).toBe(false);
  expect(questions).toHaveLength(2);
});

it("keeps what was answered while the draft is the same", async () => {
  const draft = blankDraft("mine");
  const { now, rerender } = build();
  const answers = { note: "Shorter", choices: new Map([["pause", { choice: "move" as const, limit: 100 }]]) };
  rerender({ draft, canPublish: true });
  act(() => now().dialog.onAnswers(answers));
  act(() => now().dialog.close());
  expect(now().dialog.answers).toEqual(answers);
  rerender({ draft: blankDraft("another"), canPublish: true });
  expect(now().dialog.answers).toEqual({ note: "", choices: new Map() });
});

it("says of a restored draft which version it was, unless it is changed", async () => {
  const draft = blankDraft("as it was");
  const { now, press, answer, notes, rerender } = build();
  rerender({ draft, canPublish: true });
  act(() => now().proposeNote(draft, "Restored from version 2"));
  expect(now().dialog.answers.note).toBe("Restored from version 2");
  press();
  await answer(told(0));
  await waitFor(() => expect(notes).toEqual(["Restored from version 2"]));
  rerender({ draft: blankDraft("changed since"), canPublish: true });
  press();
  await answer(told(0));
  await waitFor(() => expect(notes).toEqual(["Restored from version 2", ""]));
});

it.each([
  { what: "a new automation", stored: null },
  { what: "one for which nobody waits", stored: { id: "a1", enabled: false } },
])("shows of $what what it is warned of before publishing", async ({ stored }) => {
  const { press, answer, now, published } = build({ stored, hasWarnings: true });
  press();
  if (stored !== null) await answer(told(0));
  await waitFor(() => expect(now().warned.open).toBe(true));
  expect([published, now().dialog.open]).toEqual([[], false]);
  act(() => now().warned.close());
  expect(now().warned.open).toBe(false);
});

it("asks nothing of warnings where the draft cannot be published: that is told first", () => {
  const { press, now, published } = build({ stored: null, hasWarnings: true, isSound: false });
  press();
  expect(published).toEqual(["first draft"]);
  expect(now().warned.open).toBe(false);
});

it("asks once, however often it is pressed", async () => {
  const { press, answer, published } = build();
  press();
  press();
  await answer(told(0));
  await waitFor(() => expect(published).toEqual(["first draft"]));
  expect(questions).toHaveLength(1);
});

it("publishes without asking when the answer does not come in time, and hears it no more", async () => {
  vi.useFakeTimers();
  const { press, answer, now, published } = build();
  press();
  await act(() => vi.advanceTimersByTimeAsync(2999));
  expect(published).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(published).toEqual(["first draft"]);
  expect(now().checking).toBe(false);
  await answer(told(2));
  expect(now().dialog.open).toBe(false);
});

it("publishes where the service has no such route", async () => {
  const { press, answer, published } = build();
  press();
  await answer(noSuchRoute());
  await waitFor(() => expect(published).toEqual(["first draft"]));
});

it.each([
  { what: "an automation that is on", given: { stored: { id: "a1", enabled: true } }, press: "publish" as const },
  { what: "what a person wants to look at", given: {}, press: "review" as const },
])("shows $what before publishing, whether or not runs wait", async ({ given, press }) => {
  const { answer, now, published } = build(given);
  act(() => now()[press]());
  await answer(told(0));
  await waitFor(() => expect(now().dialog.open).toBe(true));
  expect(published).toEqual([]);
});

it("shows an automation that is on also where the service does not say who waits", async () => {
  const { press, answer, now } = build({ stored: { id: "a1", enabled: true } });
  press();
  await answer(noSuchRoute());
  await waitFor(() => expect(now().dialog.open).toBe(true));
  expect(now().dialog.preview).toBeNull();
});

it("leaves it to the publish to say that somebody else published meanwhile", async () => {
  const { press, answer, published } = build({ stored: { id: "a1", enabled: true } });
  press();
  await answer(told(2, 3));
  await waitFor(() => expect(published).toEqual(["first draft"]));
});

it("publishes what the draft has become meanwhile", async () => {
  const { press, answer, rerender, published } = build();
  press();
  rerender({ draft: blankDraft("second draft"), canPublish: true });
  await answer(told(0));
  await waitFor(() => expect(published).toEqual(["second draft"]));
});

it("publishes nothing when there is nothing to publish any more", async () => {
  const { press, answer, rerender, now, published } = build();
  press();
  rerender({ draft: blankDraft("first draft"), canPublish: false });
  await answer(told(2));
  await waitFor(() => expect(now().checking).toBe(false));
  expect(now().dialog.open).toBe(false);
  expect(published).toEqual([]);
});

it("publishes nothing once its page is gone", async () => {
  const { press, answer, unmount, published } = build();
  press();
  unmount();
  await answer(told(0));
  expect(published).toEqual([]);
});

it.each([
  { what: "of an automation that was never published", given: { stored: null } },
  { what: "of a draft that cannot be published", given: { isSound: false } },
])("asks nothing $what", ({ given }) => {
  const { press, now, published } = build(given);
  press();
  expect(published).toEqual(["first draft"]);
  expect(now().checking).toBe(false);
  expect(questions).toEqual([]);
});

it("asks nothing without a network", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { press, published } = build();
  press();
  expect(published).toEqual(["first draft"]);
  expect(questions).toEqual([]);
  vi.restoreAllMocks();
});
