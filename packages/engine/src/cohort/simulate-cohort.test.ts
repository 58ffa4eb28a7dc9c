import { describe, expect, it } from "vitest";
import { analyseGraph } from "../analyse/analyse-graph.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { RoundRobinState } from "../contract/run.ts";
import type { Scenario, SimulationResult } from "../contract/scenario.ts";
import { CUSTOMER_ACTIONS } from "../interpreter/plan.ts";
import { createRenderer } from "../liquid/renderer.ts";
import { action, branch, condition, edges, end, graph, roundRobin, trigger, wait } from "../rules/testing/graphs.ts";
import { cohortScenario, simulateCohort } from "./simulate-cohort.ts";
import type { CohortModel } from "./model.ts";
import { durationsOf } from "./counts.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { PROPOSAL, WELCOME } from "../simulate/testing/graphs.ts";

const START = "2026-01-05T09:00:00-03:00";
const HOURS = {
  timeZone: "America/Sao_Paulo",
  days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" })),
};
const welcome: CohortModel = {
  startAt: START,
  arrivals: { type: "exponential", mean: 900 },
  facts: { deal: { name: "Solar kit", tagIds: [] }, contact: { firstName: "Ana" } },
  handles: { greet: { btn_yes: 0.4, fallback: 0.1 } },
  respectBusinessHours: true,
  businessHours: HOURS,
};
const proposal: CohortModel = {
  startAt: START,
  arrivals: { type: "constant", value: 60 },
  vary: {
    "deal.value": { type: "uniform", min: 0, max: 20_000 },
    "deal.daysInStage": { type: "choice", values: [{ value: 1 }, { value: 5 }] },
    "deal.customFields.lead.source": { type: "constant", value: "ads" },
  },
  facts: { deal: { status: "open", tagIds: [] } },
  outcomes: {
    tell: [
      { outcome: { type: "fail", times: 2 }, weight: 0.2 },
      { outcome: { type: "fail", times: 9 }, weight: 0.1 },
      { outcome: null, weight: 0.7 },
    ],
  },
  delays: { ask: { type: "uniform", min: 0, max: 200_000 } },
};

/** Whose world answers each attempt in its own way, and writes more than is asked. */
const talkative: CohortModel = {
  ...proposal,
  outcomes: {
    tell: [
      { outcome: { type: "attempts", attempts: [{ type: "fail", retryAfterSeconds: 90 }, { type: "silence" }] } },
      { outcome: { type: "attempts", attempts: [{ type: "fail" }, { type: "fail_permanently" }] } },
    ],
    ask: [
      {
        outcome: {
          type: "reply",
          afterSeconds: 60,
          reply: { text: "Soon" },
          further: [{ afterSeconds: 90, reply: { text: "Or not" } }],
        },
      },
      { outcome: null },
    ],
  },
};

/** Waits for each deal's own date, and for one that the run writes itself. */
const DATED = named(
  graph(
    [
      trigger(),
      { ...wait("date"), config: { delaySeconds: 3600, until: untilDate("deal.expectedCloseAt", -1) } },
      action("write", "set_custom_field", { fieldSlug: "visit", value: "2026-03-30" }),
      { ...wait("visit"), config: { delaySeconds: 60, until: untilDate("deal.customFields.visit", 2) } },
      { ...wait("opening"), config: { delaySeconds: 60, until: { kind: "opening" } } },
      { ...wait("stage"), config: { delaySeconds: 60, until: untilDate("deal.stageChangedAt", 90) } },
      { ...wait("day"), config: { delaySeconds: 60, until: { kind: "weekday", days: [2, 6], at: "07:00" } } },
      action("tell", "send_email", { subject: "Hi" }),
    ],
    [
      "start > date",
      "date > write",
      "write > visit",
      "visit > opening",
      "opening > stage",
      "stage > day",
      "day > tell",
    ],
  ),
);

