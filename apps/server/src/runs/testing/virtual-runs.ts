import {
  buttonsOf,
  settingsFailure,
  simulateRun,
  type Facts,
  type Outcome,
  type Scenario,
  type Step,
} from "@trilho/engine";
import { ACTION_TYPES, type ActionType } from "@trilho/engine/contract";
import { randomUUID } from "node:crypto";
import { attemptOf } from "../../../../../packages/engine/src/simulate/outcome.ts";
import { randomStream } from "../../../../../packages/engine/src/simulate/random.ts";
import type { Store } from "../model/stores.ts";
import { permanent, type Action, type ActionCall, type Actions } from "../action.ts";
import { createExecutor } from "../executor.ts";
import { readFacts } from "../facts.ts";
import type { ActionOutcome, HeldRun, RunClaim } from "../model/run.ts";
import { createPlans } from "../plans.ts";
import { createStore } from "../../app/store.ts";
import { fail } from "../../testing/open-test-store.ts";
import { REAL } from "./real-actions.ts";
import type { CaseRows, RunCase } from "./run-cases.ts";
import { scriptedFailure } from "./scripted.ts";
import { startRun } from "./start-run.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** How a run went: what the simulator tells of it, and what the executor keeps. */
export interface RunStory {
  status: string;
  steps: Pick<Step, "seq" | "nodeId" | "handle" | "edgeId" | "why">[];
  /** ISO 8601, of each step. */
  at: string[];
  deal: unknown;
  message: unknown;
}

/** What the simulator says of one run, and the round robins after it. */
export function simulated({ graph, scenario }: RunCase): RunStory & Pick<Scenario, "roundRobin"> {
  const { status, trace, facts, roundRobin, error } = simulateRun(graph, scenario);
  if (error !== null) throw new Error(error.message);
  const steps = trace.map(({ seq, nodeId, handle, edgeId, why }) => ({ seq, nodeId, handle, edgeId, why }));
  return {
    status,
    steps,
    at: trace.map(({ at }) => at),
    deal: changed(facts),
    message: facts.message ?? null,
    roundRobin,
  };
}

/** Of a deal, what actions change. */
function changed({ deal = {} }: Facts): unknown {
  const { stageId, tagIds, responsibleUserId, coOwnerUserId, customFields, daysInStage } = deal;
  const tags = Array.isArray(tagIds) ? tagIds.map(String).toSorted() : [];
  return { stageId, tags, responsibleUserId, coOwnerUserId, customFields, daysInStage };
}

/** Something that happens at an instant (Unix ms). */
interface Alarm {
  at: number;
  happen(): Promise<void>;
}

/** Runs on a real database, in a time that goes from one alarm to the next. */
export interface VirtualRuns {
  /** Lets one run of a case go from its start to its end. */
  play(which: RunCase, rows: CaseRows): Promise<RunStory>;
}

