import type { TokenEvent, RunStatus } from "../contract/run.ts";
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
  answered(node: PlanNode, event: TokenEvent): void;
  /** Where the run may take ways that were walked before; nothing of the above is told of them. */
  readonly shortcuts?: Shortcuts;
}

/** Ways that were walked before. Where they come to may be the run's end: `endAt` is when. */
export interface Shortcuts extends Ending {
  /** The node at which the run is; null when it is over. */
  node: PlanNode | null;
  /** Events so far. */
  events: number;
  /** Takes one after the other from where the run is, as long as events stay below `budget`. */
  follow(budget: number): void;
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
  const event: TokenEvent = { type: "started", at: startAt, facts: world.factsAt(startAt) };
  return proceed(world, token, { event, at: startAt, events: 0 }, budget, watcher);
}

/** The same for a run that is where its shortcuts are. They know then how it ended. */
export function driveOn(world: World, budget: number, watcher: Watcher & { readonly shortcuts: Shortcuts }): void {
  const { shortcuts } = watcher;
  shortcuts.follow(budget);
  if (shortcuts.node === null) return;
  const token: Token = { node: shortcuts.node, staying: NOT_BEGUN, wakeAt: null, arrives: true };
  const come = { event: null, at: shortcuts.endAt, events: shortcuts.events };
  const { status, endAt, error } = proceed(world, token, come, budget, watcher);
  [shortcuts.status, shortcuts.endAt, shortcuts.error] = [status, endAt, error];
}

/** Where a run has come to: after so many events, with one that is yet to happen, at an instant (Unix ms). */
interface Progress {
  event: TokenEvent | null;
  at: number;
  events: number;
}

function proceed(world: World, token: Token, come: Progress, budget: number, watcher: Watcher): Ending {
  const { plan } = world;
  const { shortcuts } = watcher;
  let { event, at, events } = come;
  for (; events < budget; events += 1) {
    if (event !== null) step(plan, token, event, watcher.moved);
    while (token.arrives && token.node !== null) {
      if (shortcuts) {
        [shortcuts.node, shortcuts.endAt, shortcuts.events] = [token.node, at, events];
        shortcuts.follow(budget);
        ({ node: token.node, endAt: at, events } = shortcuts);
        if (token.node === null) return shortcuts;
      }
      arrive(plan, token, { at, facts: world.factsAt(at) }, watcher.moved);
    }
    const { node, staying } = token;
    const shown = world.render === null ? null : render(world, node, token, at);
    watcher.stopped(token, shown);
    if (node === null || staying.phase === "ended") {
      return { status: staying.status, endAt: at, error: hoursError(token, { at, facts: world.factsAt(at) }) };
    }
    event = answer(world, node, token, shown?.config ?? node.config, at);
    ({ at } = event);
    watcher.answered(node, event);
  }
  return { status: "failed", endAt: at, error: simulationError("step-budget", "step-budget", { budget }) };
}

function render(world: World, node: PlanNode | null, { staying }: Token, at: number): Shown | null {
  if (staying.phase !== "performing" || node === null || world.render === null) return null;
  return world.render.render(node.config, world.factsAt(at), at, world.plan.renderShare);
}

function hoursError({ staying }: Token, moment: Moment): SimulationError | null {
  if (staying.status !== "failed") return null;
  const why = staying.why?.(moment);
  if (why?.code !== "hours-unusable") return null;
  const code = why.params["problem"] === "hours-never-open" ? "hours-never-open" : "invalid-business-hours";
  return simulationError(code, "hours-unusable", why.params);
}