/** The same graph with ids for its edges. */
function named(given: object): GraphDefinition {
  const definition = given as GraphDefinition;
  return { ...definition, edges: definition.edges?.map((edge, place) => ({ ...edge, id: `e${place}` })) ?? [] };
}

function untilDate(field: string, offsetDays: number) {
  return { kind: "field", field, offsetDays, at: "09:00" };
}

const dated: CohortModel = {
  startAt: START,
  timeZone: "Europe/Lisbon",
  businessHours: HOURS,
  facts: { deal: { stageChangedAt: "2026-01-01T12:00:00Z" } },
  vary: {
    "deal.expectedCloseAt": {
      type: "choice",
      values: ["2026-01-09", "2026-03-30T00:30:00Z", "2020-01-01", "soon", null].map((value) => ({ value })),
    },
  },
};

/** The same cohort by hand: every scenario through `simulateRun`, round robins handed on. */
function byHand(definition: GraphDefinition, model: CohortModel, size: number, seed: string) {
  const results: SimulationResult[] = [];
  let standing: Record<string, RoundRobinState> = {};
  const render = createRenderer();
  for (let run = 0; run < size; run += 1) {
    const scenario = { ...(cohortScenario(definition, model, { seed, run }) as Scenario), roundRobin: standing };
    const result = simulateRun(definition, scenario, { run: String(run), render });
    results.push(result);
    standing = result.roundRobin;
  }
  return { results, standing };
}

function tally<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

describe("a cohort is the sum of its runs", () => {
  it.each<[string, GraphDefinition, CohortModel]>([
    ["welcome", WELCOME, welcome],
    ["proposal", PROPOSAL, proposal],
    ["talkative", PROPOSAL, talkative],
    ["dated", DATED, dated],
  ])("%s", async (seed, definition, model) => {
    const size = 120;
    const cohort = await simulateCohort(definition, model, { size, seed, render: createRenderer() });
    const { results, standing } = byHand(definition, model, size, seed);
    expect(cohort).toMatchObject({ runs: size, aborted: false, error: null, roundRobin: standing });
    // Nothing that decides is made by Liquid here.
    expect(await simulateCohort(definition, model, { size, seed })).toEqual(cohort);

    const statuses = tally(results.map(({ status }) => status));
    for (const [status, count] of Object.entries(cohort.statuses))
      expect(count).toBe(statuses.get(status as never) ?? 0);

    const traces = results.flatMap(({ trace }) => trace);
    const visits = tally(results.flatMap(({ trace }) => [...new Set(trace.map(({ nodeId }) => nodeId))]));
    expect(cohort.nodes).toEqual(definition.nodes.map(({ id }) => ({ nodeId: id, visits: visits.get(id) ?? 0 })));
    const taken = tally(traces.map(({ edgeId }) => edgeId));
    expect(cohort.edges.map(({ edgeId, taken: count }) => [edgeId, count])).toEqual(
      definition.edges?.map(({ id = null }) => [id, taken.get(id) ?? 0]),
    );

    const completed = results.filter(({ status }) => status === "completed").map(({ durationMs }) => durationMs);
    expect(cohort.durationMs).toEqual(durationsOf([Float64Array.from(completed).toSorted()]));

    const messaging = new Set(
      definition.nodes.flatMap(({ id, actionType }) => (actionType && CUSTOMER_ACTIONS.has(actionType) ? [id] : [])),
    );
    const sent = traces.filter(
      ({ nodeId, why }) => messaging.has(nodeId) && (why.code === "succeeded" || why.code === "awaiting-reply"),
    );
    const perHour = tally(sent.map(({ at }) => `${at.slice(0, 13)}:00:00.000Z`));
    expect(cohort.messages.total).toBe(sent.length);
    expect(cohort.messages.perHour.map(({ hour, count }) => [hour, count])).toEqual([...perHour].toSorted());
  });
});

const run = (options = {}) => simulateCohort(WELCOME, welcome, { size: 50, seed: "a", ...options });

