import { format } from "oxfmt";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import type { BusinessHours, Facts } from "../contract/run.ts";
import type { Scenario } from "../contract/scenario.ts";
import { createRenderer } from "../liquid/renderer.ts";
import { simulateRun } from "./simulate-run.ts";
import { PROPOSAL, WELCOME } from "./testing/graphs.ts";

const lead: Facts = {
  deal: { name: "Solar kit", value: 4000, status: "open", tagIds: ["tg_new"], createdAt: "2026-01-05T11:00:00Z" },
  contact: { firstName: "Ana", phone: "+5511999990000" },
};
const proposal = (deal: NonNullable<Facts["deal"]>): Facts => ({
  deal: { name: "Roof", value: 4000, status: "open", stageId: "st_proposal", daysInStage: 0, ...deal },
});
const office = (timeZone: string): BusinessHours => ({
  timeZone,
  days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" })),
});
const MONDAY = "2026-01-05T12:00:00Z";

const SCENARIOS: [name: string, graph: GraphDefinition, scenario: Scenario][] = [
  [
    "welcome-button-goes-to-the-next-in-turn",
    WELCOME,
    {
      startAt: MONDAY,
      facts: lead,
      outcomes: { greet: { type: "reply", afterSeconds: 90, reply: { buttonId: "yes" } } },
    },
  ],
  [
    "welcome-turn-goes-on-from-earlier-runs",
    WELCOME,
    {
      startAt: MONDAY,
      facts: lead,
      outcomes: { greet: { type: "reply", afterSeconds: 90, reply: { buttonId: "yes" } } },
      roundRobin: { team: { maria: -1, joao: 1 } },
    },
  ],
  [
    "welcome-free-text-becomes-a-task",
    WELCOME,
    {
      startAt: MONDAY,
      facts: lead,
      outcomes: { greet: { type: "reply", afterSeconds: 7200, reply: { text: "How much?" } } },
    },
  ],
  ["welcome-silence-leads-to-broken-liquid", WELCOME, { startAt: MONDAY, facts: lead }],
  [
    "welcome-friday-night-waits-for-monday",
    WELCOME,
    {
      startAt: "2026-01-09T22:30:00Z",
      facts: lead,
      outcomes: { greet: { type: "reply", afterSeconds: 60, reply: { buttonId: "later" } } },
      respectBusinessHours: true,
      businessHours: office("America/Sao_Paulo"),
    },
  ],
  [
    "welcome-over-the-clock-change",
    WELCOME,
    {
      startAt: "2026-03-27T19:00:00Z",
      facts: lead,
      outcomes: { greet: { type: "reply", afterSeconds: 60, reply: { buttonId: "later" } } },
      respectBusinessHours: true,
      businessHours: office("Europe/Lisbon"),
    },
  ],
  [
    "welcome-third-attempt-succeeds",
    WELCOME,
    {
      startAt: MONDAY,
      facts: lead,
      outcomes: { greet: { type: "fail", times: 2, message: "503 from the channel" } },
      seed: "s",
    },
  ],
  [
    "welcome-permanent-failure-takes-the-fallback",
    WELCOME,
    { startAt: MONDAY, facts: lead, outcomes: { greet: { type: "fail_permanently", message: "number blocked" } } },
  ],
  [
    "proposal-vip-sees-its-own-changes",
    PROPOSAL,
    { startAt: MONDAY, facts: proposal({ value: 12000, daysInStage: 2 }), fieldSlugs: { cf_1: "plan" } },
  ],
  [
    "proposal-retries-used-up-is-a-dead-letter",
    PROPOSAL,
    {
      startAt: MONDAY,
      facts: proposal({ tagIds: ["tg_vip"] }),
      fieldSlugs: { cf_1: "plan" },
      outcomes: { tell: { type: "fail", times: 5, message: "502" } },
      seed: "s",
    },
  ],
  ["proposal-small-and-fresh-completes-without-branch", PROPOSAL, { startAt: MONDAY, facts: proposal({}) }],
  [
    "proposal-stale-but-answered-moves-on",
    PROPOSAL,
    {
      startAt: MONDAY,
      facts: proposal({ daysInStage: 3 }),
      outcomes: { ask: { type: "reply", afterSeconds: 3600, reply: { text: "Soon" } } },
    },
  ],
  [
    "proposal-stale-and-silent-is-closed",
    PROPOSAL,
    { startAt: MONDAY, facts: proposal({ daysInStage: 3 }), outcomes: { ask: { type: "silence" } } },
  ],
];

describe("golden traces", () => {
  const render = createRenderer({ timeZone: "America/Sao_Paulo", locale: "pt-BR" });

  it.each(SCENARIOS)("%s", async (name, graph, scenario) => {
    const result = JSON.stringify(simulateRun(graph, scenario, { render }));
    const { code } = await format(`${name}.json`, result, { printWidth: 120 });
    await expect(code).toMatchFileSnapshot(`golden/${name}.json`);
  });

  it("take every edge of their graphs", () => {
    for (const graph of [WELCOME, PROPOSAL]) {
      const runs = SCENARIOS.filter(([, used]) => used === graph).map(([, , scenario]) => simulateRun(graph, scenario));
      const taken = new Set(runs.flatMap(({ trace }) => trace.map(({ edgeId }) => edgeId)));
      const missed = graph.edges?.filter(({ id }) => !taken.has(id ?? null)).map(({ id }) => id);
      expect(missed).toEqual([]);
    }
  });
});
