import type { ActionType, Facts, JsonObject } from "@trilho/engine/contract";
import { failureReason, type FailureArguments, type FailureCode, type FailureReason } from "@trilho/engine/failures";
import type { Store } from "./model/stores.ts";
import type { Frozen } from "./model/frozen-port.ts";
import { errorOf } from "./model/failures.ts";
import type { ActionOutcome, HeldRun } from "./model/run.ts";
import { isOfTestKey, isTestEvent } from "./model/trial.ts";

/** One action to carry out. `config` has its Liquid rendered. `key` is the same on every attempt at this action. */
export interface ActionCall {
  run: HeldRun;
  nodeId: string;
  config: JsonObject;
  /** As they were when it came to this action; read only for who asks. */
  facts(): Promise<Facts>;
  attempt: number;
  key: string;
  /** Unix ms. */
  at: number;
  /** What all attempts at it send, where the action says how that is made. */
  frozen?: Frozen;
}

/**
 * How an action is carried out. `inside` ones change this database, in the transaction of the run's own step, and so
 * happen exactly once; `outside` ones reach other systems between two transactions, at least once and under their key.
 * Neither rejects for what can be expected to fail.
 */
export type Action =
  | { where: "inside"; perform(store: Store, call: ActionCall): Promise<ActionOutcome> }
  | {
      where: "outside";
      perform(call: ActionCall): Promise<ActionOutcome>;
      /** Takes what came of it into this database, in the transaction of the run's next step: exactly once. */
      conclude?(store: Store, call: ActionCall, result: JsonObject | null): Promise<ActionOutcome>;
      /** The server that it calls, where that is the customer's choice. */
      host?(call: ActionCall): string;
      /** Makes what every attempt sends, before the first one. What was refused for good is made anew by a retry. */
      freeze?(store: Store, call: ActionCall): Promise<Frozen | ActionOutcome>;
      /** Whoever refused it may know it by its id all the same: a retry sends the same. */
      staysFrozen?: true;
      /**
       * What is known of an attempt whose record was lost, in the transaction of whoever takes the run over; null where
       * nothing is.
       */
      recall?(store: Store, call: ActionCall): Promise<ActionOutcome | "not-begun" | null>;
      /** What of the config may be kept for people to read; all of it without this. */
      shown?(config: JsonObject): JsonObject;
    };

export type Outside = Extract<Action, { where: "outside" }>;
export type Inside = Extract<Action, { where: "inside" }>;
export const inside = (perform: Inside["perform"]): Inside => ({ where: "inside", perform });

/** Runs that a test event or a test key's deed started write into the local outbox, and to nobody else. */
export const modeOf = ({ event }: Pick<HeldRun, "event">): "live" | "test" =>
  isTestEvent(event) || isOfTestKey(event) ? "test" : "live";

/** Every action of graph format 2; `wait` never comes to be carried out: the interpreter sleeps. */
export type Actions = Readonly<Record<Exclude<ActionType, "wait">, Action>>;

/** How an action ended that another attempt cannot help. */
export const refusal = <Code extends FailureCode>(code: Code, ...params: FailureArguments<Code>): ActionOutcome =>
  permanent([failureReason(code, ...params)]);
export const permanent = (failure: FailureReason[]): ActionOutcome => ({
  ok: false,
  error: { ...errorOf(failure), permanent: true },
});
export const transient = (failure: FailureReason[], retryAfterMs: number | null = null): ActionOutcome => ({
  ok: false,
  error: { ...errorOf(failure), permanent: false, ...(retryAfterMs !== null && { retryAfterMs }) },
});
/** The server that was called said nothing. */
export const unanswered = (failure: FailureReason[]): ActionOutcome => ({
  ok: false,
  error: { ...errorOf(failure), permanent: false },
  isUnanswered: true,
});
/** It may have been carried out all the same: nobody knows. */
export const uncertain = (failure: FailureReason[]): ActionOutcome => ({
  ok: false,
  error: { ...errorOf(failure), permanent: false, uncertain: true },
});
export const succeeded = (result: JsonObject | null = null): ActionOutcome => ({ ok: true, result });

/** Of an action whose config says all: for the contact that the run is about, every attempt says the same. */
export const frozenWords: NonNullable<Outside["freeze"]> = (_, { config, run: { contactId } }) =>
  Promise.resolve({ config, contactId });

/** What the action's own `freeze` has made for a call. */
export function frozenIn<Content extends object>({ frozen }: Pick<ActionCall, "frozen">): Content {
  if (frozen?.content === undefined) throw new Error("A call was not made ready");
  return frozen.content as Content;
}
