import { describe, expect, it } from "vitest";
import type { Entry } from "../contract/entry.ts";
import type { GraphDefinition, GraphNode } from "../contract/definition.ts";
import { simulateWorkspace } from "./simulate-workspace.ts";
import type { Happening, WorkspaceAutomation, WorkspaceScenario } from "./types.ts";

const FROM = Date.parse("2026-01-05T09:00:00Z");
const at = (minute: number): string => new Date(FROM + minute * 60_000).toISOString();
const minuteOf = (instant: string | null): number | null =>
  instant === null ? null : (Date.parse(instant) - FROM) / 60_000;

const graphOf = (...steps: GraphNode[]): GraphDefinition => ({
  version: 2,
  nodes: [{ id: "start", type: "trigger" }, ...steps],
  edges: steps.map(({ id }, index) => ({ source: index === 0 ? "start" : (steps[index - 1]?.id ?? ""), target: id })),
});
const pause = (minutes: number): GraphNode => ({ id: "pause", type: "wait", config: { delaySeconds: minutes * 60 } });

const automation = (entry: Entry, graphDefinition: GraphDefinition): WorkspaceAutomation => ({
  id: "a",
  triggerType: "task_completed",
  scope: "global",
  pipelineId: null,
  stageId: null,
  triggerWindow: null,
  conditions: null,
  triggerConfig: { entry },
  graphDefinition,
});

const done = (minute: number, dealId: string | null = "d1", contactId: string | null = null): Happening => ({
  type: "event",
  event: "task_completed",
  at: at(minute),
  dealId,
  contactId,
});

const stop = (minute: number): Happening => ({ type: "event", event: "deal_won", at: at(minute), dealId: "d1" });

/** "1 completed", "2 run-live": the minute at which each run starts, and what becomes of it. */
function runsOf(entry: Entry, events: Happening[], waits = 0, rest: Partial<WorkspaceScenario> = {}): string[] {
  const { runs, error } = simulateWorkspace({
    automations: [automation(entry, graphOf(pause(waits)))],
    deals: ["d1", "d2", "d3"].map((id) => ({ id, contactId: `${id}-contact`, facts: {} })),
    contacts: [],
    events,
    from: at(0),
    until: at(100_000),
    ...rest,
  });
  expect(error).toBeNull();
  return runs.map((run) => `${minuteOf(run.startedAt)} ${run.refusal?.code ?? run.status}`);
}

const OK = "completed";

describe("a deal", () => {
  it.each<[string, Entry, number[], number, string[]]>([
    ["enters at each event", { again: "always" }, [1, 2], 5, [`1 ${OK}`, `2 ${OK}`]],
    ["enters once", { again: "once" }, [1, 2, 9000], 0, [`1 ${OK}`, "2 entered-before", "9000 entered-before"]],
    [
      "enters again after an hour",
      { again: "after", afterSeconds: 3600 },
      [1, 60, 61, 120],
      90,
      [`1 ${OK}`, "60 entered-lately", `61 ${OK}`, "120 entered-lately"],
    ],
    [
      "enters when its run is over",
      { again: "not_while_live" },
      [1, 5, 6, 7],
      5,
      [`1 ${OK}`, "5 run-live", "6 run-live", `7 ${OK}`],
    ],
    [
      "waits until nothing more happens",
      { settleSeconds: 600 },
      [1, 5, 14, 40],
      0,
      ["1 later-event", "5 later-event", `24 ${OK}`, `50 ${OK}`],
    ],
    ["puts its start off at the last moment", { settleSeconds: 600 }, [1, 11], 0, ["1 later-event", `21 ${OK}`]],
    [
      "enters once, after its last change",
      { again: "once", settleSeconds: 600 },
      [1, 5, 16],
      0,
      ["1 later-event", `15 ${OK}`, "16 entered-before"],
    ],
    [
      "counts the time from its start",
      { again: "after", afterSeconds: 3600, settleSeconds: 600 },
      [1, 70, 71],
      0,
      [`11 ${OK}`, "70 entered-lately", `81 ${OK}`],
    ],
    ["takes its turns", { perHour: 2 }, [1, 2, 3, 100], 0, [`1 ${OK}`, `31 ${OK}`, `61 ${OK}`, `100 ${OK}`]],
    [
      "enters once, though that is still to come",
      { again: "once", perHour: 1 },
      [1, 2, 3],
      0,
      [`1 ${OK}`, "2 entered-before", "3 entered-before"],
    ],
  ])("%s", (_, entry, minutes, waits, expected) => {
    expect(
      runsOf(
        entry,
        minutes.map((minute) => done(minute)),
        waits,
      ),
    ).toEqual(expected);
  });
});

