import type { JsonObject } from "@trilho/engine";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import { insertCase, runCases, type RunCase } from "../../testing/run-cases.ts";
import { openVirtualClock, type VirtualClock } from "../../testing/virtual-clock.ts";
import { createVirtualRuns, simulated, type VirtualRuns } from "../../testing/virtual-runs.ts";

/** More of them by TRILHO_PROOF_GRAPHS. */
const GRAPHS = Number(process.env["TRILHO_PROOF_GRAPHS"] ?? 100);
const MS_PER_GRAPH = 2000;

/** Few of the generated runs get an answer: these are always among them. */
const ANSWERED = ["inside", "outside"] as const;

const answered = (where: RunCase["where"]): RunCase => ({
  where,
  graph: {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      {
        id: "ask",
        type: "action",
        actionType: "send_whatsapp",
        config: { text: "?", awaitReply: true, replyTimeoutSeconds: 3600, buttons: [{ id: "yes", label: "Yes" }] },
      },
      { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: ["t2"] } },
    ],
    edges: [
      { id: "e1", source: "start", target: "ask", sourceHandle: "next" },
      { id: "e2", source: "ask", target: "tag", sourceHandle: "btn_yes" },
    ],
  },
  scenario: {
    startAt: "2026-03-02T12:00:00Z",
    outcomes: { ask: { type: "reply", afterSeconds: 60, reply: { buttonId: "yes" }, further: FURTHER } },
    facts: { deal: { stageId: "s1", responsibleUserId: "u1", coOwnerUserId: null, customFields: {}, daysInStage: 0 } },
  },
});
const FURTHER = [{ afterSeconds: 30, reply: { text: "sooner" } }];

/** Nor do many come to a wait that lasts until something. */
const UNTIL: readonly [until: JsonObject, expectedCloseAt: string | null][] = [
  [{ kind: "field", field: "deal.expectedCloseAt", offsetDays: -2, at: "09:00" }, "2026-03-29T01:30:00.000Z"],
  [{ kind: "field", field: "deal.expectedCloseAt", offsetDays: 1, at: null }, "2026-03-27T01:30:00.000Z"],
  [{ kind: "field", field: "deal.expectedCloseAt", offsetDays: 0, at: "09:00" }, null],
  [{ kind: "field", field: "deal.expectedCloseAt", offsetDays: 0, at: "09:00" }, "2020-01-01T00:00:00.000Z"],
  [{ kind: "weekday", days: [7], at: "01:30" }, null],
  [{ kind: "opening" }, null],
];

const waiting = ([until, expectedCloseAt]: (typeof UNTIL)[number]): RunCase => {
  const { graph, scenario } = answered("inside");
  const pause = { id: "pause", type: "wait" as const, config: { delaySeconds: 3600, until } };
  const deal = { ...scenario.facts.deal, expectedCloseAt };
  return {
    where: "inside",
    graph: {
      version: 2,
      nodes: [...graph.nodes.filter(({ id }) => id !== "ask"), pause],
      edges: [
        { id: "e1", source: "start", target: "pause", sourceHandle: "next" },
        { id: "e2", source: "pause", target: "tag", sourceHandle: "next" },
      ],
    },
    scenario: {
      startAt: "2026-03-26T22:30:00Z",
      timeZone: "Europe/Lisbon",
      businessHours: { timeZone: "Europe/Lisbon", days: [{ weekday: 7, from: "01:30", to: "12:30" }] },
      facts: { deal },
    },
  };
};

let opened: TestStore;
let clock: VirtualClock;
let runs: VirtualRuns;

beforeAll(async () => {
  opened = await openTestStore();
  clock = await openVirtualClock(opened);
  runs = createVirtualRuns(clock, opened.serverSecret);
});
afterAll(async () => {
  await clock.close();
  await opened.close();
});

describe("what was simulated is what runs", () => {
  it(
    "step by step, whatever the graph and however the world answers, also when round robins go on",
    () =>
      fc.assert(
        fc.asyncProperty(runCases, async (first) => {
          const rows = await insertCase(opened.db, first);
          const { roundRobin, ...story } = simulated(first);
          expect(await runs.play(first, rows)).toEqual(story);
          // The second run of the automation finds the deal as the first one left it, so it is about another one.
          const second = { ...first, scenario: { ...first.scenario, ...(roundRobin && { roundRobin }) } };
          const other = await insertCase(opened.db, second, rows);
          const { roundRobin: _, ...again } = simulated(second);
          expect(await runs.play(second, other)).toEqual(again);
        }),
        {
          numRuns: GRAPHS,
          examples: [...ANSWERED.map(answered), ...UNTIL.map(waiting)].map((each): [RunCase] => [each]),
        },
      ),
    GRAPHS * MS_PER_GRAPH,
  );
});
