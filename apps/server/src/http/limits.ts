import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Failure } from "../domain/outcome.ts";

/** Requests per minute (contract, "Limits"). */
export interface Limits {
  perIp: number;
  perWorkspace: number;
}

export const DEFAULT_LIMITS: Limits = { perIp: 600, perWorkspace: 600 };

/** Counts one request of `who`. Resolves with the seconds to wait when the limit is exceeded, else with null. */
export type Limiter = (who: string) => Promise<number | null>;

export function createLimiter(perMinute: number): Limiter {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (who) => {
    try {
      await limiter.consume(who);
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw refusal;
    }
  };
}

export const tooMany = (scope: "address" | "workspace", seconds: number): Failure => ({
  code: "QUOTA_EXCEEDED",
  status: 429,
  message: `Too many requests from this ${scope}. Try again in ${seconds} s.`,
});