describe("several deals", () => {
  it("enter each for itself", () => {
    const events = [done(1, "d1"), done(2, "d2"), done(3, "d1")];
    expect(runsOf({ again: "once" }, events)).toEqual([`1 ${OK}`, `2 ${OK}`, "3 entered-before"]);
  });

  it("take turns, in the order in which they settle", () => {
    const events = [done(1, "d1"), done(2, "d2"), done(3, "d3"), done(4, "d1")];
    expect(runsOf({ settleSeconds: 600, perHour: 2 }, events)).toEqual([
      "1 later-event",
      `12 ${OK}`,
      `42 ${OK}`,
      `72 ${OK}`,
    ]);
  });

  it("do not have more starts in any hour than there may be, and none is lost", () => {
    const events = Array.from({ length: 100 }, (_, index) => done(index / 10, `d${(index % 3) + 1}`));
    const starts = runsOf({ perHour: 7 }, events).map((run) => Number.parseFloat(run));
    expect(starts).toHaveLength(100);
    for (const from of starts) {
      expect(starts.filter((start) => start >= from && start < from + 60).length).toBeLessThanOrEqual(7);
    }
  });
});

describe("what is about no deal", () => {
  it("is its contact's", () => {
    const events = [done(1, null, "x"), done(2, null, "y"), done(3, null, "x"), done(4, "d1", "x")];
    expect(runsOf({ again: "once" }, events)).toEqual([`1 ${OK}`, `2 ${OK}`, "3 entered-before", `4 ${OK}`]);
  });

  it("is the automation's as a whole without a contact", () => {
    expect(runsOf({ again: "once" }, [done(1, null), done(2, null)])).toEqual([`1 ${OK}`, "2 entered-before"]);
  });
});

describe("a start that is stopped before it begins", () => {
  const stops = automation({}, graphOf({ id: "stop", type: "action", actionType: "stop_automations" }));
  const stopping: WorkspaceAutomation = { ...stops, id: "b", triggerType: "deal_won", triggerConfig: null };

  it.each<[string, Entry]>([
    ["settles", { again: "once", settleSeconds: 600 }],
    ["has its turn later", { again: "once", perHour: 1 }],
  ])("does not count, though it %s", (_, entry) => {
    const { runs } = simulateWorkspace({
      automations: [automation(entry, graphOf(pause(1))), stopping],
      deals: ["d1", "d2"].map((id) => ({ id, facts: {} })),
      contacts: [],
      events: [done(0, "d2"), done(1), stop(2), done(200), done(300)],
      from: at(0),
      until: at(1000),
    });
    const statuses = runs.filter(({ automationId, dealId }) => automationId === "a" && dealId === "d1");
    expect(statuses.map(({ status }) => status)).toEqual(["cancelled", OK, "skipped"]);
  });
});

it("tells with its event why it starts nothing, where that is asked for", () => {
  const scenario = {
    automations: [automation({ again: "once" }, graphOf(pause(1)))],
    deals: [{ id: "d1", facts: {} }],
    contacts: [],
    events: [done(1), done(2)],
    from: at(0),
    until: at(10),
  };
  const { events, runs } = simulateWorkspace(scenario, { explain: true });
  const reason = { code: "entered-before", params: { seen: at(1) } };
  expect(events[1]).toMatchObject({ started: ["r2"], refused: [{ automationId: "a", reason }] });
  expect(runs[1]).toMatchObject({ status: "skipped", refusal: reason, steps: [] });
});
