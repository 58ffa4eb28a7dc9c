import { EXAMPLE_IDS, EXAMPLE_SEQS } from "@trilho/contract";
import { advance, compileRun, HOUR_MS, startState } from "@trilho/engine";
import type { Effect, Facts, RunEvent, RunState, Step } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import { insertQuestion } from "./question.ts";
import { testEvent } from "../runs/model/trial.ts";
import type { Sealer } from "../platform/security/sealer.ts";
import { createDeliveryStore } from "../runs/store/delivery-store.ts";
import { createRunStore } from "../runs/store/run-store.ts";
import type { Database } from "../platform/database/schema/database.ts";
import type { AutomationDraft } from "../areas/automations/model.ts";

/** How a test of an automation goes: what it does succeeds, or is refused for good at its first action. */
interface Trial {
  id: string;
  automationId: string;
  hoursAgo: number;
  isRefused: boolean;
}

const TRIALS: readonly Trial[] = [
  { id: EXAMPLE_IDS.run, automationId: EXAMPLE_IDS.automation, hoursAgo: 30, isRefused: false },
  { id: EXAMPLE_IDS.failedRun, automationId: EXAMPLE_IDS.busyAutomation, hoursAgo: 29, isRefused: true },
  { id: EXAMPLE_IDS.waitingRun, automationId: EXAMPLE_IDS.busyAutomation, hoursAgo: 2, isRefused: false },
];

const REFUSAL = "The template is not approved yet.";

/** Somebody tried two automations out before they were switched on: one run each for what can be done to runs. */
export async function insertTrials(
  trx: Kysely<Database>,
  sealer: Sealer,
  workspaceId: string,
  automations: ReadonlyMap<string, AutomationDraft>,
  now: number,
): Promise<void> {
  for (const trial of TRIALS) {
    const automation = automations.get(trial.automationId);
    if (automation === undefined) throw new Error("The demo has no such automation");
    await insertTrial(trx, workspaceId, trial, automation, now - trial.hoursAgo * HOUR_MS);
  }
  await insertMigration(trx, workspaceId, now - HOUR_MS);
  await createDeliveryStore(trx, sealer).add(workspaceId, {
    id: EXAMPLE_IDS.delivery,
    runId: EXAMPLE_IDS.run,
    nodeId: "erp",
    attempt: 1,
    request: { url: "https://erp.aurora.example/hooks/won-deals", method: "POST", headers: {}, timeoutMs: 1000 },
    body: JSON.stringify({ deal: "Solar kit for Benjamim Castro" }),
    status: 200,
    response: "ok",
    failure: null,
    durationMs: 84,
    at: new Date(now - 30 * HOUR_MS).toISOString(),
  });
}

/** Somebody looked for waiting runs to move, and there was none. */
async function insertMigration(trx: Kysely<Database>, workspaceId: string, at: number): Promise<void> {
  const { id } = await trx
    .selectFrom("members")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const stamps = { created_at: new Date(at), updated_at: new Date(at), finished_at: new Date(at) };
  await trx
    .insertInto("run_migrations")
    .values({
      workspace_id: workspaceId,
      id: EXAMPLE_IDS.migration,
      automation_id: EXAMPLE_IDS.busyAutomation,
      to_version: 1,
      status: "done",
      choices: "[]",
      reason: null,
      by_member_id: id,
      by_api_key_id: "",
      ...stamps,
    })
    .execute();
}

async function insertTrial(
  trx: Kysely<Database>,
  workspaceId: string,
  trial: Trial,
  automation: AutomationDraft,
  at: number,
): Promise<void> {
  const deal = await trx
    .selectFrom("deals")
    .select(["id", "contact_id"])
    .where("workspace_id", "=", workspaceId)
    .where("seq", "=", EXAMPLE_SEQS.deal)
    .executeTakeFirstOrThrow();
  const runs = createRunStore(trx, () => undefined);
  const event = testEvent(automation.triggerType, at, false);
  const named = `test_${trial.id}`;
  const about = { dealId: deal.id, contactId: deal.contact_id, triggerType: automation.triggerType };
  const from = { eventId: named, event, chainId: named, depth: 0, refusal: null };
  const of = { workspaceId, id: trial.id, automationId: trial.automationId, automationVersion: 1 };
  await runs.start({ ...of, ...about, ...from });
  await trx
    .updateTable("runs")
    .set({ created_at: new Date(at) })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", trial.id)
    .execute();
  const run = await runs.hold(workspaceId, trial.id);
  if (run === null) throw new Error("The demo's run did not begin");
  const { state, steps } = interpret(automation.graphDefinition, at, trial.isRefused);
  const asking = automation.graphDefinition.nodes.find(({ id }) => id === state.nodeId);
  const isAsking = state.phase === "awaiting_reply" && run.contactId !== null && asking !== undefined;
  const question = isAsking ? await insertQuestion(trx, run, asking, at) : null;
  const messageId = question?.outcome.ok === true ? (question.outcome.messageId ?? null) : null;
  await runs.save(run, {
    state,
    steps,
    effects: question === null ? [] : [question],
    nextAttemptAt: state.wakeAt,
    leaseUntil: null,
    awaits: question === null || run.contactId === null ? null : { contactId: run.contactId, messageId },
    reply: null,
    why: null,
    by: null,
    at,
  });
}

/** What the interpreter makes of it, up to the run's end or its first wait. */
function interpret(graph: Parameters<typeof compileRun>[0], at: number, isRefused: boolean): Interpreted {
  const plan = compileRun(graph);
  const steps: Step[] = [];
  let state = startState();
  let event: RunEvent | null = { type: "started", at, facts: FACTS };
  while (event !== null) {
    const next = advance(plan, state, event);
    state = next.state;
    steps.push(...next.steps);
    event = answerTo(next.effects[0], at, isRefused);
  }
  return { state, steps };
}

interface Interpreted {
  state: RunState;
  steps: Step[];
}

/** The graphs that are tried have no conditions, so nothing is read of the deal. */
const FACTS: Facts = {};

function answerTo(effect: Effect | undefined, at: number, isRefused: boolean): RunEvent | null {
  if (effect?.type !== "perform") return null;
  const { nodeId, attempt } = effect;
  const answer = { at, facts: FACTS, nodeId, attempt };
  if (!isRefused) return { type: "performed", ...answer };
  return { type: "perform_failed", ...answer, error: { message: REFUSAL, permanent: true }, random: 0 };
}
