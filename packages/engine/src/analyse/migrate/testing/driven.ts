import type { JsonObject } from "../../../contract/json.ts";
import { LIVE_STATUSES } from "../../../contract/run.ts";
import type { BusinessHours, Effect, Facts, RunEvent, RunState, Step } from "../../../contract/run.ts";
import { advance, openEffect, startState } from "../../../interpreter/advance.ts";
import { compileRun } from "../../../interpreter/compile-run.ts";
import type { Plan } from "../../../interpreter/plan.ts";
import type { RunVersion } from "../plan-migration.ts";

const HOURS: BusinessHours = {
  timeZone: "America/Sao_Paulo",
  days: [1, 3, 5].map((weekday) => ({ weekday, from: "08:00", to: "12:30" })),
};
const START = Date.parse("2026-01-05T12:00:00Z");
const FACTS: readonly Facts[] = [
  { deal: { value: 7, tagIds: ["t1"], stageId: "s1" } },
  { deal: { value: 1 }, message: { text: "vip" } },
];

export const planOf = ({ graphDefinition, respectBusinessHours = false }: RunVersion): Plan =>
  compileRun(graphDefinition, { respectBusinessHours, businessHours: HOURS });

/** A run on its way: where it stands, and what led there. */
export interface Driven {
  state: RunState;
  at: number;
  /** When it came to the node where it stands, and what has happened there since. */
  arrivedAt: number;
  here: RunEvent[];
  /** What was done to it, in order: the events that it took. */
  taken: { nodeId: string | null; event: RunEvent }[];
  steps: Step[];
  /** Every effect that it came to. */
  effects: Effect[];
}

/** Begins a run, and lets happen to it what is chosen of what does not end it. */
export function begun(plan: Plan, choices: readonly number[]): Driven {
  const fresh: Driven = {
    state: startState(),
    at: START,
    arrivedAt: START,
    here: [],
    taken: [],
    steps: [],
    effects: [],
  };
  let run = took(plan, fresh, { type: "started", at: START, facts: FACTS[0] ?? {} });
  for (const choice of choices) {
    const next = driven(plan, run, [choice]);
    if (isLive(next)) run = next;
  }
  return run;
}

/** From where a run stands. */
export const from = (state: RunState, at: number): Driven => ({
  state,
  at,
  arrivedAt: at,
  here: [],
  taken: [],
  steps: [],
  effects: [],
});

export function driven(plan: Plan, start: Driven, choices: readonly number[]): Driven {
  let run = start;
  for (const choice of choices) {
    const open = openEffect(plan, run.state);
    if (open === null || open.type === "finish") break;
    run = took(plan, run, eventFor(open, run, choice));
  }
  return run;
}

function took(plan: Plan, run: Driven, event: RunEvent): Driven {
  const { accepted, state, effects, steps } = advance(plan, run.state, event);
  if (!accepted) throw new Error(`It does not take ${JSON.stringify(event)} in ${JSON.stringify(run.state)}`);
  const at = "at" in event ? event.at : run.at;
  const hasMoved = state.nodeId !== run.state.nodeId;
  return {
    state,
    at,
    arrivedAt: hasMoved ? at : run.arrivedAt,
    here: hasMoved ? [] : [...run.here, event],
    taken: [...run.taken, { nodeId: run.state.nodeId, event }],
    steps: [...run.steps, ...steps],
    effects: [...run.effects, ...effects],
  };
}

