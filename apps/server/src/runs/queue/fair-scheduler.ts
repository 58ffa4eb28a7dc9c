import type { RunClaim } from "../model/run.ts";
import type { DueRuns } from "../model/run-ports.ts";

/** For so long it may stay unknown that one more workspace has something due. */
const KEPT_MS = 250;
/** The more workspaces there are, the longer a look takes: it gets one part in so many of the time. */
const PARTS = 10;

/** Shares a process's places among workspaces, so that none has to wait until another has nothing more to do. */
export interface FairScheduler {
  /** Takes so many runs; with room for none, one of a workspace that has nothing under way here. */
  take(room: number): Promise<RunClaim[]>;
  /** Does the work of a run that was taken. */
  during(claim: RunClaim, work: () => Promise<void>): Promise<void>;
}

/** What a workspace has of this process: so many runs under way, and when it last got one. */
interface Part {
  underWay: number;
  lastServed: number;
}

/** Runs of automations that are `busy` come after others. */
export function createFairScheduler(due: DueRuns, busy: () => string[]): FairScheduler {
  const parts = new Map<string, Part>();
  let served = 0;
  /** All room was filled last time, so others may wait. */
  let wasFilled = false;
  let waiting = new Set<string>();
  let keptUntil = 0;
  const partOf = (id: string): Part => parts.get(id) ?? { underWay: 0, lastServed: 0 };

  async function lookWhoWaits(): Promise<void> {
    const from = performance.now();
    if (from < keptUntil) return;
    waiting = new Set(await due.workspaces());
    const to = performance.now();
    keptUntil = to + Math.max(KEPT_MS, (to - from) * PARTS);
  }

  async function takeShares(ids: string[], room: number): Promise<RunClaim[]> {
    if (ids.length === 0) return [];
    const shares = share(new Map(ids.map((id) => [id, partOf(id)])), room);
    const claims = await due.takeShares(shares, busy());
    for (const [id, asked] of shares) {
      const got = claims.filter(({ workspaceId }) => workspaceId === id).length;
      if (got < asked) waiting.delete(id);
    }
    return claims;
  }

  async function takeFairly(room: number): Promise<RunClaim[]> {
    if (wasFilled) await lookWhoWaits();
    // One alone has all there is, for what that costs without shares.
    const claims = wasFilled && waiting.size > 1 ? await takeShares([...waiting], room) : [];
    return claims.length === room ? claims : [...claims, ...(await due.takeFirst(room - claims.length, busy()))];
  }

  async function takeOfNewcomer(): Promise<RunClaim[]> {
    await lookWhoWaits();
    const newcomers = [...waiting].filter((id) => partOf(id).underWay === 0);
    return takeShares(newcomers, 1);
  }

  return {
    async take(room) {
      if (room === 0) return takeOfNewcomer();
      const claims = await takeFairly(room);
      wasFilled = claims.length === room;
      return claims;
    },
    async during({ workspaceId }, work) {
      const part = partOf(workspaceId);
      parts.set(workspaceId, part);
      part.underWay += 1;
      part.lastServed = served += 1;
      await work().finally(() => (part.underWay -= 1));
    },
  };
}

/** Whoever has fewest under way gets the next place, and of these who has gone without one for longest. */
function share(parts: ReadonlyMap<string, Part>, room: number): Map<string, number> {
  const first = ([, a]: [string, Part], [, b]: [string, Part]): number =>
    a.underWay - b.underWay || a.lastServed - b.lastServed;
  const nearest = [...parts].toSorted(first).slice(0, room);
  const places = nearest.map(([id, part]): [string, Part] => [id, { ...part }]);
  const shares = new Map<string, number>();
  for (let place = 0; place < room; place += 1) {
    const next = places.toSorted(first)[0];
    if (next === undefined) break;
    next[1].underWay += 1;
    shares.set(next[0], (shares.get(next[0]) ?? 0) + 1);
  }
  return shares;
}
