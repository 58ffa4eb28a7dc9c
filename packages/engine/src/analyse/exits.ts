import { partHandle } from "../contract/handles.ts";
import type { RunStatus } from "../contract/run.ts";
import { performed, performFailed } from "../interpreter/actions.ts";
import { enter, exitPicked, waited } from "../interpreter/behaviors.ts";
import type { Moment, Move, PlanNode } from "../interpreter/plan.ts";
import { replied, timedOut } from "../interpreter/replies.ts";
import { MAX_ATTEMPTS } from "../interpreter/retry.ts";
import { weightsOf } from "../interpreter/round-robin.ts";
import type { Runnable } from "./read.ts";

/** What makes a run leave a node, or end there. */
export type ExitCause =
  | "triggered"
  | "branch"
  | "no-branch"
  | "exit"
  | "waited"
  | "succeeded"
  | "button"
  | "text"
  | "other-reply"
  | "silence"
  | "failed"
  | "retries-exhausted"
  | "uncertain"
  | "ended";

/** One way in which a visit to a node can go. Instants are left out: lengths of time are in ms. */
export interface Exit {
  readonly cause: ExitCause;
  /** The branch, exit or button that decides it. */
  readonly partId: string | null;
  /** Of a branch, its place in the condition; -1 for other ways. */
  readonly branchIndex: number;
  /** The handle that a model of runs gives a probability to; null where models leave it out. */
  readonly asks: string | null;
  /** The handle by which the run leaves; null where it ends at the node. */
  readonly handle: string | null;
  /** Position of the edge taken; -1 where the run ends here. */
  readonly edge: number;
  /** How the run ends here; null where it goes on. */
  readonly ends: RunStatus | null;
  /** How long the run stays at the node, apart from retries and business hours. */
  readonly minMs: number;
  readonly maxMs: number;
  /** How long on average; null where a model says. */
  readonly meanMs: number | null;
}

type ExitOf = Pick<Exit, "cause"> &
  Partial<Pick<Exit, "partId" | "branchIndex" | "asks" | "minMs" | "maxMs" | "meanMs">>;

const NOW: Moment = { at: 0, facts: {} };
const BROKEN_OFF = { message: "", permanent: true };
const NO_ANSWER = { message: "", permanent: false };
const ANSWER_LOST = { message: "", permanent: false, uncertain: true as const };

/** Every way in which a visit to a node can go, as the interpreter has it; a condition's branches in order, then its `fallback`. */
export function exitsOf(runnable: Runnable, position: number): Exit[] {
  const { graph, plan } = runnable;
  const id = graph.nodes[position]?.id;
  const node = id === undefined ? undefined : plan.nodes.get(id);
  if (!node) return [];
  const way = (move: Move | null, told: ExitOf): Exit[] => (move ? [toWay(runnable, position, move, told)] : []);
  if (node.kind === "condition") return conditionWays(node, way);
  if (node.kind === "round_robin" && node.exits.length > 0) return exitWays(node, way);
  const entered = enter(plan, node, NOW);
  if (entered.type === "stay" && entered.phase === "performing") return actionWays(node, way);
  if (entered.type === "leave") return way(entered, { cause: "triggered" });
  const ended = entered.type === "stay" ? [] : way(entered, { cause: "ended" });
  // Without a date the run ends where nothing says how long to wait instead; with one it goes on.
  const goesOn = entered.type === "stay" || node.until?.settings.kind === "field";
  return [...(goesOn ? way(waited(node), { cause: "waited", asks: "next", ...waitRange(node) }) : []), ...ended];
}

/** A wait until something may be over at once; its `delaySeconds` are what its author expects of a date. */
function waitRange({ delayMs, until }: PlanNode): Pick<Exit, "minMs" | "maxMs" | "meanMs"> {
  const lasts = delayMs ?? 0;
  if (until === null) return { minMs: lasts, maxMs: lasts, meanMs: lasts };
  const { longestMs, settings } = until;
  if (settings.kind !== "field") return { minMs: 0, maxMs: longestMs, meanMs: longestMs / 2 };
  return { minMs: 0, maxMs: Math.max(longestMs, lasts), meanMs: lasts };
}

type MakeWay = (move: Move | null, told: ExitOf) => Exit[];

function conditionWays({ branches, usual }: PlanNode, way: MakeWay): Exit[] {
  return usual.branches.flatMap((move, branchIndex) => {
    const { handle: asks } = move;
    const partId = branches[branchIndex]?.id;
    return way(
      move,
      partId === undefined ? { cause: "no-branch", asks } : { cause: "branch", partId, branchIndex, asks },
    );
  });
}

function exitWays(node: PlanNode, way: MakeWay): Exit[] {
  return [...weightsOf(node.exits)].flatMap(([id, weight]) =>
    weight > 0 ? way(exitPicked(node, id), { cause: "exit", partId: id, asks: partHandle("rr", id) }) : [],
  );
}

function actionWays(node: PlanNode, way: MakeWay): Exit[] {
  const state = { attempts: 1 };
  const failures = [
    ...way(performFailed(node, state, BROKEN_OFF, 0), { cause: "failed", asks: "fallback" }),
    ...way(performFailed(node, { attempts: MAX_ATTEMPTS }, NO_ANSWER, 0), { cause: "retries-exhausted" }),
    ...(node.atMostOnce ? way(performFailed(node, state, ANSWER_LOST, 0), { cause: "uncertain" }) : []),
  ];
  if (node.reply === null) return [...way(performed(node, state), { cause: "succeeded", asks: "next" }), ...failures];
  return [...replyWays(node, node.reply, way), ...failures];
}

function replyWays(node: PlanNode, { buttons, timeoutMs }: NonNullable<PlanNode["reply"]>, way: MakeWay): Exit[] {
  const within = { minMs: 0, maxMs: timeoutMs };
  const offered = buttons.size > 0;
  const pressed = [...buttons.keys()].flatMap((id) =>
    way(replied(node, { buttonId: id }), { cause: "button", partId: id, asks: partHandle("btn", id), ...within }),
  );
  return [
    ...pressed,
    ...way(replied(node, { text: "." }), { cause: "text", asks: offered ? "text_reply" : "replied", ...within }),
    ...way(replied(node, {}), { cause: "other-reply", asks: offered ? "replied" : null, ...within }),
    ...way(timedOut(node), { cause: "silence", asks: "timeout", minMs: timeoutMs, maxMs: timeoutMs }),
  ];
}

function toWay({ graph }: Runnable, position: number, move: Move, told: ExitOf): Exit {
  const base = { partId: null, branchIndex: -1, asks: null, minMs: 0, maxMs: 0, meanMs: null, ...told };
  if (move.type !== "leave") {
    return { ...base, handle: null, edge: -1, ends: move.type === "finish" ? move.status : "failed" };
  }
  const edge = graph.edgeByHandle[position]?.get(move.handle) ?? -1;
  return { ...base, handle: move.handle, edge, ends: edge < 0 ? "completed" : null };
}