describe("a cohort", () => {
  it("is the same for the same seed, whatever its chunks, and another for another", async () => {
    const first = await run();
    expect(await run({ chunk: 7 })).toEqual(first);
    expect(await run({ seed: "b" })).not.toEqual(first);
  });

  it("keeps its first runs when it grows", async () => {
    const small = await run({ size: 20 });
    const large = await run({ size: 50 });
    small.edges.forEach(({ taken }, index) => expect(taken).toBeLessThanOrEqual(large.edges[index]?.taken ?? 0));
    expect(large.messages.perHour.slice(0, 2)).toMatchObject(
      small.messages.perHour.slice(0, 2).map(({ hour }) => ({ hour })),
    );
  });

  it("shares its round robins exactly", async () => {
    const team = graph(
      [trigger(), roundRobin("team", { id: "a", weight: 3 }, { id: "b" }), end()],
      ["start > team", "team rr_a> done", "team rr_b> done"],
    );
    const { edges: taken } = await simulateCohort(team, { startAt: START }, { size: 400 });
    expect(taken.map(({ taken: count }) => count)).toEqual([400, 300, 100]);
  });

  it("reports progress and lets other work in between chunks", async () => {
    const seen: string[] = [];
    await run({
      chunk: 20,
      onProgress: ({ done, size }: { done: number; size: number }) => seen.push(`${done}/${size}`),
      yield: async () => {
        seen.push("yield");
      },
    });
    expect(seen).toEqual(["20/50", "yield", "40/50", "yield", "50/50"]);
  });

  it("stops when it is told to, and keeps what it counted", async () => {
    const controller = new AbortController();
    const { runs, aborted, statuses } = await run({
      chunk: 10,
      signal: controller.signal,
      onProgress: ({ done }: { done: number }) => done >= 20 && controller.abort(),
    });
    expect([runs, aborted, Object.values(statuses).reduce((sum, count) => sum + count)]).toEqual([20, true, 20]);
  });

  it("of no runs counts nothing", async () => {
    expect(await run({ size: 0 })).toMatchObject({ runs: 0, aborted: false, durationMs: null, messages: { total: 0 } });
  });

  it("counts runs whose business hours never open", async () => {
    const closed = { ...welcome, businessHours: { timeZone: "UTC", days: [] } };
    const { errors, statuses } = await simulateCohort(WELCOME, closed, { size: 5 });
    expect([errors, statuses.failed]).toEqual([[{ code: "hours-never-open", count: 5 }], 5]);
  });

  it("takes nodes named like inherited keys", async () => {
    const odd = graph(
      [trigger(), action("__proto__", "send_whatsapp", { text: "Hi", awaitReply: true })],
      ["start > __proto__"],
    );
    const { nodes } = await simulateCohort(odd, { startAt: START }, { size: 3 });
    expect(nodes).toEqual([
      { nodeId: "start", visits: 3 },
      { nodeId: "__proto__", visits: 3 },
    ]);
  });

  it.each<[string, unknown, string]>([
    ["no model", null, "invalid-model"],
    ["no start", {}, "invalid-scenario"],
    ["a fact that is no distribution", { startAt: START, vary: { "deal.value": 5 } }, "invalid-model"],
    ["arrivals before the last", { startAt: START, arrivals: { type: "constant", value: -1 } }, "invalid-model"],
    ["a delay of text", { startAt: START, delays: { ask: { type: "constant", value: "1" } } }, "invalid-model"],
    ["an unknown outcome", { startAt: START, outcomes: { ask: [{ outcome: { type: "explode" } }] } }, "invalid-model"],
    ["no outcomes", { startAt: START, outcomes: { ask: [] } }, "invalid-model"],
    [
      "an unknown time zone",
      { startAt: START, businessHours: { timeZone: "Mars/Base", days: [] } },
      "unknown-time-zone",
    ],
  ])("refuses %s", async (_, model, code) => {
    const result = await simulateCohort(WELCOME, model as CohortModel, { size: 5 });
    expect([result.error?.code, result.runs, result.aborted]).toEqual([code, 0, false]);
    expect(cohortScenario(WELCOME, model as CohortModel, { run: 0 })).toMatchObject({ error: { code } });
  });

  it.each([null, { version: 2, nodes: [] }])("refuses a definition that cannot run: %j", async (definition) => {
    const result = await simulateCohort(definition as GraphDefinition, { startAt: START }, { size: 5 });
    expect(result).toMatchObject({ runs: 0, error: { code: "invalid-definition" } });
  });
});

