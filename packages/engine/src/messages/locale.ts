import type { ActionType, NodeKind } from "../contract/definition.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import type { HoursDetail } from "../failures/tables/unrunnable.ts";
import type { ConnectRefusal } from "../graph/connect.ts";
import type { Naming } from "../query/text.ts";
import type { Until } from "../contract/until.ts";
import type { FieldNameOf } from "./until.ts";
import type { AroundFixParams, AroundParams, FixParams, NodeRef, ProblemParams } from "./params.ts";

/** The stable codes of `Reason`. */
export type ReasonCode =
  | "triggered"
  | "performing"
  | "succeeded"
  | "attempt-failed"
  | "failed-permanently"
  | "retries-exhausted"
  | "may-have-gone-out"
  | "outside-business-hours"
  | "hours-unusable"
  | "awaiting-reply"
  | "button-pressed"
  | "text-reply"
  | "other-reply"
  | "no-reply"
  | "branch"
  | "no-branch"
  | "waiting"
  | "waiting-until"
  | "waiting-instead"
  | "waited"
  | "waited-until"
  | "picking-exit"
  | "exit"
  | "no-exits"
  | "reached-end"
  | "no-edge"
  | "not-runnable";

/** What exactly keeps a simulation from starting or going on. */
export type SimulationDetail =
  | "scenario"
  | "start-at"
  | "facts"
  | "deal"
  | "trigger"
  | "outcomes"
  | "outcome"
  | "round-robin"
  | "catalogue"
  | "unreadable"
  | HoursDetail
  | "hours-unusable"
  | "not-runnable"
  | "step-budget"
  | "model"
  | "model-value"
  | "arrivals"
  | "model-group"
  | "distribution"
  | "delay"
  | "shares"
  | "reply-seconds"
  | "outcome-list"
  | "nested-field"
  | "cohort-size"
  | "worker";

/** What a language calls a node in a sentence. */
export type NodeNameOf = (ref: NodeRef) => string;

export type AroundTexts = { readonly [C in keyof AroundParams]: (params: AroundParams[C]) => string };
export type AroundFixTexts = { readonly [C in keyof AroundFixParams]: (params: AroundFixParams[C]) => string };

type Texts<Params, Optional> = {
  readonly [C in Exclude<keyof Params, Optional>]: (params: Params[C]) => string;
} & { readonly [C in keyof Params & Optional]?: (params: Params[C]) => string };

/**
 * Every word the engine says in one language. English is built in; import others from an entry of their own, for
 * example `ptBR` from `@trilho/engine/messages/pt-BR`.
 */
export interface Locale {
  /** BCP 47, for example "en" or "pt-BR". */
  readonly tag: string;
  /** What nodes without a label are called. */
  readonly kinds: Readonly<Record<NodeKind | ActionType, string>>;
  /** What a node is called, by what is known of it: "Wait 2 days". */
  readonly nodeName: (ref: NodeRef) => string;
  /** Until when a wait lasts: "until 3 days before expected close, 09:00"; `fieldName` names custom fields by slug. */
  readonly until: (until: Until, fieldName?: FieldNameOf) => string;
  /** Those of a graph in its surroundings may be missing: then their messages are English. */
  readonly problems: Texts<ProblemParams, keyof AroundParams>;
  readonly fixes: Texts<FixParams, keyof AroundFixParams>;
  /** Reasons come from stored runs too, so their values are not to be trusted. */
  readonly reasons: Readonly<Record<ReasonCode, (params: MessageParams) => string>>;
  /** One rule of a condition as it was compared; `rule` is an item of a reason's `rules`. */
  readonly rule: (rule: MessageParams, naming?: Naming) => string;
  /** Scenarios come from files too, so their values are not to be trusted. */
  readonly simulation: Readonly<Record<SimulationDetail, (params: MessageParams) => string>>;
  readonly refusals: Readonly<Record<ConnectRefusal, string>>;
}
