import { ACTION_TYPES, type ActionType, type GraphDefinition, type GraphNode } from "@trilho/engine/contract";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { succeeded, type Action, type Actions } from "../action.ts";
import { createExecutor } from "../executor.ts";
import { createPlans } from "../plans.ts";
import { createRendering } from "../rendering.ts";
import { createStore } from "../../app/store.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { REAL } from "../testing/real-actions.ts";
import { insertCase } from "../testing/run-cases.ts";
import { startRun } from "../testing/start-run.ts";

let opened: TestStore;
let statements = 0;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  // What is kept compiled passes here alone.
  async transformResult({ result }) {
    statements += 1;
    return result;
  },
};

beforeAll(async () => {
  opened = await openTestStore("embedded");
});
afterAll(() => opened.close());

function chainOf(count: number, url: string): GraphDefinition {
  const steps = Array.from({ length: count }, (_, at): GraphNode => {
    return { id: `n${at}`, type: "action", actionType: "webhook", config: { url } };
  });
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }, ...steps, { id: "end", type: "end" }];
  const edges = nodes.slice(1).map(({ id }, at) => ({ id: `e${at}`, source: nodes[at]?.id ?? "", target: id }));
  return { version: 2, nodes, edges };
}

/** A condition on the deal, then to another stage and back. */
const THERE_AND_BACK: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "has", type: "condition", condition: { branches: [{ id: "value", query: hasValue() }] } },
    { id: "there", type: "action", actionType: "move_stage", config: { targetStageId: "s2" } },
    { id: "back", type: "action", actionType: "move_stage", config: { targetStageId: "s1" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "has" },
    { id: "b", source: "has", target: "there", sourceHandle: "branch_value" },
    { id: "c", source: "there", target: "back" },
    { id: "d", source: "back", target: "end" },
  ],
};

function hasValue() {
  return { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 0 }] };
}

const statementsFor = (count: number, url: string, action: Action): Promise<number> =>
  statementsOf(chainOf(count, url), () => action);

/** Statements, without those that begin and commit, for a run. */
async function statementsOf(graph: GraphDefinition, actionOf: (type: ActionType) => Action): Promise<number> {
  const store = createStore(opened.db.withPlugin(counting), opened.serverSecret, fail);
  const actions = Object.fromEntries(ACTION_TYPES.map((type) => [type, actionOf(type)])) as unknown as Actions;
  const executor = createExecutor({ store, actions, planOf: createPlans(), render: createRendering() });
  const scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };
  const rows = await insertCase(opened.db, { graph, scenario, where: "outside" });
  const job = await startRun(store, rows);
  statements = 0;
  await executor.tick(job);
  return statements;
}

/** What one more action costs. */
const more = async (url: string, action: Action): Promise<number> =>
  (await statementsFor(3, url, action)) - (await statementsFor(2, url, action));

const silent: Action = {
  where: "outside",
  perform: () => Promise.resolve(succeeded()),
};
const curious: Action = {
  where: "outside",
  async perform({ facts }) {
    const [first, second] = await Promise.all([facts(), facts()]);
    return succeeded({ isRead: first.deal !== undefined && first === second });
  },
};

describe("a step", () => {
  it("is two statements", async () => {
    expect(await more("https://example.com", silent)).toBe(2);
  });

  it("reads the deal once where its text and its action ask for it", async () => {
    const byText = await more("https://example.com/{{ deal.id }}", silent);
    const byAction = await more("https://example.com", curious);
    expect(byText).toBeGreaterThan(2);
    expect([byAction, await more("https://example.com/{{ deal.id }}", curious)]).toEqual([byText, byText]);
  });
});

it("a run that takes a condition and changes its deal twice reads what it needs once, and each change is three statements", async () => {
  // The run, its deal's row, what the workspace lets deals be, and what became of the run.
  const once = 4;
  expect(await statementsOf(THERE_AND_BACK, (type) => REAL[type] ?? silent)).toBe(once + 2 * 3);
});