describe("beside the exact answer", () => {
  const buttons = [{ id: "yes" }, { id: "no" }];
  const definition: GraphDefinition = {
    version: 2,
    nodes: [
      trigger(),
      condition("size", branch("big", "big")),
      action("ask", "send_whatsapp", { text: "Hi", buttons, replyTimeoutSeconds: 7200 }),
      wait("pause", 3600),
      action("remind", "send_email", { subject: "Hello" }),
      action("task", "create_task"),
      end(),
    ],
    edges: edges(
      "start > size",
      "size branch_big> ask",
      "size fallback> pause",
      "ask btn_yes> task",
      "ask replied> pause",
      "ask timeout> remind",
      "pause > remind",
      "remind fallback> task",
      "remind > done",
      "task > done",
    ),
  };
  const handles = { ask: { btn_yes: 0.3, timeout: 0.5 }, remind: { fallback: 0.2 } };
  const size = 4000;

  it("shares, durations and messages agree", async () => {
    const exact = analyseGraph(definition, { handles: { ...handles, size: { branch_big: 0.25 } }, replySeconds: 1800 });
    const cohort = await simulateCohort(
      definition,
      {
        startAt: START,
        handles,
        replySeconds: 1800,
        vary: { "deal.name": { type: "choice", values: [{ value: "big" }, { value: "small", weight: 3 }] } },
      },
      { size, seed: "exact" },
    );
    exact.edges.forEach(({ probability }, index) => {
      const deviation = Math.sqrt((probability * (1 - probability)) / size);
      expect(Math.abs((cohort.edges[index]?.taken ?? 0) / size - probability)).toBeLessThanOrEqual(4 * deviation);
    });
    expect(Math.abs(cohort.messages.total / size / exact.messages - 1)).toBeLessThan(0.03);
    expect(Math.abs((cohort.durationMs?.mean ?? 0) / (exact.durationMs?.mean ?? 1) - 1)).toBeLessThan(0.03);
    expect(cohort.durationMs?.max).toBeLessThanOrEqual(exact.durationMs?.max ?? 0);
  });
});

const choice = (values: readonly (number | string)[]) => ({
  type: "choice" as const,
  values: values.map((value) => ({ value })),
});

describe("values that belong together", () => {
  const deals = [
    { value: 10, city: "Recife" },
    { value: 20, city: "Natal" },
    { value: 20, city: "Recife" },
  ];
  const model: CohortModel = {
    startAt: START,
    vary: {
      "deal.value": choice(deals.map(({ value }) => value)),
      "contact.city": choice(deals.map(({ city }) => city)),
    },
    together: ["deal.value", "contact.city"],
  };

  it("are drawn as one", () => {
    const definition = graph([trigger(), end()], ["start> done"]);
    const drawn = Array.from({ length: 300 }, (_, index) => {
      const { facts } = cohortScenario(definition, model, { seed: "1", run: index }) as Scenario;
      return JSON.stringify({ value: facts.deal?.["value"], city: facts.contact?.["city"] });
    });
    const counts = tally(drawn);
    expect(new Set(counts.keys())).toEqual(new Set(deals.map((deal) => JSON.stringify(deal))));
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
  });

  it.each(["deal.value", [1], null])("refuse %j for their names", async (together) => {
    const wrong = { ...model, together } as unknown as CohortModel;
    const { error } = await simulateCohort(WELCOME, wrong, { size: 1, seed: "1" });
    expect(error?.code).toBe("invalid-model");
  });
});
