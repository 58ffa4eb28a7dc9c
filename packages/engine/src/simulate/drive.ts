import type { RunEvent, RunStatus } from "../contract/run.ts";
import type { Renderer, SimulationError } from "../contract/scenario.ts";
import type { Move, Moment, PlanNode, Staying } from "../interpreter/plan.ts";
import { NOT_BEGUN, walk } from "../interpreter/walk.ts";
import type { Token } from "../interpreter/walk.ts";
import { describeReason } from "../messages/describe.ts";
import { answer } from "./answers.ts";
import type { World } from "./answers.ts";

/** An action's config with its Liquid rendered. */
export type Shown = ReturnType<Renderer["render"]>;

/** Looks on while a run goes. */
export interface Watcher {
  /** The token made a move. */
  readonly moved: (node: PlanNode | null, move: Move, moment: Moment) => void;
  /** It stays somewhere with an open effect, or the run is over. */
  stopped(token: Token, shown: Shown | null): void;
  /** The world answered. */
  answered(node: PlanNode, event: RunEvent): void;
}

/** How a simulated run ended. `endAt` is Unix ms. */
export interface Ending {
  status: RunStatus;
  endAt: number;
  error: SimulationError | null;
}

/** Lets a run go from its start (Unix ms) to its end, in at most `budget` events. */
export function drive(world: World, startAt: number, budget: number, watcher: Watcher): Ending {
  const token: Token = { node: null, staying: NOT_BEGUN, wakeAt: null };
  let event: RunEvent = { type: "started", at: startAt, facts: world.factsAt(startAt) };
  for (let events = 0; events < budget; events += 1) {
    walk(world.plan, token, event, watcher.moved);
    const { node, staying } = token;
    const shown = world.render === null ? null : render(world, node, staying, event.at);
    watcher.stopped(token, shown);
    if (node === null || staying.phase === "ended") {
      return { status: staying.status, endAt: event.at, error: hoursError(token, event) };
    }
    event = answer(world, node, token, shown?.config ?? node.config, event.at);
    watcher.answered(node, event);
  }
  const message = `The run did not end within ${budget} events.`;
  return { status: "failed", endAt: event.at, error: { code: "step-budget", message } };
}

function render(world: World, node: PlanNode | null, { phase }: Staying, at: number): Shown | null {
  if (phase !== "performing" || node === null || world.render === null) return null;
  return world.render.render(node.config, world.factsAt(at), at);
}

function hoursError({ staying }: Token, moment: Moment): SimulationError | null {
  if (staying.status !== "failed") return null;
  const why = staying.why?.(moment);
  if (why?.code !== "hours-unusable") return null;
  const code = why.params["problem"] === "hours-never-open" ? "hours-never-open" : "invalid-business-hours";
  return { code, message: describeReason(why) };
}
