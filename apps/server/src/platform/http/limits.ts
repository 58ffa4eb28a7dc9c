import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Failure } from "../service/outcome.ts";
import type { Awaitable } from "../security/awaitable.ts";

/** Requests per minute (contract, "Limits"). */
export interface Limits {
  perIp: number;
  perWorkspace: number;
}

export const DEFAULT_LIMITS: Limits = { perIp: 600, perWorkspace: 600 };

/** Where counts stand once a request was counted. */
export interface Count {
  exceeded: boolean;
  limit: number;
  remaining: number;
  /** Until the count starts anew, at least 1. */
  seconds: number;
}

/** Counts one request of `who`; at once where counts are in memory. */
export type Limiter = (who: string) => Awaitable<Count>;

/** A session on a database with the table of counts; processes that share it count together. */
export interface SharedCounts {
  query(statement: { text: string; values: unknown[] }): Promise<{ rows: unknown[]; rowCount: number }>;
}

/** Counts in memory, or in the database: then one that is exceeded is known in memory, too, and asks nobody. */
export function createLimiter(limit: number, name: string, shared?: SharedCounts): Limiter {
  if (shared === undefined) return countHere(limit);
  const counter = inDatabase(limit, name, shared);
  return async (who) => {
    try {
      return toCount(await counter.consume(who), limit, false);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return toCount(refusal, limit, true);
      throw refusal;
    }
  };
}

const MINUTE = 60;

/** Every request is counted twice, and a promise for each of them costs more than counting does. */
function countHere(limit: number): Limiter {
  const requests = new Map<string, number>();
  let until = 0;
  return (who) => {
    const now = Date.now();
    // One minute for all of them, so that nobody's count outlives it.
    if (now >= until) {
      requests.clear();
      until = now + MINUTE * 1000;
    }
    const count = (requests.get(who) ?? 0) + 1;
    requests.set(who, count);
    return toCount({ remainingPoints: limit - count, msBeforeNext: until - now }, limit, count > limit);
  };
}

const inDatabase = (points: number, keyPrefix: string, storeClient: SharedCounts): RateLimiterAbstract =>
  new RateLimiterPostgres({
    storeClient,
    // Any object that queries as a pool does.
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: MINUTE,
    inMemoryBlockOnConsumed: points + 1,
    // An unreachable database is reported by what needs it, not by the limit.
    insuranceLimiter: new RateLimiterMemory({ points, duration: MINUTE }),
  });

const toCount = (
  { remainingPoints, msBeforeNext }: Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">,
  limit: number,
  exceeded: boolean,
): Count => ({
  exceeded,
  limit,
  remaining: Math.max(0, remainingPoints),
  seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

export const tooMany = (scope: "address" | "workspace", seconds: number): Failure => ({
  code: "QUOTA_EXCEEDED",
  status: 429,
  message: `Too many requests from this ${scope}. Try again in ${seconds} s.`,
});
