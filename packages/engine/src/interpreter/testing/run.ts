import type { ActionType, GraphDefinition, GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Advance, Facts, RunEvent, RunState } from "../../contract/run.ts";
import { advance, startState } from "../advance.ts";
import { compileRun } from "../compile-run.ts";
import type { Plan, RunSettings } from "../plan.ts";

export const START = Date.parse("2026-01-05T12:00:00Z");

/** A graph of one node `n` after the trigger, with an end `to-<handle>` behind each of `handles`. */
export function around(node: Omit<GraphNode, "id">, handles: readonly string[]): GraphDefinition {
  return {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "n", ...node },
      ...handles.map((handle): GraphNode => ({ id: `to-${handle}`, type: "end" })),
    ],
    edges: [
      { source: "start", target: "n" },
      ...handles.map((handle) => ({ id: `e-${handle}`, source: "n", target: `to-${handle}`, sourceHandle: handle })),
    ],
  };
}

export function action(actionType: ActionType, config: JsonObject = {}): Omit<GraphNode, "id"> {
  return { type: "action", actionType, config };
}

/** What a test says of an event; the time and the facts are added, and which effect it answers: the open one. */
export type Happening = RunEvent extends infer Event
  ? Event extends RunEvent
    ? Omit<Event, "at" | "facts" | "nodeId" | "attempt"> & {
        at?: number;
        facts?: Facts;
        nodeId?: string;
        attempt?: number;
      }
    : never
  : never;

/** Plays events in order and gives the last answer. Alarms ring when they are due. */
export function play(
  definition: GraphDefinition,
  happenings: readonly Happening[],
  settings: RunSettings = {},
): Advance {
  const plan = compileRun(definition, settings);
  let answer = step(plan, startState(), { type: "started" }, START);
  let at = START;
  for (const happening of happenings) {
    at = happening.at ?? (happening.type === "woke" ? (answer.state.wakeAt ?? at) : at);
    answer = step(plan, answer.state, happening, at);
  }
  return answer;
}

function step(plan: Plan, state: RunState, happening: Happening, at: number): Advance {
  return advance(plan, state, {
    facts: {},
    nodeId: state.nodeId ?? "",
    attempt: state.attempts,
    ...happening,
    at,
  } as RunEvent);
}

/** The node and handle of each step: `n:timeout`, `to-timeout`. */
export function path({ steps }: Advance): string[] {
  return steps.map(({ nodeId, handle }) => (handle === null ? nodeId : `${nodeId}:${handle}`));
}
