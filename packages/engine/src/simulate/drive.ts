import type { RunEvent, RunStatus } from "../contract/run.ts";
import type { Renderer, SimulationError } from "../contract/scenario.ts";
import type { Move, Moment, PlanNode } from "../interpreter/plan.ts";
import { arrive, NOT_BEGUN, step } from "../interpreter/walk.ts";
import type { Token } from "../interpreter/walk.ts";
import { simulationError } from "../messages/simulation.ts";
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
  /** Where the run may take ways that were walked before; nothing of the above is told of them. */
  readonly shortcuts?: Shortcuts;
}

/** A way that was walked before: where it comes to or how the run ends, and after how many events. */
export interface Shortcut {
  readonly events: number;
  readonly to: PlanNode | null;
  readonly status: RunStatus;
}

/** Ways that were walked before. */
export interface Shortcuts {
  /** The most events of one of them. */
  readonly most: number;
  /** When the last one comes to its end. */
  readonly endAt: number;
  /** Takes the one that the run goes from a node at an instant; null where it has to be walked. */
  take(node: PlanNode, at: number): Shortcut | null;
}

/** How a simulated run ended. `endAt` is Unix ms. */
export interface Ending {
  status: RunStatus;
  endAt: number;
  error: SimulationError | null;
}

/** Lets a run go from its start (Unix ms) to its end, in at most `budget` events. */
export function drive(world: World, startAt: number, budget: number, watcher: Watcher): Ending {
  const token: Token = { node: null, staying: NOT_BEGUN, wakeAt: null, arrives: false };
  return proceed(world, token, { type: "started", at: startAt, facts: world.factsAt(startAt) }, budget, watcher);
}

function proceed(world: World, token: Token, first: RunEvent, budget: number, watcher: Watcher): Ending {
  const { plan } = world;
  const { shortcuts } = watcher;
  const most = shortcuts?.most ?? 0;
  let event = first;
  for (let events = 0; events < budget; events += 1) {
    step(plan, token, event, watcher.moved);
    let { at } = event;
    while (token.arrives && token.node !== null) {
      const shortcut = events + most < budget ? (shortcuts?.take(token.node, at) ?? null) : null;
      if (shortcut === null) {
        arrive(plan, token, { at, facts: world.factsAt(at) }, watcher.moved);
        continue;
      }
      at = shortcuts?.endAt ?? at;
      if (shortcut.to === null) return { status: shortcut.status, endAt: at, error: null };
      events += shortcut.events;
      token.node = shortcut.to;
    }
    const { node, staying } = token;
    const shown = world.render === null ? null : render(world, node, token, at);
    watcher.stopped(token, shown);
    if (node === null || staying.phase === "ended") {
      return { status: staying.status, endAt: at, error: hoursError(token, { at, facts: world.factsAt(at) }) };
    }
    event = answer(world, node, token, shown?.config ?? node.config, at);
    watcher.answered(node, event);
  }
  return { status: "failed", endAt: event.at, error: simulationError("step-budget", "step-budget", { budget }) };
}

function render(world: World, node: PlanNode | null, { staying }: Token, at: number): Shown | null {
  if (staying.phase !== "performing" || node === null || world.render === null) return null;
  return world.render.render(node.config, world.factsAt(at), at);
}

function hoursError({ staying }: Token, moment: Moment): SimulationError | null {
  if (staying.status !== "failed") return null;
  const why = staying.why?.(moment);
  if (why?.code !== "hours-unusable") return null;
  const code = why.params["problem"] === "hours-never-open" ? "hours-never-open" : "invalid-business-hours";
  return simulationError(code, "hours-unusable", why.params);
}
