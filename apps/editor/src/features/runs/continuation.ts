import type { AutomationRunDetail } from "@trilho/api-client";
import { isObject, MAX_ATTEMPTS } from "@trilho/engine";
import type { Facts, JsonValue, Outcome, RoundRobinState } from "@trilho/engine";
import { withFact } from "../../simulation/with-fact.ts";
import type { Draft } from "../../simulation/scenarios.ts";

type RunStep = AutomationRunDetail["steps"][number];

/** So far ahead that the exit it belongs to has the turn. */
const ITS_TURN = 1_000_000;

/**
 * A scenario that goes the way a run went, up to where it stands, and on from there: the contact answers what was
 * answered, actions fail as they failed. `facts` are those known now.
 */
export function continuationOf(run: AutomationRunDetail, facts: Facts, name: string): Omit<Draft, "id" | "expect"> {
  const outcomes: Record<string, Outcome> = {};
  const roundRobin: Record<string, RoundRobinState> = {};
  run.steps.forEach((step, index) => {
    const outcome = outcomeOf(step, run.steps.slice(0, index));
    if (outcome !== null) outcomes[step.nodeId] = outcome;
    // A person had it tried again, and then it went well.
    else if (DONE.has(step.why.code) && hasFailed(outcomes[step.nodeId])) delete outcomes[step.nodeId];
    const { exitId } = step.why.params;
    if (step.why.code === "exit" && typeof exitId === "string") roundRobin[step.nodeId] = { [exitId]: ITS_TURN };
  });
  return {
    name,
    startAt: run.steps[0]?.at ?? run.createdAt,
    facts: { ...facts, ...(run.event as Facts) },
    outcomes,
    keepHours: run.respectBusinessHours,
    ...(Object.keys(roundRobin).length > 0 && { roundRobin }),
  };
}

const DONE: ReadonlySet<string> = new Set(["succeeded", "awaiting-reply"]);

const hasFailed = (outcome: Outcome | undefined): boolean =>
  outcome?.type === "fail_permanently" ||
  outcome?.type === "uncertain" ||
  (outcome?.type === "fail" && outcome.times >= MAX_ATTEMPTS);

/** The facts that a run's decisions saw, over others: what a deal was like when a branch was taken. */
export function factsSeen({ steps }: AutomationRunDetail, facts: Facts): Facts {
  const seen = new Map<string, JsonValue>();
  for (const { why } of steps) {
    const rules = Array.isArray(why.params["rules"]) ? why.params["rules"] : [];
    for (const { field, actual } of rules.filter(isObject)) {
      if (typeof field === "string" && actual !== undefined && !seen.has(field)) seen.set(field, actual);
    }
  }
  return [...seen].reduce((known, [field, value]) => withFact(known, field, value), facts);
}

/** What the world did at a step; null where it did what it does by itself. */
function outcomeOf({ nodeId, at, why }: RunStep, before: readonly RunStep[]): Outcome | null {
  const { code, params } = why;
  const asked = before.findLast((step) => step.nodeId === nodeId && step.why.code === "awaiting-reply");
  const afterSeconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(asked?.at ?? at)) / 1000));
  const message = typeof params["message"] === "string" ? { message: params["message"] } : {};
  switch (code) {
    case "button-pressed":
      return { type: "reply", afterSeconds, reply: { buttonId: String(params["buttonId"]) } };
    case "text-reply":
      return { type: "reply", afterSeconds, reply: { text: String(params["text"]) } };
    case "other-reply":
      return { type: "reply", afterSeconds, reply: {} };
    case "no-reply":
      return { type: "silence" };
    case "attempt-failed":
      return { type: "fail", times: Number(params["attempt"]), ...message };
    case "retries-exhausted":
      return { type: "fail", times: Number(params["attempts"]), ...message };
    case "failed-permanently":
      return { type: "fail_permanently", ...message };
    case "may-have-gone-out":
      return { type: "uncertain", ...message };
    default:
      return null;
  }
}
