import { isObject } from "../contract/json.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import { weightsOf } from "../interpreter/round-robin.ts";
import { isAmount } from "../json/amount.ts";
import type { Exit, ExitCause } from "./exits.ts";

/**
 * How runs are expected to go. Whatever is left out follows the defaults: the branches of a condition and its
 * `fallback` are equally likely; round robins follow their weights; half of the awaited replies come, every button and
 * free text equally often; actions do not fail.
 */
export interface RunModel {
  /**
   * By node id, the probability (0 to 1) of what a handle stands for: `branch_<id>` and `fallback` of a condition,
   * `rr_<id>`, `btn_<id>`, `text_reply`, `replied` (any other reply), `timeout`, and `fallback` of an action (it fails
   * for good). What the handles given leave over is shared by the others in their default proportions; more than 1 in
   * all is scaled down to 1.
   */
  handles?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Mean seconds until a reply comes, at most the node's time limit. Half of the limit by default. */
  replySeconds?: number;
}

/** The probability of each way of a node; 1 in all. */
export function probabilitiesOf(node: PlanNode, ways: readonly Exit[], model: RunModel): number[] {
  const defaults = ways.map((way) => defaultShare(node, ways, way));
  const given = ways.map((way) => (way.asks === null ? null : givenShare(model, node.id, way.asks)));
  const told = sum(given.map((share) => share ?? 0));
  const left = Math.max(0, 1 - told);
  const open = ways.map((way, index) => given[index] === null && way.asks !== null);
  const openDefault = sum(defaults.filter((_, index) => open[index]));
  const openCount = open.filter(Boolean).length;
  const shares = ways.map((_, index) => {
    const share = given[index] ?? null;
    if (share !== null) return share;
    if (!open[index]) return openCount === 0 && told === 0 ? (defaults[index] ?? 0) : 0;
    return openDefault > 0 ? (left * (defaults[index] ?? 0)) / openDefault : left / openCount;
  });
  return normalized(shares);
}

/** The mean time that a way takes, ms. */
export function meanMs(way: Exit, model: RunModel): number {
  const { replySeconds } = model;
  if (way.meanMs !== null) return way.meanMs;
  if (way.minMs === way.maxMs) return way.minMs;
  const told = typeof replySeconds === "number" && replySeconds >= 0 ? replySeconds * 1000 : way.maxMs / 2;
  return Math.min(Math.max(told, way.minMs), way.maxMs);
}

const REPLIES: ReadonlySet<ExitCause> = new Set(["button", "text"]);
const SILENT_SHARE = 0.5;

type Share = (node: PlanNode, ways: readonly Exit[], way: Exit) => number;

const even: Share = (_, ways) => 1 / ways.length;
const certain: Share = () => 1;
const never: Share = () => 0;
const oneOfReplies: Share = (_, ways) => (1 - SILENT_SHARE) / ways.filter(({ cause }) => REPLIES.has(cause)).length;

const DEFAULT_SHARES: Record<ExitCause, Share> = {
  triggered: certain,
  branch: even,
  "no-branch": even,
  exit: (node, _, { partId }) => weightsOf(node.exits).get(partId ?? "") ?? 0,
  waited: certain,
  succeeded: certain,
  button: oneOfReplies,
  text: oneOfReplies,
  "other-reply": never,
  silence: () => SILENT_SHARE,
  failed: never,
  "retries-exhausted": never,
  uncertain: never,
  ended: certain,
};

function defaultShare(node: PlanNode, ways: readonly Exit[], way: Exit): number {
  return DEFAULT_SHARES[way.cause](node, ways, way);
}

function givenShare({ handles }: RunModel, nodeId: string, handle: string): number | null {
  if (!isObject(handles) || !Object.hasOwn(handles, nodeId)) return null;
  const byHandle: unknown = handles[nodeId];
  if (!isObject(byHandle) || !Object.hasOwn(byHandle, handle)) return null;
  const share: unknown = byHandle[handle];
  return isAmount(share) ? share : null;
}

function normalized(shares: readonly number[]): number[] {
  const total = sum(shares);
  return total > 0 ? shares.map((share) => share / total) : [...shares];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
