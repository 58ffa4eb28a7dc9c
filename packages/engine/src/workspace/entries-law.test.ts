import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Entry } from "../contract/entry.ts";
import { simulateWorkspace } from "./simulate-workspace.ts";

const MINUTE = 60_000;
const FROM = Date.parse("2026-01-05T09:00:00Z");
const iso = (minute: number): string => new Date(FROM + minute * MINUTE).toISOString();

/** Minutes from the beginning. */
interface Happened {
  minute: number;
  dealId: string;
}

const minutes = fc.constantFrom(null, 1, 2, 5, 20);
const entries: fc.Arbitrary<Entry> = fc
  .record({
    again: fc.constantFrom("always" as const, "once" as const, "after" as const, "not_while_live" as const),
    after: fc.constantFrom(1, 3, 10, 60),
    settle: minutes,
    perHour: fc.constantFrom(null, 1, 6, 7, 60),
  })
  .map(({ again, after, settle, perHour }) => ({
    again,
    ...(again === "after" && { afterSeconds: after * 60 }),
    ...(settle !== null && { settleSeconds: settle * 60 }),
    ...(perHour !== null && { perHour }),
  }));
const happened = fc
  .array(fc.record({ minute: fc.nat({ max: 40 }), dealId: fc.constantFrom("a", "b", "c") }), { maxLength: 25 })
  .map((list) => list.toSorted((one, other) => one.minute - other.minute));

/** What the guide says, counted anew at every event from the list of all that came before. */
interface Counted {
  dealId: string;
  at: number;
  /** Until when it settles; null once it has, and where nothing does. */
  until: number | null;
  start: number | null;
  why: string | null;
}

function count(entry: Entry, events: readonly Happened[], lasts: number): Counted[] {
  const { again, afterSeconds, settleSeconds, perHour } = entry;
  const gap = typeof perHour === "number" ? Math.ceil((60 * MINUTE) / perHour) : null;
  const all: Counted[] = [];
  const place = (now: number): number => {
    const starts = all.flatMap(({ start }) => (start === null ? [] : [start]));
    return gap === null || starts.length === 0 ? now : Math.max(now, Math.max(...starts) + gap);
  };
  const settle = (before: number): void => {
    const ready = all.filter(({ until }) => until !== null && until < before);
    for (const run of ready.toSorted((one, other) => (one.until ?? 0) - (other.until ?? 0))) {
      run.start = place(run.until ?? 0);
      run.until = null;
    }
  };
  for (const { minute, dealId } of events) {
    const at = minute * MINUTE;
    settle(at);
    const own = all.filter((run) => run.dealId === dealId);
    const starts = own.flatMap(({ start }) => (start === null ? [] : [start]));
    const run: Counted = { dealId, at, until: null, start: null, why: null };
    if (again === "once" && starts.length > 0) run.why = "entered-before";
    if (again === "after" && starts.some((start) => start + Number(afterSeconds) * 1000 > at))
      run.why = "entered-lately";
    if (again === "not_while_live" && starts.some((start) => start + lasts >= at)) run.why = "run-live";
    if (run.why === null) {
      for (const other of own.filter(({ until }) => until !== null))
        Object.assign(other, { until: null, why: "later-event" });
      if (typeof settleSeconds === "number") run.until = at + settleSeconds * 1000;
      else run.start = place(at);
    }
    all.push(run);
  }
  settle(Number.POSITIVE_INFINITY);
  return all;
}

it("any events enter, or not, as they do where all earlier ones are counted anew", () => {
  fc.assert(
    fc.property(entries, happened, fc.constantFrom(1, 4, 15), (entry, events, waits) => {
      const { runs, error } = simulateWorkspace({
        automations: [
          {
            id: "only",
            triggerType: "task_completed",
            scope: "global",
            pipelineId: null,
            stageId: null,
            triggerWindow: null,
            conditions: null,
            triggerConfig: { entry },
            graphDefinition: {
              version: 2,
              nodes: [
                { id: "start", type: "trigger" },
                { id: "pause", type: "wait", config: { delaySeconds: waits * 60 } },
              ],
              edges: [{ source: "start", target: "pause" }],
            },
          },
        ],
        deals: ["a", "b", "c"].map((id) => ({ id, facts: {} })),
        contacts: [],
        events: events.map(({ minute, dealId }) => ({
          type: "event",
          event: "task_completed",
          at: iso(minute),
          dealId,
        })),
        from: iso(0),
        until: iso(5000),
      });
      expect(error).toBeNull();
      const told = runs.map(({ dealId, startedAt, refusal, status }) => ({
        dealId,
        ...(refusal === undefined ? { start: Date.parse(startedAt) - FROM, status } : { why: refusal.code }),
      }));
      const expected = count(entry, events, waits * MINUTE).map(({ dealId, start, why }) => ({
        dealId,
        ...(why === null ? { start, status: "completed" } : { why }),
      }));
      expect(told).toEqual(expected);
    }),
    { numRuns: 5000 },
  );
});
