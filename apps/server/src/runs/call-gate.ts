import { failureReason, type FailureReason } from "@trilho/engine/failures";

/** So many calls in a row that nobody answers open a circuit. */
const SILENCES = 3;
/** For so long nobody calls then; twice as long after each further silence. */
const OPEN_MS = 30_000;
const LONGEST_OPEN_MS = 300_000;
/** Who has to wait looks again after this at most. */
const LONGEST_WAIT_MS = 30_000;
const SHORTEST_WAIT_MS = 100;
/** What a call takes, as long as none has ended. */
const FIRST_GUESS_MS = 250;
/** Of what calls took lately, the last one counts for so much. */
const WEIGHT = 0.2;

/** A call that is to begin. */
export interface Call {
  workspaceId: string;
  automationId: string;
  /** Where it goes; null where only its automation is watched. */
  host: string | null;
}

/** How a call ended: somebody answered, nobody did, or it was not made after all. */
export type CallEnd = "answered" | "silent" | "not-made";

/** Why a call may not begin now, and after how long to ask again. */
export interface NotNow {
  ok: false;
  afterMs: number;
  failure: FailureReason[];
}
export type Entry = NotNow | { ok: true; leave(end: CallEnd): void };

/** Calls under way, and why others were put off so far. */
export interface CallState {
  underWay: number;
  openCircuits: number;
  putOff: { busy: number; circuit: number };
}

/** Keeps one automation, or one address that nobody answers at, from holding all places of a process. */
export interface CallGate {
  /** Whether a call may begin, which it then has. */
  enter(call: Call): Entry;
  /** Why a call would not be let in; null where it would be. */
  refuse(call: Call): NotNow | null;
  /** Automations that may begin no call for now. */
  busyAutomations(): string[];
  state(): CallState;
}

interface Lane {
  /** Null for a host's. */
  automationId: string | null;
  /** When each call under way began, Unix ms. */
  begun: Set<{ at: number }>;
  tookMs: number;
  silences: number;
  openUntil: number;
  /** When the next of those that wait may come. */
  nextAt: number;
}

const keysOf = ({ workspaceId, automationId, host }: Call) => [
  { key: JSON.stringify([workspaceId, "automation", automationId]), automationId },
  ...(host === null ? [] : [{ key: JSON.stringify([workspaceId, "host", host]), automationId: null }]),
];

const newLane = (automationId: string | null): Lane => ({
  automationId,
  begun: new Set(),
  tookMs: FIRST_GUESS_MS,
  silences: 0,
  openUntil: 0,
  nextAt: 0,
});

/** `workers` is how many calls a process can have under way; `now` is in ms, `random` in [0, 1). */
export function createCallGate(
  workers: number,
  { now = Date.now, random = Math.random }: { now?: () => number; random?: () => number } = {},
): CallGate {
  // One place in four, and one at least where there are several, is for others.
  const most = Math.max(1, workers - Math.max(1, Math.floor(workers / 4)));
  const lanes = new Map<string, Lane>();
  const putOff = { busy: 0, circuit: 0 };

  const lanesOf = (call: Call): { key: string; lane: Lane }[] =>
    keysOf(call).map(({ key, automationId }) => ({ key, lane: lanes.get(key) ?? newLane(automationId) }));
  /** Where the last call was not answered, one at a time shows whether the next one is. */
  const limitOf = ({ silences }: Lane): number => (silences === 0 ? most : 1);
  const isFull = (lane: Lane): boolean => lane.begun.size >= limitOf(lane);

  /** Spreads those that wait over the time in which there is room for them. */
  function waitFor(lane: Lane, at: number): number {
    const oldest = Math.min(at, ...[...lane.begun].map((call) => call.at));
    const eachMs = Math.max(lane.tookMs, at - oldest) / limitOf(lane);
    lane.nextAt = Math.min(Math.max(lane.nextAt, at) + eachMs, at + LONGEST_WAIT_MS);
    return Math.max(SHORTEST_WAIT_MS, lane.nextAt - at);
  }

  function end(key: string, lane: Lane, call: { at: number }, how: CallEnd, watchesSilence: boolean): void {
    lane.begun.delete(call);
    const at = now();
    if (how !== "not-made") lane.tookMs += WEIGHT * (at - call.at - lane.tookMs);
    if (how === "answered") [lane.silences, lane.openUntil] = [0, 0];
    if (how === "silent" && watchesSilence) {
      lane.silences += 1;
      const over = lane.silences - SILENCES;
      if (over >= 0) lane.openUntil = at + Math.min(OPEN_MS * 2 ** over, LONGEST_OPEN_MS);
    }
    if (lane.begun.size === 0 && lane.silences === 0 && lane.nextAt <= at) lanes.delete(key);
  }

  function refuse(call: Call): NotNow | null {
    const at = now();
    const { host } = call;
    const wanted = lanesOf(call);
    const open = wanted.find(({ lane }) => lane.openUntil > at)?.lane;
    if (open !== undefined && host !== null) {
      putOff.circuit += 1;
      const afterMs = open.openUntil - at + random() * (OPEN_MS / 2);
      return { ok: false, afterMs, failure: [failureReason("host-left-alone", { host })] };
    }
    const full = wanted.find(({ lane }) => isFull(lane));
    if (full === undefined) return null;
    putOff.busy += 1;
    lanes.set(full.key, full.lane);
    const isHost = host !== null && full !== wanted[0];
    const reason = isHost ? failureReason("host-busy", { host }) : failureReason("automation-busy");
    return { ok: false, afterMs: waitFor(full.lane, at), failure: [reason] };
  }

  return {
    refuse,

    enter(wish) {
      const refusal = refuse(wish);
      if (refusal !== null) return refusal;
      const call = { at: now() };
      const wanted = lanesOf(wish);
      for (const { key, lane } of wanted) {
        lane.begun.add(call);
        lanes.set(key, lane);
      }
      return {
        ok: true,
        leave: (how) => wanted.forEach(({ key, lane }, index) => end(key, lane, call, how, index > 0)),
      };
    },

    busyAutomations: () =>
      [...lanes.values()].flatMap((lane) => (lane.automationId !== null && isFull(lane) ? [lane.automationId] : [])),

    state() {
      const at = now();
      const all = [...lanes.values()];
      return {
        underWay: new Set(all.flatMap(({ begun }) => [...begun])).size,
        openCircuits: all.filter(({ openUntil }) => openUntil > at).length,
        putOff: { ...putOff },
      };
    },
  };
}

/** Lets everything through. */
export const OPEN_GATE: CallGate = {
  enter: () => ({ ok: true, leave: () => undefined }),
  refuse: () => null,
  busyAutomations: () => [],
  state: () => ({ underWay: 0, openCircuits: 0, putOff: { busy: 0, circuit: 0 } }),
};
