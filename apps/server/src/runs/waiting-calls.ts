import type { Call } from "./call-gate.ts";
import type { RunClaim } from "./model/run.ts";

/** Whoever does not come within this when called was taken by another process, or goes another way by now. */
const COMES_WITHIN_MS = 2000;

/** A run that was put off for a call, as it was written then: once its tick is another, it waits no more. */
export interface WaitingRun {
  call: Call;
  claim: RunClaim;
  /** When it comes by itself, Unix ms. */
  until: number;
  /** It was called, and found its place taken. */
  isCalledInVain: boolean;
}

/** The runs that a process put off, called in their order as places become free, long before they come by themselves. */
export interface WaitingCalls {
  add(run: WaitingRun): void;
  /** A run has come to its call; whether it was called. */
  come(runId: string): boolean;
  /** Calls as many as there is room for that nobody was called for. */
  next(): RunClaim[];
}

/** Those of one automation to one host. Who was called in vain comes first. */
interface Queue {
  call: Call;
  inVain: Map<string, WaitingRun>;
  others: Map<string, WaitingRun>;
}

const keyOf = ({ workspaceId, automationId, host }: Call): string => JSON.stringify([workspaceId, automationId, host]);

/** Whether two calls may need the same place. */
const areRivals = (one: Call, other: Call): boolean =>
  one.workspaceId === other.workspaceId &&
  (one.automationId === other.automationId || (one.host !== null && one.host === other.host));

/** `roomFor`: how many more such calls may begin now; `now` is in ms. */
export function createWaitingCalls(roomFor: (call: Call) => number, now: () => number): WaitingCalls {
  const queues = new Map<string, Queue>();
  const queueOf = new Map<string, Queue>();
  const called = new Map<string, { call: Call; until: number }>();

  function leave(runId: string): void {
    const queue = queueOf.get(runId);
    queueOf.delete(runId);
    queue?.inVain.delete(runId);
    queue?.others.delete(runId);
    if (queue?.inVain.size === 0 && queue.others.size === 0) queues.delete(keyOf(queue.call));
  }

  function callFirst({ inVain, others }: Queue): RunClaim | null {
    for (const runs of [inVain, others]) {
      for (const { claim, call, until } of runs.values()) {
        leave(claim.runId);
        if (until <= now()) continue;
        called.set(claim.runId, { call, until: now() + COMES_WITHIN_MS });
        return claim;
      }
    }
    return null;
  }

  function isRoomFor(call: Call): boolean {
    const room = roomFor(call);
    return room > 0 && room > [...called.values()].filter((other) => areRivals(call, other.call)).length;
  }

  /** One of each automation that there is room for; whose turn it was comes last the next time. */
  function callRound(): RunClaim[] {
    return [...queues].flatMap(([key, queue]) => {
      if (!isRoomFor(queue.call)) return [];
      const claim = callFirst(queue);
      if (queues.delete(key)) queues.set(key, queue);
      return claim ?? [];
    });
  }

  return {
    add(run) {
      const key = keyOf(run.call);
      const queue = queues.get(key) ?? { call: run.call, inVain: new Map(), others: new Map() };
      queues.set(key, queue);
      queueOf.set(run.claim.runId, queue);
      queue[run.isCalledInVain ? "inVain" : "others"].set(run.claim.runId, run);
    },

    come(runId) {
      leave(runId);
      return called.delete(runId);
    },

    next() {
      for (const [runId, { until }] of called) if (until <= now()) called.delete(runId);
      const claims: RunClaim[] = [];
      for (let round = callRound(); round.length > 0; round = callRound()) claims.push(...round);
      return claims;
    },
  };
}
