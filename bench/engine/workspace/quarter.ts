import { simulateWorkspace } from "@trilho/engine/workspace";
import type { Happening, WorkspaceResult, WorkspaceScenario } from "@trilho/engine/workspace";
import type { Benchmark, Case } from "../../harness/benchmark.ts";
import { teams } from "../interactions/teams.ts";

const SECOND = 1_000_000_000;
const HOUR_MS = 3_600_000;
const DAYS = 90;
const FROM = Date.UTC(2026, 0, 5);

/** A quarter of a year of a whole workspace, on one clock. */
export const quarter: Benchmark = {
  title: "simulate a workspace",
  about:
    "20 automations of two sales teams over 90 days: each deal comes, is moved by people from stage to stage, gets a tag, its contact writes and answers every other question, and it is won or lost. What automations change starts others; idle deals are found.",
  unit: "workspace",
  baseline: "1,000 deals",
  rounds: 3,
  turnMs: 1,
  warmUpRounds: 1,
  goals: [{ say: "1,000 deals with 20 automations over 90 days in 5 s", case: "1,000 deals", atMostNs: 5 * SECOND }],
  prepare: async () => [simulating(100), simulating(1000)],
};

function simulating(deals: number): Case {
  const scenario = quarterOf(deals);
  return {
    name: `${deals.toLocaleString("en")} deals`,
    role: "ours",
    slow: deals > 100,
    note: amounts(simulateWorkspace(scenario)),
    run: () => {
      const { error, runs } = simulateWorkspace(scenario);
      if (error !== null || runs.length < 5 * deals) throw new Error("the quarter was not simulated");
    },
  };
}

function amounts({ runs, events }: WorkspaceResult): string {
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0);
  const [ran, happened, went] = [runs.length, events.length, steps].map((count) => count.toLocaleString("en"));
  return `${happened} events, ${ran} runs, ${went} steps`;
}

function quarterOf(count: number): WorkspaceScenario {
  const all = Array.from({ length: count }, (_, index) => index);
  return {
    ...teams(2),
    deals: [],
    contacts: all.map((index) => ({ id: `contact-${index}`, facts: { firstName: `Ana ${index}` } })),
    events: all.flatMap(lifeOf),
    dealOutcomes: Object.fromEntries(
      all.filter((index) => index % 4 < 2).map((index) => [`deal-${index}`, { [`offer-${index % 2}`]: ANSWERED }]),
    ),
    from: new Date(FROM).toISOString(),
    until: new Date(FROM + DAYS * 24 * HOUR_MS).toISOString(),
  };
}

const ANSWERED = { q: { type: "reply", afterSeconds: 600, reply: { text: "Yes, please." } } } as const;

/** What people do with one deal. They begin all over the first two months, so that weeks overlap. */
function lifeOf(index: number): Happening[] {
  const team = index % 2;
  const [dealId, contactId] = [`deal-${index}`, `contact-${index}`];
  const begin = FROM + ((index * 7919) % (60 * 24)) * HOUR_MS;
  const at = (hours: number): string => new Date(begin + hours * HOUR_MS).toISOString();
  const enters = (hours: number, stage: string): Happening => ({
    type: "deal_changed",
    at: at(hours),
    dealId,
    set: { stageId: `${stage}-${team}` },
  });
  const facts = { stageId: `new-${team}`, value: (index * 997) % 20_000, title: `Roof ${index}` };
  return [
    { type: "deal_created", at: at(0), deal: { id: dealId, contactId, facts } },
    enters(26, "contact"),
    { type: "message", at: at(50), contactId, reply: { text: `What is the price${team}?` } },
    enters(75, "proposal"),
    { type: "deal_changed", at: at(99), dealId, addTagIds: [`hot-${team}`] },
    { type: "event", event: "task_completed", at: at(200), dealId },
    enters(400, index % 3 === 0 ? "lost" : "won"),
  ];
}
