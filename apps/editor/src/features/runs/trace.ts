import type { AutomationRunDetail } from "@trilho/api-client";
import type { Effect, SimulationResult, TraceEntry } from "@trilho/engine";

type RunEffect = AutomationRunDetail["effects"][number];

/** A run's history in the simulator's format, so that the same components show both. */
export function traceOf(run: AutomationRunDetail): Pick<SimulationResult, "startedAt" | "trace"> {
  const effects = new Map(run.effects.map((effect) => [effect.nodeId, effect]));
  const trace = run.steps.map((step): TraceEntry => {
    const effect = step.why.code === "performing" ? effects.get(step.nodeId) : undefined;
    return {
      ...step,
      at: wholeSecond(step.at),
      text: "",
      effect: effect ? performed(effect) : null,
      rendered: effect?.config ?? null,
      issues: [],
    };
  });
  return { startedAt: startOf(run), trace };
}

/** When its first step was taken; of a run without steps, when it came about. */
export const startOf = ({ steps, createdAt }: AutomationRunDetail): string => wholeSecond(steps[0]?.at ?? createdAt);

/** What real runs do at once takes some ms. */
const wholeSecond = (at: string): string => new Date(Math.floor(Date.parse(at) / 1000) * 1000).toISOString();

const performed = ({ nodeId, actionType, config, attempts }: RunEffect): Effect => ({
  type: "perform",
  nodeId,
  // The server carries out the engine's actions alone.
  actionType: actionType as Extract<Effect, { type: "perform" }>["actionType"],
  config,
  attempt: attempts,
});

/** What each action answered, by the step that began its latest attempt. */
export function answersBySeq(run: AutomationRunDetail): ReadonlyMap<number, RunEffect> {
  return new Map(
    run.effects.flatMap((effect) => {
      const began = run.steps.findLast(({ nodeId, why }) => nodeId === effect.nodeId && why.code === "performing");
      return began === undefined ? [] : [[began.seq, effect] as const];
    }),
  );
}