function eventFor(open: Exclude<Effect, { type: "finish" }>, { state, at: now }: Driven, choice: number): RunEvent {
  const at = Math.max(now, state.wakeAt ?? now) + (choice % 3) * 1000;
  const facts = FACTS[choice % FACTS.length] ?? {};
  const { nodeId } = open;
  if (open.type === "sleep") {
    const answers: RunEvent = { type: "replied", at: now + 1000, facts, reply: REPLIES[choice % REPLIES.length] ?? {} };
    return open.reason === "reply" && choice % 4 !== 0 ? answers : { type: "woke", at, facts };
  }
  if (open.type === "pick_exit") {
    return { type: "exit_picked", at, facts, nodeId, exitId: open.exits[choice % open.exits.length]?.id ?? "" };
  }
  const { attempt } = open;
  const failed = (error: { permanent: boolean; uncertain?: true; retryAfterMs?: number }): RunEvent => ({
    type: "perform_failed",
    at,
    facts,
    nodeId,
    attempt,
    error: { message: "503", ...error },
    random: (choice % 10) / 10,
  });
  switch (choice % 8) {
    case 0:
      return failed({ permanent: false, retryAfterMs: choice * 1000 });
    case 1:
      return failed({ permanent: choice % 16 === 1, uncertain: true });
    case 2:
      return { type: "stalled", at, facts, nodeId, attempt };
    case 3:
      return { type: "put_off", nodeId, attempt, until: at + choice * 1000, error: null, begun: choice % 16 === 3 };
    default:
      return { type: "performed", at, facts, nodeId, attempt };
  }
}

const REPLIES = [{ buttonId: "a" }, { buttonId: "b" }, { text: "yes" }, {}, { buttonId: "gone", text: "no" }];

const isBegun = ({ type }: RunEvent): boolean =>
  ["performed", "perform_failed", "stalled", "exit_picked"].includes(type);

/** The nodes whose action or choice a run has begun. */
export const begunNodes = ({ taken }: Driven): string[] =>
  taken.flatMap(({ nodeId, event }) => (nodeId !== null && isBegun(event) ? [nodeId] : []));

/**
 * A run that this version itself puts where another one stands: it comes to the node at the same instant, and there
 * happens to it what happened to the other one.
 */
export function putThere(version: RunVersion, { state, arrivedAt, here }: Driven): [RunVersion, Driven] {
  const { graphDefinition } = version;
  const starts = graphDefinition.nodes.filter(({ type }) => type === "trigger").map(({ id }) => id);
  const others = (graphDefinition.edges ?? []).filter(({ source }) => !starts.includes(source));
  const edges = [...others, ...starts.map((source) => ({ source, target: state.nodeId ?? "" }))];
  // Nothing puts it off on its way: that it was put off is told beside.
  const there: RunVersion = { ...version, graphDefinition: { ...graphDefinition, edges } };
  const plan = planOf({ ...there, respectBusinessHours: false });
  let run = took(plan, from(startState(), arrivedAt), { type: "started", at: arrivedAt, facts: FACTS[0] ?? {} });
  const again = (): void => {
    if (run.state.phase === "retrying") run = took(plan, run, { type: "woke", at: run.at, facts: {}, early: true });
  };
  for (const event of here) {
    if (event.type !== "perform_failed" && event.type !== "performed") continue;
    again();
    run = took(plan, run, { ...event, attempt: run.state.attempts });
  }
  if (state.phase === "deferred" || state.phase === "performing") again();
  const { nodeId, attempts: attempt } = run.state;
  const until = state.wakeAt ?? 0;
  const isPutOff = state.phase === "deferred" || (state.phase === "performing" && state.status === "waiting");
  if (!isPutOff || nodeId === null) return [there, run];
  const putOff = { type: "put_off", nodeId, attempt, until, error: null, begun: state.phase === "performing" } as const;
  return [there, took(plan, run, putOff)];
}

export const isLive = ({ state }: Driven): boolean => LIVE_STATUSES.includes(state.status);

/** All that is to be seen of a run but for words: states, what it was to do, and the ways it took. */
export function seen(version: RunVersion, plan: Plan, { state, effects, steps }: Driven): object {
  return {
    state: { ...state, seq: 0 },
    effects: effects.map((effect) =>
      effect.type === "perform" ? { ...effect, ...settingsOf(version, plan, effect) } : effect,
    ),
    steps: steps.map(({ nodeId, handle, at, why }) => ({ nodeId, handle, at, code: why.code })),
  };
}

function settingsOf(version: RunVersion, plan: Plan, { actionType, config }: Extract<Effect, { type: "perform" }>) {
  const { ui: _, ...read }: JsonObject = config;
  return {
    config: read,
    channel: actionType === "send_whatsapp" ? (version.outboundChannelId ?? null) : null,
    share: JSON.stringify(read).includes("{%") ? plan.renderShare : 1,
  };
}
