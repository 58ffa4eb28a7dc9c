import type { JsonObject } from "../contract/json.ts";
import type { Effect, RunEvent, RunState, Step } from "../contract/run.ts";
import type { RenderIssue, SimulationError } from "../contract/scenario.ts";
import { advance, startState } from "../interpreter/advance.ts";
import { describeReason } from "../messages/describe.ts";
import { answer, factsAt } from "./answers.ts";
import type { World } from "./answers.ts";

/** What happened at one event. `effect` is the one then open; `shown` is an action's config with its Liquid rendered. */
export interface Happening {
  event: RunEvent;
  steps: readonly Step[];
  effect: Effect | null;
  shown: { config: JsonObject; issues: RenderIssue[] } | null;
}

/** How a simulated run ended. `endAt` is Unix ms. */
export interface Ending {
  state: RunState;
  endAt: number;
  error: SimulationError | null;
}

/** Lets a run go from its start (Unix ms) to its end, in at most `budget` events, and tells each to `watch`. */
export function drive(world: World, startAt: number, budget: number, watch: (happening: Happening) => void): Ending {
  let state = startState();
  let event: RunEvent = { type: "started", at: startAt, facts: factsAt(world, startAt) };
  for (let events = 0; events < budget; events += 1) {
    const { state: next, effects, steps } = advance(world.plan, state, event);
    state = next;
    const effect = effects[0] ?? null;
    const shown = render(world, effect, event.at);
    watch({ event, steps, effect, shown });
    if (effect === null || effect.type === "finish") return { state, endAt: event.at, error: hoursError(steps) };
    event = answer(world, effect, event.at);
  }
  const message = `The run did not end within ${budget} events.`;
  return { state, endAt: event.at, error: { code: "step-budget", message } };
}

function render(world: World, effect: Effect | null, at: number): Happening["shown"] {
  if (effect?.type !== "perform" || world.render === null) return null;
  const shown = world.render.render(effect.config, factsAt(world, at), at);
  world.sent = shown.config;
  return shown;
}

function hoursError(steps: readonly Step[]): SimulationError | null {
  const why = steps.at(-1)?.why;
  if (why?.code !== "hours-unusable") return null;
  const code = why.params["problem"] === "hours-never-open" ? "hours-never-open" : "invalid-business-hours";
  return { code, message: describeReason(why) };
}
