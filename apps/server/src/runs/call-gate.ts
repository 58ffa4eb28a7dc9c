import { failureReason, type FailureReason } from "@trilho/engine/failures";

/** So many calls in a row that nobody answers open a circuit: of one automation at a host, and of the host. */
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

/**
 * Keeps one automation, or one address that nobody answers at, from holding all places of a process, and an automation
 * that an address does not answer from keeping others away from it that it does answer.
 */
export interface CallGate {
  /** Whether a call may begin, which it then has. */
  enter(call: Call): Entry;
  /** Why a call would not be let in; null where it would be. */
  refuse(call: Call): NotNow | null;
  /** How many more such calls may begin now. */
  roomFor(call: Call): number;
  /** Automations that may begin no call for now. */
  busyAutomations(): string[];
  state(): CallState;
}

interface Lane {
  /** When each call under way began, Unix ms. */
  begun: Set<{ at: number }>;
  tookMs: number;
  silences: number;
  openUntil: number;
  /** When the next of those that wait may come. */
  nextAt: number;
}

/** One automation's calls to one host. */
interface Caller extends Lane {
  /** The last one was answered. */
  isAnswered: boolean;
}

interface Host extends Lane {
  /** By automation. */
  callers: Map<string, Caller>;
}

/** Calls that have so many places together. */
interface Room {
  limit: number;
  lanes: Lane[];
  /** Where those who find no place are told to wait, one after the other. */
  queue: Lane;
  isOfHost: boolean;
}

const newLane = (): Lane => ({ begun: new Set(), tookMs: FIRST_GUESS_MS, silences: 0, openUntil: 0, nextAt: 0 });
const newHost = (): Host => ({ ...newLane(), callers: new Map() });
const newCaller = (): Caller => ({ ...newLane(), isAnswered: false });

const automationKey = ({ workspaceId, automationId }: Call): string => JSON.stringify([workspaceId, automationId]);
const hostKey = ({ workspaceId, host }: Call): string => JSON.stringify([workspaceId, host]);

const callsOf = (lanes: readonly Lane[]): { at: number }[] => lanes.flatMap(({ begun }) => [...begun]);
const placesIn = ({ lanes, limit }: Room): number => limit - callsOf(lanes).length;
const isFull = (room: Room): boolean => placesIn(room) <= 0;
const isAtRest = ({ begun, silences, nextAt }: Lane, at: number): boolean =>
  begun.size === 0 && silences === 0 && nextAt <= at;
const forget = (lane: Lane): unknown => Object.assign(lane, { silences: 0, openUntil: 0 });

/**
 * One call at a time shows whether the next one is answered: of an automation whose last one was not; and where nobody's
 * was, of all that had no answer, and of all that are new there.
 */
function ofTries(host: Host, caller: Caller): Room[] {
  if (caller.isAnswered || (caller.silences === 0 && host.silences === 0)) return [];
  const isAlike = (other: Caller): boolean => !other.isAnswered && other.silences > 0 === caller.silences > 0;
  const lanes = host.silences === 0 ? [caller] : [...host.callers.values()].filter(isAlike);
  return [{ limit: 1, lanes, queue: caller, isOfHost: true }];
}

/** Who was never left without an answer may find out whether that is so for it, too. */
const openUntilOf = ({ host, caller }: { host: Host; caller: Caller }): number =>
  Math.max(caller.openUntil, caller.silences > 0 ? host.openUntil : 0);

/** Spreads those that wait over the time in which there is room for them. */
function waitFor({ limit, lanes, queue }: Room, at: number): number {
  const oldest = Math.min(at, ...callsOf(lanes).map((call) => call.at));
  const eachMs = Math.max(queue.tookMs, at - oldest) / limit;
  queue.nextAt = Math.min(Math.max(queue.nextAt, at) + eachMs, at + LONGEST_WAIT_MS);
  return Math.max(SHORTEST_WAIT_MS, queue.nextAt - at);
}

function countSilence(lane: Lane, at: number): void {
  lane.silences += 1;
  const over = lane.silences - SILENCES;
  if (over >= 0) lane.openUntil = at + Math.min(OPEN_MS * 2 ** over, LONGEST_OPEN_MS);
}

function countAnswer(host: Host, caller: Caller): void {
  // Left alone by everybody, and there again: so it is for all, rather than once the time of each is over.
  if (host.openUntil > 0 && caller.silences > 0) for (const other of host.callers.values()) forget(other);
  forget(host);
  forget(caller);
}

