import type { Plan } from "@trilho/engine";
import type { Effect, TokenEvent } from "@trilho/engine/contract";
import type { ActionCall, Actions, Outside } from "../action.ts";
import type { CallGate } from "../call-gate.ts";
import type { WaitingCalls } from "../waiting-calls.ts";
import type { HeldRun } from "../model/run.ts";
import type { Store } from "../model/stores.ts";
import type { RunWatch } from "../model/watch.ts";
import type { Render } from "./config.ts";
import type { Perform, Progress, Scope } from "./progress.ts";

/** What a tick works with. */
export interface TickParts {
  store: Store;
  actions: Actions;
  planOf(run: HeldRun): Plan;
  render: Render;
  /** Decides which actions outside may begin. */
  gate: CallGate;
  waiting: WaitingCalls;
  watch: RunWatch;
  /** In [0, 1), for the jitter of retries. */
  random(run: HeldRun, nodeId: string): number;
  /** Whether this process ends: no more actions outside begin. */
  isDraining(): boolean;
}

type WithoutFacts<Event> = Event extends unknown ? Omit<Event, "facts"> : never;

/** An effect outside of this database, to be carried out between two transactions. */
export interface OutsideCall {
  run: HeldRun;
  effect: Perform;
  action: Outside;
  call: ActionCall;
  leave: NonNullable<Scope["leave"]>;
}

/** What comes next in a transaction; null once its run is saved, or was never to be taken further. */
export type Next =
  | { kind: "event"; progress: Progress; event: WithoutFacts<TokenEvent> }
  | { kind: "effect"; progress: Progress; effect: Effect | null }
  | { kind: "call"; call: OutsideCall }
  | null;
