import type { Picker } from "../contract/config-schema.ts";
import type { Brought } from "../contract/needs.ts";
import type { FailureReason } from "../contract/run.ts";
import type { Until } from "../contract/until.ts";
import type { SETTINGS } from "../failures/tables/settings.ts";
import type { UntilFault } from "../graph/until.ts";
import type { QueryProblem } from "../query/text.ts";
import type { ProblemCode } from "../rules/validate/codes.ts";

/**
 * What a node is called: its author's label, or its kind with what tells it apart; null for what cannot be read.
 * `seconds` is the length of a wait, `until` what it lasts until, `detail` what a message or task begins with.
 */
export type NodeRef = { label?: string; kind?: string; detail?: string; seconds?: number; until?: Until } | null;

/** Some nodes by name; `more` is how many others there are. */
export type NodeList = { shown: NodeRef[]; more: number };

/**
 * An exit of a node. `named`: its name is the label that a person chose. Else it is the handle, `failure` for the fallback
 * of an action, or the kind of a part without a label, which is then told by its `number` among them, from 1.
 */
export type ExitRef = { name: string; named: boolean; number?: number };

/** A place in a definition in words. `number` counts from 1; `field` is a dotted path below the node or edge. */
export type Place =
  | { in: "automation" }
  | { in: "list"; name: string }
  | { in: "edge"; number: number; field: string }
  | { in: "node"; number: number; node: NodeRef; field: string };

/** Why a value cannot be read. */
export type UnreadableReason =
  | "not-a-number"
  | "not-json"
  | "contains-itself"
  | "not-plain"
  | "empty-place"
  | "failed"
  | "broken-key"
  | "broken-text";

// Types, not interfaces: these are plain JSON, and only types are assignable to it.
type None = Record<never, never>;
type AtPlace = { place: Place };
type AtNode = { node: NodeRef };
type AtPart = { node: NodeRef; part: string };
type Count = { count: number; limit: number };
type SharedId = { node: NodeRef; id: string };

/** The values in the messages of problems that depend on what is around a graph. */
export interface AroundParams {
  "unknown-reference": { node: NodeRef; thing: ReferredThing; id: string; isOfAnotherKind: boolean };
  "missing-channel": { node: NodeRef; channel: ChannelNeeded };
  "private-address": { node: NodeRef; host: string };
  "certain-failure": { node: NodeRef; failure: FailureReason<keyof typeof SETTINGS> };
  /** `languages`: those the template has, where only the language is unknown. */
  "unknown-template": { node: NodeRef; name: string; language: string; languages: string | null };
  "template-not-approved": { node: NodeRef; name: string; status: string };
  /** `what`: the gaps, the kind of file, or how many buttons there are. */
  "template-parameters": { node: NodeRef; fault: TemplateFault; what: string };
  /** `meant`: what the name most likely stands for. */
  "unknown-variable": { node: NodeRef; field: string; name: string; meant?: string };
  "broken-liquid": { node: NodeRef; field: string; problem: LiquidProblem; detail: string; line: number };
  /** `after`: the step at which the contact wrote last, null where it may not have; `unanswered`: what asked it then. */
  "outside-message-window": { node: NodeRef; after: NodeRef; unanswered: NodeRef };
}

/** In what a message and its template do not fit. */
export type TemplateFault = "missing" | "surplus" | "no-media" | "surplus-media" | "buttons" | "labels" | "text";