/** `workers` is how many calls a process can have under way; `now` is in ms, `random` in [0, 1). */
export function createCallGate(
  workers: number,
  { now = Date.now, random = Math.random }: { now?: () => number; random?: () => number } = {},
): CallGate {
  // One place in four, and one at least where there are several, is for calls to other hosts.
  const spare = Math.max(1, Math.floor(workers / 4));
  const most = Math.max(1, workers - spare);
  // As many again are for other automations, which may call the same host.
  const share = Math.max(1, most - spare);
  const automations = new Map<string, { id: string; lane: Lane }>();
  const hosts = new Map<string, Host>();
  const putOff = { busy: 0, circuit: 0 };

  function lanesOf(call: Call): { automation: Lane; host: Host; caller: Caller } {
    const host = hosts.get(hostKey(call)) ?? newHost();
    return {
      automation: automations.get(automationKey(call))?.lane ?? newLane(),
      host,
      caller: host.callers.get(call.automationId) ?? newCaller(),
    };
  }

  function keep(call: Call, { automation, host, caller }: ReturnType<typeof lanesOf>): void {
    automations.set(automationKey(call), { id: call.automationId, lane: automation });
    if (call.host === null) return;
    hosts.set(hostKey(call), host);
    host.callers.set(call.automationId, caller);
  }

  const ofAutomation = (lane: Lane): Room => ({ limit: share, lanes: [lane], queue: lane, isOfHost: false });
  const ofHost = (host: Host): Room => ({ limit: most, lanes: [host], queue: host, isOfHost: true });

  function end(call: Call, begun: { at: number }, how: CallEnd): void {
    const at = now();
    const { automation, host, caller } = lanesOf(call);
    for (const lane of [automation, host, caller]) {
      lane.begun.delete(begun);
      if (how !== "not-made") lane.tookMs += WEIGHT * (at - begun.at - lane.tookMs);
    }
    if (how !== "not-made") caller.isAnswered = how === "answered";
    if (how === "answered") countAnswer(host, caller);
    if (how === "silent") for (const lane of [host, caller]) countSilence(lane, at);
    if (isAtRest(automation, at)) automations.delete(automationKey(call));
    if (host.silences > 0) return;
    for (const [id, other] of host.callers) if (isAtRest(other, at)) host.callers.delete(id);
    if (host.callers.size === 0 && isAtRest(host, at)) hosts.delete(hostKey(call));
  }

  function roomsOf({ host: name }: Call, { automation, host, caller }: ReturnType<typeof lanesOf>): Room[] {
    return [ofAutomation(automation), ...(name === null ? [] : [...ofTries(host, caller), ofHost(host)])];
  }

  function roomFor(call: Call): number {
    const lanes = lanesOf(call);
    return openUntilOf(lanes) > now() ? 0 : Math.min(...roomsOf(call, lanes).map(placesIn));
  }

  function refuse(call: Call): NotNow | null {
    const at = now();
    const lanes = lanesOf(call);
    const openUntil = openUntilOf(lanes);
    if (call.host !== null && openUntil > at) {
      putOff.circuit += 1;
      const afterMs = openUntil - at + random() * (OPEN_MS / 2);
      return { ok: false, afterMs, failure: [failureReason("host-left-alone", { host: call.host })] };
    }
    const full = roomsOf(call, lanes).find(isFull);
    if (full === undefined) return null;
    putOff.busy += 1;
    keep(call, lanes);
    const reason =
      full.isOfHost && call.host !== null
        ? failureReason("host-busy", { host: call.host })
        : failureReason("automation-busy");
    return { ok: false, afterMs: waitFor(full, at), failure: [reason] };
  }

  return {
    refuse,
    roomFor,

    enter(call) {
      const refusal = refuse(call);
      if (refusal !== null) return refusal;
      const begun = { at: now() };
      const lanes = lanesOf(call);
      keep(call, lanes);
      for (const lane of Object.values(lanes)) lane.begun.add(begun);
      return { ok: true, leave: (how) => end(call, begun, how) };
    },

    busyAutomations: () =>
      [...automations.values()].flatMap(({ id, lane }) => (isFull(ofAutomation(lane)) ? [id] : [])),

    state() {
      const at = now();
      const isOpen = ({ openUntil }: Lane): boolean => openUntil > at;
      return {
        underWay: callsOf([...automations.values()].map(({ lane }) => lane)).length,
        openCircuits: [...hosts.values()].filter((host) => [host, ...host.callers.values()].some(isOpen)).length,
        putOff: { ...putOff },
      };
    },
  };
}

/** Lets everything through. */
export const OPEN_GATE: CallGate = {
  enter: () => ({ ok: true, leave: () => undefined }),
  refuse: () => null,
  roomFor: () => Infinity,
  busyAutomations: () => [],
  state: () => ({ underWay: 0, openCircuits: 0, putOff: { busy: 0, circuit: 0 } }),
};