export function createVirtualRuns(clock: VirtualClock, serverSecret: string): VirtualRuns {
  const { db } = clock;
  let now = 0;
  let playing: RunCase | null = null;
  const alarms: Alarm[] = [];
  /** What the contact is still to write, in its order. */
  let coming: Alarm[] = [];
  /** Questions, by node and attempt, that the contact has got. */
  const asked = new Set<string>();
  const streams = new Map<string, ReturnType<typeof randomStream>>();
  const set = (at: number, happen: Alarm["happen"]): void => {
    const later = alarms.findIndex((alarm) => alarm.at > at);
    alarms.splice(later < 0 ? alarms.length : later, 0, { at, happen });
  };
  const store = createStore(db, serverSecret, fail);

  function random({ id }: HeldRun, nodeId: string): number {
    const key = JSON.stringify([id, nodeId]);
    const stream = streams.get(key) ?? randomStream("", playing?.scenario.seed ?? "", nodeId);
    streams.set(key, stream);
    return stream.next();
  }

  const executor = createExecutor({
    store,
    actions: actionsOf(() => playing),
    planOf: createPlans(),
    render: (_, config) => config,
    random,
  });

  /** Comes back when the run is due. */
  async function awaitNextTick(run: RunClaim): Promise<void> {
    const { next_attempt_at: at } = await rowOf(run);
    if (at !== null) set(at.getTime(), () => runNextTick(run));
  }

  async function runNextTick(run: RunClaim): Promise<void> {
    const [claim] = await store.dueRuns.takeShares(new Map([[run.workspaceId, 1]]), []);
    if (claim === undefined) return;
    await tick(claim);
    await awaitNextTick(run);
  }

  async function tick(job: RunClaim): Promise<void> {
    await executor.tick(job);
    const { status, state, contact_id, ...row } = await rowOf(job);
    const outcome = attemptOf(outcomeOf(playing, state.nodeId ?? ""), state.attempts);
    if (status !== "waiting" || state.phase !== "awaiting_reply" || outcome?.type !== "reply") return;
    const question = JSON.stringify([state.nodeId, state.attempts]);
    if (asked.has(question)) return;
    asked.add(question);
    const contactId = contact_id ?? "";
    await keepMessage(job.workspaceId, contactId, row.awaits_message_id);
    const replies = [outcome, ...(outcome.further ?? [])].map(({ afterSeconds, reply: said }): Alarm => {
      const answered = asProvidersAnswer(playing, state.nodeId, said);
      const happen = () => reply(job, contactId, row.awaits_message_id, answered);
      return { at: now + Math.round(afterSeconds * 1000), happen };
    });
    coming = [...coming, ...replies].toSorted((a, b) => a.at - b.at);
  }

  /** Whose buttons are pressed is told by the message that they were under. */
  async function keepMessage(workspace_id: string, contact_id: string, external_id: string | null): Promise<void> {
    const conversation_id = await store.conversations.open(workspace_id, contact_id, "whatsapp");
    const said = { direction: "outbound", type: "text", status: "sent", body: "?", preview_text: "?" };
    const message = { workspace_id, id: randomUUID(), conversation_id, contact_id, external_id, ...said };
    await db
      .insertInto("messages")
      .values({ ...message, channel_id: null, sent_at: new Date(now) })
      .execute();
  }

  async function reply(run: RunClaim, contactId: string, messageId: string | null, said: Reply) {
    if (await store.runs.answer(run.workspaceId, { contactId, messageId, isTest: false }, said))
      await awaitNextTick(run);
  }

  const rowOf = ({ workspaceId, runId }: Pick<RunClaim, "workspaceId" | "runId">) =>
    db
      .selectFrom("runs")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", runId)
      .executeTakeFirstOrThrow();

  async function storyOf(job: RunClaim): Promise<RunStory> {
    const held = await store.runs.hold(job.workspaceId, job.runId);
    if (held === null) throw new Error("The run is gone");
    const rows = await db
      .selectFrom("run_steps")
      .selectAll()
      .where("workspace_id", "=", job.workspaceId)
      .where("run_id", "=", job.runId)
      .orderBy("seq")
      .execute();
    const endedAt = (await rowOf(job)).completed_at?.getTime() ?? now;
    const facts = await readFacts(store, held, endedAt);
    return {
      status: held.state.status,
      steps: rows.map(({ seq, node_id, handle, edge_id, why }) => ({
        seq,
        nodeId: node_id,
        handle,
        edgeId: edge_id,
        why,
      })),
      at: rows.map(({ at }) => at.toISOString()),
      deal: changed(facts),
      message: facts.message ?? null,
    };
  }

  /** A message comes before what happens at the same instant. Nothing that comes later than all alarms is waited for. */
  function nextOf(): Alarm | undefined {
    const [alarm] = alarms;
    const [message] = coming;
    if (alarm === undefined || message === undefined || message.at > alarm.at) return alarms.shift();
    return coming.shift();
  }

  async function passTo(at: number): Promise<void> {
    now = at;
    await clock.set(at);
  }

  return {
    async play(which, rows) {
      playing = which;
      alarms.length = 0;
      coming = [];
      asked.clear();
      await passTo(Date.parse(which.scenario.startAt));
      const job = await startRun(store, rows);
      await awaitNextTick(job);
      for (let alarm = nextOf(); alarm !== undefined; alarm = nextOf()) {
        if ((await rowOf(job)).status !== "queued" && alarms.length > MOST_ALARMS) throw new Error("It does not end");
        if (alarm.at > now) await passTo(alarm.at);
        await alarm.happen();
      }
      return storyOf(job);
    },
  };
}

const MOST_ALARMS = 1000;

type Reply = Extract<Outcome, { type: "reply" }>["reply"];

/** A pressed button comes with its title, which is its id where it has no label. */
function asProvidersAnswer(which: RunCase | null, nodeId: string | null, reply: Reply): Reply {
  const { config = {} } = which?.graph.nodes.find(({ id }) => id === nodeId) ?? {};
  const pressed = buttonsOf(config).find(({ id }) => id === reply.buttonId);
  return pressed === undefined ? reply : { text: pressed.label, ...reply };
}

const outcomeOf = (playing: RunCase | null, nodeId: string): Outcome | null => {
  const outcomes = playing?.scenario.outcomes ?? {};
  return (Object.hasOwn(outcomes, nodeId) && outcomes[nodeId]) || null;
};

const sent = ({ key }: ActionCall): ActionOutcome => ({ ok: true, result: null, messageId: key });

/** Every action, failing as often as the case's scenario says. */
function actionsOf(playing: () => RunCase | null): Actions {
  const failureOf = ({ nodeId, attempt }: ActionCall): ActionOutcome | null =>
    scriptedFailure(attemptOf(outcomeOf(playing(), nodeId), attempt));
  const scripted = (type: ActionType): Action => {
    const real = REAL[type];
    // As real ones do, whatever the world answers.
    const refusalOf = ({ config }: ActionCall): ActionOutcome | null => {
      const failure = settingsFailure(type, config);
      return failure && permanent([failure.reason]);
    };
    const answerOf = (call: ActionCall): ActionOutcome => refusalOf(call) ?? failureOf(call) ?? sent(call);
    const inside = async (store: Store, call: ActionCall) =>
      real === undefined ? answerOf(call) : (failureOf(call) ?? real.perform(store, call));
    if (real !== undefined) return { where: "inside", perform: inside };
    return {
      get where() {
        return playing()?.where ?? "inside";
      },
      perform: (first: Store | ActionCall, second?: ActionCall) =>
        second === undefined ? Promise.resolve(answerOf(first as ActionCall)) : inside(first as Store, second),
    } as Action;
  };
  return Object.fromEntries(ACTION_TYPES.map((type) => [type, scripted(type)])) as unknown as Actions;
}