/** The values in each problem's message. */
export interface ProblemParams extends AroundParams {
  "unreadable-value": { reason: UnreadableReason; type?: string };
  "too-big": { reason: "levels" | "values"; limit: number };
  "wrong-type": { place: Place; types: string[] };
  "missing-field": AtPlace;
  "wrong-version": None;
  "empty-node-id": AtPlace;
  "unknown-node-type": AtPlace;
  "unknown-handle": AtPlace;
  "invalid-part-id": AtPlace;
  "negative-weight": AtPlace;
  "missing-action-type": { number: number; node: NodeRef };
  "unknown-action-type": { number: number };
  "duplicate-node-id": SharedId;
  "duplicate-edge-id": { id: string };
  "duplicate-branch-id": SharedId;
  "duplicate-exit-id": SharedId;
  "duplicate-button-id": SharedId;
  "dangling-edge": { missing: "source" | "target" | "both"; node: NodeRef };
  "no-trigger": None;
  "several-triggers": { count: number };
  "too-many-nodes": Count;
  "too-many-waits": Count;
  "too-many-edges": Count;
  cycle: { nodes: NodeList };
  "unreachable-node": { nodes: NodeList };
  "branch-without-edge": AtPart;
  "exit-without-edge": AtPart;
  "edge-for-missing-branch": AtPart;
  "edge-for-missing-exit": AtPart;
  "edge-for-missing-button": AtPart;
  "handle-not-offered": { node: NodeRef; handle: string };
  "several-edges-from-handle": { node: NodeRef; way: ExitRef };
  "edge-out-of-end": AtNode;
  "webhook-needs-url": AtNode;
  "move-stage-needs-stage": AtNode;
  "tags-needed": { node: NodeRef; lack: "none" | "empty" };
  "field-needed": { node: NodeRef; lack: "none" | "twice" };
  "field-value-needed": AtNode;
  "responsible-needed": AtNode;
  "delay-needed": { node: NodeRef; seconds: number };
  "nothing-after-trigger": AtNode;
  "condition-without-fallback": AtNode;
  "condition-without-branches": AtNode;
  "round-robin-without-exits": AtNode;
  "reply-without-timeout": AtNode;
  "button-without-edge": AtPart;
  "text-reply-without-buttons": AtNode;
  "message-without-content": AtNode;
  "action-without-title": AtNode;
  "button-without-text": AtPart;
  "button-text-cut": AtPart;
  "same-button-text": AtPart;
  "url-not-http": AtNode;
  "same-query": { node: NodeRef; part: string; earlier: string };
  "branch-never-reached": { node: NodeRef; part: string; earlier: string; because: "always-holds" | "implied" };
  "branch-never-holds": AtPart;
  "unreadable-query": { node: NodeRef; problem: QueryProblem };
  "unknown-field": { node: NodeRef; field: string };
  "unknown-operator": { node: NodeRef; operator: string | null };
  "rule-without-value": AtNode;
  "repeated-message": { node: NodeRef; earlier: NodeRef };
  "repeated-tag": AtNode;
  "repeated-action": AtNode;
  "unreadable-until": { node: NodeRef; fault: UntilFault | "no-date" };
  "longer-than-a-year": { node: NodeRef; days: number };
  "impossible-action": { node: NodeRef; lack: Brought };
  "unknown-trigger": { node: NodeRef; type: string };
}

/** What a config names by its id or slug. */
export type ReferredThing = Picker | "file" | "script";

/** The kind of channel that a step needs; `any` is one that brings messages. */
export type ChannelNeeded = "whatsapp" | "instagram" | "any";

/** What is wrong with a text's Liquid. */
export type LiquidProblem = "liquid-syntax" | "unknown-filter" | "unknown-tag" | "liquid-limit" | "liquid-failed";

/** The values in the titles of their fixes. */
export interface AroundFixParams {
  "use-template": { name: string; language: string };
  "use-template-language": { language: string };
  "remove-parameters": None;
  "use-template-texts": None;
  "use-variable": { name: string };
}

/** The values in each fix's title. */
export interface FixParams extends AroundFixParams {
  "remove-edge": None;
  "remove-edge-between": { from: NodeRef; to: NodeRef; way: ExitRef };
  "remove-second-edge": None;
  "remove-second-id": None;
  "remove-nodes": { count: number };
  "set-delay": { seconds: number };
  "connect-to": { node: NodeRef };
  "add-trigger": None;
  "take-every-reply": None;
}

export type FixCode = keyof FixParams;

/** A fix's title before a language has put it into words. */
export type FixTitle = { [C in FixCode]: { code: C; params: FixParams[C] } }[FixCode];

/** A problem before a language has put it into words. */
export type Problem = { [C in ProblemCode]: { code: C; params: ProblemParams[C] } }[ProblemCode];
